/**
 * Stands in for zod in the page's build: every schema call answers the same callable nothing, so
 * contracts load without the library. Types still come from zod itself; nothing here is ever parsed
 * with.
 */
const anything: unknown = new Proxy(function schema() {}, {
  get: (_target, key) =>
    key === Symbol.toPrimitive
      ? () => ''
      : key === Symbol.iterator || key === 'then'
        ? undefined
        : anything,
  apply: () => anything,
  construct: () => ({}),
})

export const z = anything
export default anything

/**
 * Replaces zod in the page's build: every schema call returns the same callable stub, so contracts
 * load without the library. Types still come from zod; nothing is parsed with the stub.
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

import { isFound } from '#contract/rules/fold.ts'

/**
 * A Select's `filterOption` on a text property of its options. Matches as the server's search does.
 */
export const foundBy =
  <P extends string>(property: P) =>
  (typed: string, option?: { readonly [K in P]?: unknown }): boolean => {
    const text = option?.[property]
    return typeof text === 'string' && isFound(text, typed)
  }

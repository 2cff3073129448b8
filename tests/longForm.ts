/**
 * Inputs that `npm run test:all` tries in full and `npm test` in turns. The number of combinations
 * grows with the product of two lists, and their parts show the same.
 */
export const isLongForm = process.env['TEST_ALL'] === '1'

/**
 * In the short form, `count` of the values: others for each `turn`, so that neighbouring turns
 * cover all. The choice is the same in every run.
 */
export function someOf<T>(all: readonly T[], count: number, turn: number): readonly T[] {
  if (isLongForm || count >= all.length) return all
  return Array.from({ length: count }, (_, index) => all[(turn * count + index) % all.length] as T)
}

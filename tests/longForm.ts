/**
 * True under `npm run test:all`, which tries every input. `npm test` tries them in turns, because
 * combinations of two lists grow with their product.
 */
export const isLongForm = process.env['TEST_ALL'] === '1'

/**
 * In the short form, returns `count` of the values: different values for each `turn`, so that
 * neighbouring turns cover all. Deterministic.
 */
export function someOf<T>(all: readonly T[], count: number, turn: number): readonly T[] {
  if (isLongForm || count >= all.length) return all
  return Array.from({ length: count }, (_, index) => all[(turn * count + index) % all.length] as T)
}

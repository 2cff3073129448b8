/**
 * What the long form of the run (`npm run test:all`) tries whole, and the short one in turns: a walk
 * over everything with everything grows with the product of the two, and its parts say the same.
 */
export const isLongForm = process.env['TEST_ALL'] === '1'

/**
 * `count` of them, in the short form: others for each `turn`, so that neighbouring turns together
 * have tried them all. Which ones is the same in every run.
 */
export function someOf<T>(all: readonly T[], count: number, turn: number): readonly T[] {
  if (isLongForm || count >= all.length) return all
  return Array.from({ length: count }, (_, index) => all[(turn * count + index) % all.length] as T)
}

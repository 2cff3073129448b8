import { isLongForm } from '#tests/longForm.ts'

/**
 * A journey in several languages, directions and sizes: all of them in the long form and where the
 * journey is named (`npm run e2e -- tickets`), else those at `plain`. Half of the journeys are
 * walked right to left on a phone then, half on a desktop, so that each promise is shown once.
 */
export function variantsOf<T>(all: readonly T[], ...plain: readonly number[]): readonly T[] {
  return isLongForm ? all : all.filter((_, index) => plain.includes(index))
}

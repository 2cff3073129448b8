import { isLongForm } from '#tests/longForm.ts'

/**
 * A journey in several languages, directions and sizes: all of them in the long form and if the
 * journey is named (`npm run e2e -- tickets`), otherwise those of `plain`. Then half of the
 * journeys run right to left on a phone and half on a desktop.
 */
export function variantsOf<T>(all: readonly T[], ...plain: readonly number[]): readonly T[] {
  return isLongForm ? all : all.filter((_, index) => plain.includes(index))
}

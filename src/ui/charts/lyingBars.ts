/**
 * Bars that lie, each with its name on a line of its own beside it, so that no name is cut. Pure.
 */
const LETTERS_UNDER_A_BAR = 9
const LINE_HEIGHT = 20
const LETTER_WIDTH = 6.8
/** Longer names take a second line. */
const WIDEST = 210
/** The scale under them. */
export const SCALE_HEIGHT = 26

/** Names too long to stand under their bars lie, so long as there is a line for each. */
export const mayLie = (labels: readonly string[], height: number): boolean =>
  labels.some(({ length }) => length > LETTERS_UNDER_A_BAR) &&
  (height - SCALE_HEIGHT) / labels.length >= LINE_HEIGHT

export const widthOfNames = (labels: readonly string[]): number =>
  Math.min(WIDEST, Math.max(0, ...labels.map(({ length }) => length)) * LETTER_WIDTH + 12)

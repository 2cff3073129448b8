/** Horizontal bars, each with its name on its own line, so that no name is cut. Pure. */
const LETTERS_UNDER_A_BAR = 9
const LINE_HEIGHT = 20
const LETTER_WIDTH = 6.8
/** Pixels. Longer names take a second line. */
const WIDEST = 210
export const SCALE_HEIGHT = 26

/** Long names need horizontal bars, if each bar has room for a line of text. */
export const canLieHorizontally = (labels: readonly string[], height: number): boolean =>
  labels.some(({ length }) => length > LETTERS_UNDER_A_BAR) &&
  (height - SCALE_HEIGHT) / labels.length >= LINE_HEIGHT

export const widthOfNames = (labels: readonly string[]): number =>
  Math.min(WIDEST, Math.max(0, ...labels.map(({ length }) => length)) * LETTER_WIDTH + 12)

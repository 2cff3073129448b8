/**
 * Whether a press is the second of two where one was meant: pressed again before what the first one
 * did was seen. What it falls on then was chosen by nobody: the dialog that the first one opened,
 * what has the keyboard since a dialog closed, or a button that is still drawn though its work is
 * done.
 */
export interface Press {
  /** When, ms, on the browser's own clock: a page that is busy hears of it later. */
  at: number
  /** What it falls on. */
  target: unknown
  /** The dialog or sheet around that; null on the page itself. */
  dialog: unknown
  /** It answers the dialog: its main button, or Enter in a field of it. */
  answers: boolean
}

/** The longest time between two presses of one, ms. */
export const DOUBLE_PRESS_MS = 500

/** `last`: the press before; null where something else was done since. */
export function isSecondPress(press: Press, last: Press | null): boolean {
  if (last === null || press.at - last.at >= DOUBLE_PRESS_MS) return false
  if (press.dialog !== last.dialog) return true
  return press.dialog !== null && press.answers && press.target === last.target
}

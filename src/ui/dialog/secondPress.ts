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
  /** The keyboard was there when the dialog opened, and is there again; of a click, beneath it. */
  isBack: boolean
  /** It answers the dialog: its main button, or Enter in a field of it. */
  answers: boolean
}

/** The longest time between two presses of one, ms. */
export const DOUBLE_PRESS_MS = 500
/** Until what answers a dialog is meant anew: a slow device still draws one that has done its work. */
export const ANSWERED_ANEW_MS = 1_000

/** `last`: the press before; null where something else was done since. */
export function isSecondPress(press: Press, last: Press | null): boolean {
  if (last === null) return false
  const since = press.at - last.at
  if (press.dialog !== last.dialog)
    return since < DOUBLE_PRESS_MS && (press.dialog !== null || press.isBack)
  const isAnswer = press.dialog !== null && press.answers && press.target === last.target
  return isAnswer && since < ANSWERED_ANEW_MS
}

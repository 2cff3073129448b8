/**
 * Detects an unintended second press, made before the user saw the effect of the first. It would
 * hit a new dialog, a control that got the focus from a closed dialog, or a button whose work is
 * done.
 */
export interface Press {
  /** Milliseconds on the browser's clock. A busy page handles it later. */
  at: number
  target: unknown
  /** The dialog or sheet around the target. Null on the page itself. */
  dialog: unknown
  /**
   * The focus returned to where it was when the dialog opened, or the click falls beneath the
   * dialog.
   */
  isBack: boolean
  /** True if the press submits the dialog: the main button, or Enter in a field. */
  answers: boolean
}

/** The longest pause within a double press, in ms. */
export const DOUBLE_PRESS_MS = 500
/**
 * Milliseconds until a new submit counts as intended. A slow device still draws a finished dialog.
 */
export const ANSWERED_ANEW_MS = 1_000

/** `last`: the previous press. Null if another action came between. */
export function isSecondPress(press: Press, last: Press | null): boolean {
  if (last === null) return false
  const since = press.at - last.at
  if (press.dialog !== last.dialog)
    return since < DOUBLE_PRESS_MS && (press.dialog !== null || press.isBack)
  const isAnswer = press.dialog !== null && press.answers && press.target === last.target
  return isAnswer && since < ANSWERED_ANEW_MS
}

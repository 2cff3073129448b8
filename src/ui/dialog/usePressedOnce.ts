import { useEffect } from 'react'
import { isSecondPress, type Press } from './secondPress.ts'

const button = 'button, a[href], summary, [role="button"], [role="menuitem"], [role="switch"]'
/** Enter in it sends what is typed; in a list that is open it chooses, and may do so again. */
const field = 'input:not([role="combobox"], [type="checkbox"], [type="radio"])'
const answer = '[type="submit"], .ant-btn-primary, .ant-btn-dangerous'
/** With what lies around it: a press beside a dialog closes it. */
const dialog = '.ant-modal-root, .ant-drawer, [role="dialog"]'

/**
 * One press does one thing, on every screen: a key that is held down presses a button once, and the
 * second press of two does nothing where it would fall on something else or answer once more.
 */
export function usePressedOnce(): void {
  useEffect(() => {
    const ended = new AbortController()
    const first = { capture: true, signal: ended.signal }
    let lastKey: Press | null = null
    let lastClick: Press | null = null
    let opener: EventTarget | null = null

    /** A chain of quick presses is judged by the one that it began with. */
    const judge = (event: Event, last: Press | null, isHeld = false): Press => {
      const press = { ...pressOf(event), isBack: event.type === 'click' || event.target === opener }
      if (!isHeld && !isSecondPress(press, last)) return press
      event.preventDefault()
      event.stopImmediatePropagation()
      return { ...(last ?? press), at: press.at }
    }
    const handleKey = (event: KeyboardEvent): void => {
      const { target, key } = event
      const isPress = key === 'Enter' || (key === ' ' && isOn(target, button))
      if (!isPress || isOn(target, 'textarea, [contenteditable="true"]')) lastKey = null
      else lastKey = judge(event, lastKey, event.repeat && isOn(target, `${button}, ${field}`))
    }
    const handleClick = (event: MouseEvent): void => {
      if (event.detail === 0) return // that of a key
      lastClick = judge(event, event.detail > 1 ? lastClick : null)
    }
    const noteOpener = ({ target, relatedTarget: from }: FocusEvent): void => {
      const into = dialogOf(target)
      if (from !== null && into !== null && into !== dialogOf(from)) opener = from
    }
    const forgetKey = (): void => {
      lastKey = null
    }
    window.addEventListener('keydown', handleKey, first)
    window.addEventListener('click', handleClick, first)
    window.addEventListener('focusin', noteOpener, first)
    window.addEventListener('input', forgetKey, first)
    window.addEventListener('pointerdown', forgetKey, first)
    return () => ended.abort()
  }, [])
}

const isOn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

const dialogOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(dialog) : null

const pressOf = ({ type, target, timeStamp }: Event): Omit<Press, 'isBack'> => ({
  at: timeStamp,
  target,
  dialog: dialogOf(target),
  answers: isOn(target, type === 'click' ? answer : `${answer}, ${field}`),
})

import { useEffect } from 'react'
import { isSecondPress, type Press } from './secondPress.ts'

const button = 'button, a[href], summary, [role="button"], [role="menuitem"], [role="switch"]'
/** Fields where Enter submits. In an open list Enter chooses, and may do so repeatedly. */
const field = 'input:not([role="combobox"], [type="checkbox"], [type="radio"])'
const answer = '[type="submit"], .ant-btn-primary, .ant-btn-dangerous'
/** Includes the mask: a click beside a dialog closes it. */
const dialog = '.ant-modal-root, .ant-drawer, [role="dialog"]'

/**
 * One press has one effect: a held key presses a button once, and the second press of a double
 * press is dropped if it would hit another control or submit again.
 */
export function useDoublePressGuard(): void {
  useEffect(() => {
    const ended = new AbortController()
    const first = { capture: true, signal: ended.signal }
    let lastKey: Press | null = null
    let lastClick: Press | null = null
    let opener: EventTarget | null = null

    /** In a chain of quick presses, each is judged against the first. */
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
      if (event.detail === 0) return // a click caused by a key
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

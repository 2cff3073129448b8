/**
 * The Tab key leaves an open list of choices, as it leaves every other field. The library takes with
 * it whatever the keyboard stands on, and stays: somebody on the way through a form chose what was
 * never meant, and could not go on.
 */
export function startTabLeavesLists(): () => void {
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || !isInOpenList(event.target)) return
    // It looks at this number alone; whoever looks at `key` still hears the press.
    Object.defineProperty(event, 'keyCode', { value: 0 })
  }
  document.addEventListener('keydown', leave, true)
  return () => document.removeEventListener('keydown', leave, true)
}

const isInOpenList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="combobox"][aria-expanded="true"]') !== null

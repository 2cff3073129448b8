/**
 * Makes Tab leave an open list of choices, as in every other field. antd selects the highlighted
 * choice and stays, so users chose unintended values and could not go on.
 */
export function startTabLeavesLists(): () => void {
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || !isInOpenList(event.target)) return
    // antd reads only `keyCode`; listeners that read `key` still get the press.
    Object.defineProperty(event, 'keyCode', { value: 0 })
  }
  document.addEventListener('keydown', leave, true)
  return () => document.removeEventListener('keydown', leave, true)
}

const isInOpenList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="combobox"][aria-expanded="true"]') !== null

import { useEffect } from 'react'

/** Those of one kind, such as the buttons that take a row away: see `data-kin`. */
const kinIn = (area: Element, kin: string) => [
  ...area.querySelectorAll<HTMLElement>(`[data-kin='${kin}']`),
]

/**
 * What had the focus and is gone once it was pressed leaves it within the area: else the next Tab
 * would begin at the top of the page. It goes to the next of its kind, where it has a `data-kin`
 * (a condition taken out of a sentence), else to the area, or to what stood nearest around it.
 * A screen that gave way to another one has nothing near.
 */
export function useFocusKept(find: () => Element | null | undefined, to: 'area' | 'nearest'): void {
  useEffect(() => {
    const area = find()
    if (!(area instanceof HTMLElement)) return
    let last: HTMLElement | null = null
    let around: HTMLElement[] = []
    let [kin, place] = ['', 0]
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      last = target
      around = ancestorsOf(target, area)
      kin = target.dataset['kin'] ?? ''
      place = kinIn(area, kin).indexOf(target)
    }
    // A press elsewhere has left it, though what is pressed may take no focus.
    const leave = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || last?.contains(target) !== true) last = null
    }
    const watcher = new MutationObserver(() => {
      const isLost = last !== null && (!last.isConnected || last.matches(':disabled'))
      // What can no longer be pressed may still be said to have the focus, until the browser draws.
      const { activeElement: now } = document
      if (!isLost || (now !== document.body && now !== last)) return
      last = null
      const others = kinIn(area, kin)
      const kindred = others[place] ?? others.at(-1)
      const near = to === 'area' ? [area] : around.filter((one) => one.isConnected)
      // What is drawn by its content alone cannot have it.
      for (const one of [...(kindred === undefined ? [] : [kindred]), ...near])
        if (focusOnce(one)) return
    })
    area.addEventListener('focusin', note)
    area.addEventListener('pointerdown', leave)
    watcher.observe(area, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled'],
    })
    // A question over the screen goes later than what it was asked about, and gives nothing back.
    watcher.observe(document.body, { childList: true })
    return () => {
      watcher.disconnect()
      area.removeEventListener('focusin', note)
      area.removeEventListener('pointerdown', leave)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the area is the same from its first draw to its last
  }, [])
}

/** From the inside out, without the area. */
function ancestorsOf(element: HTMLElement, area: HTMLElement): HTMLElement[] {
  const above = element.parentElement ?? area
  return above === area ? [] : [above, ...ancestorsOf(above, area)]
}

/** What cannot have the focus otherwise has it until it is left. Does it have it now? */
function focusOnce(element: HTMLElement): boolean {
  const isMade = element.tabIndex < 0 && !element.hasAttribute('tabindex')
  if (isMade) element.tabIndex = -1
  element.focus({ preventScroll: true })
  const hasIt = document.activeElement === element
  if (isMade) {
    const leave = () => element.removeAttribute('tabindex')
    if (hasIt) element.addEventListener('blur', leave, { once: true })
    else leave()
  }
  return hasIt
}

import { useEffect } from 'react'

const kinIn = (area: Element, kin: string) => [
  ...area.querySelectorAll<HTMLElement>(`[data-kin='${kin}']`),
]

/**
 * Keeps the focus in the area when the focused element disappears; else Tab would start at the top
 * of the page. The focus goes to the next element with the same `data-kin`, else to the area or the
 * nearest ancestor. A replaced screen has no near element.
 */
export function useKeepFocus(find: () => Element | null | undefined, to: 'area' | 'nearest'): void {
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
    const leave = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || last?.contains(target) !== true) last = null
    }
    const watcher = new MutationObserver(() => {
      const isLost = last !== null && (!last.isConnected || last.matches(':disabled'))
      // A disabled element may keep `activeElement` until the next paint.
      const { activeElement: now } = document
      if (!isLost || (now !== document.body && now !== last)) return
      last = null
      const others = kinIn(area, kin)
      const kindred = others[place] ?? others.at(-1)
      const near = to === 'area' ? [area] : around.filter((one) => one.isConnected)
      // An element with `display: contents` cannot take the focus.
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
    // A dialog unmounts after the element that it asked about, and gives no focus back.
    watcher.observe(document.body, { childList: true })
    return () => {
      watcher.disconnect()
      area.removeEventListener('focusin', note)
      area.removeEventListener('pointerdown', leave)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the element stays the same for the lifetime of the component
  }, [])
}

/** Innermost first, without the area. */
function ancestorsOf(element: HTMLElement, area: HTMLElement): HTMLElement[] {
  const above = element.parentElement ?? area
  return above === area ? [] : [above, ...ancestorsOf(above, area)]
}

/** Makes an element focusable until it loses the focus. Returns true if it has the focus now. */
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

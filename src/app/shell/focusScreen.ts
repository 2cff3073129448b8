/** On slow networks the screen comes late; the focus waits this long unless the user acts. */
const PATIENCE_MS = 20_000

/**
 * Focuses the heading of the new screen if the focused element is gone (the palette, the former
 * screen) and the screen does not take the focus. Repeats until the user acts, because the outline
 * and its heading give way to the real screen.
 */
export function focusScreen(): void {
  const ended = new AbortController()
  const take = (): void => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true }) // Back restores the scroll position
  }
  const observer = new MutationObserver(take)
  observer.observe(document.body, { childList: true, subtree: true })
  const end = (): void => {
    observer.disconnect()
    ended.abort()
  }
  const timer = setTimeout(end, PATIENCE_MS)
  ended.signal.addEventListener('abort', () => clearTimeout(timer))
  for (const act of ['keydown', 'pointerdown'])
    window.addEventListener(act, end, { signal: ended.signal, capture: true })
  requestAnimationFrame(take)
}

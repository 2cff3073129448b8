/** A slow network brings the screen later; who has not pressed anything by then still waits for it. */
const PATIENCE_MS = 20_000

/**
 * What had the focus is gone, the palette or the screen before: where the screen does not take it,
 * its heading does, so that the next key goes on from there. The screen may still be on its way, and its outline gives
 * way to it with the heading that had the focus, so this goes on until the person acts.
 */
export function focusScreen(): void {
  const ended = new AbortController()
  const take = (): void => {
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true }) // the way back leads to where one was
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

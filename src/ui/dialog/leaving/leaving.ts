/**
 * Guards against leaving: forms with unsaved input, and overlays (a dialog, a sheet, a menu), which
 * the back button closes first.
 */

export interface Overlay {
  close(): void
}
export interface Guard {
  holds(): boolean
  hint: string | undefined
  /** The overlay around the form. Null means the screen itself. */
  over: Overlay | null
}
/** `ask` over an overlay closes only that overlay. */
export type Leave =
  | { does: 'go' }
  | { does: 'close'; overlay: Overlay }
  | { does: 'ask'; hint: string | undefined; overlay: Overlay | null }

const guards = new Set<{ current: Guard }>()
let overlays: readonly Overlay[] = []
let isOwnStep = false

export function addGuard(guard: { current: Guard }): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

export function addOverlay(overlay: Overlay): () => void {
  overlays = [...overlays, overlay]
  return () => {
    overlays = overlays.filter((one) => one !== overlay)
  }
}

export const guardOf = (overlay: Overlay): Guard | undefined =>
  [...guards].find(({ current }) => current.holds() && current.over === overlay)?.current

export const isAnythingTyped = (): boolean => [...guards].some(({ current }) => current.holds())

/** Goes back on the page's behalf, without closing newer overlays. */
export function goBackOneEntry(navigate: (delta: number) => void | Promise<void>): void {
  isOwnStep = true
  void navigate(-1)
}

export function decideLeave(step: 'back' | 'link', isElsewhere: boolean): Leave {
  const isOwn = isOwnStep
  isOwnStep = false
  const top = step === 'back' && !isOwn ? (overlays.at(-1) ?? null) : null
  const held = [...guards].find(
    ({ current }) => current.holds() && (top === null || current.over === top),
  )
  if (held !== undefined && (top !== null || isElsewhere))
    return { does: 'ask', hint: held.current.hint, overlay: top }
  return top === null ? { does: 'go' } : { does: 'close', overlay: top }
}

/**
 * What holds up whoever leaves a screen: a form in which something is typed, and what lies over the
 * screen (a dialog, a sheet, a menu), which the way back closes instead of leading away beneath it.
 */

export interface Overlay {
  close(): void
}
export interface Guard {
  /** Something is typed that leaving would lose. */
  holds(): boolean
  hint: string | undefined
  /** What the form stands in; null: the screen itself. */
  over: Overlay | null
}
/** `ask` over an overlay closes that alone. */
export type Leave =
  | { does: 'go' }
  | { does: 'close'; overlay: Overlay }
  | { does: 'ask'; hint: string | undefined; overlay: Overlay | null }

const guards = new Set<{ current: Guard }>()
/** The newest last. */
let overlays: readonly Overlay[] = []
let isOwnStep = false

export function addGuard(guard: { current: Guard }): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

/** Answers the way to take it off again. */
export function addOverlay(overlay: Overlay): () => void {
  overlays = [...overlays, overlay]
  return () => {
    overlays = overlays.filter((one) => one !== overlay)
  }
}

/** The form in an overlay that closing it would lose something of. */
export const heldIn = (overlay: Overlay): Guard | undefined =>
  [...guards].find(({ current }) => current.holds() && current.over === overlay)?.current

/** Something typed somewhere on the screen is not saved. */
export const isAnythingTyped = (): boolean => [...guards].some(({ current }) => current.holds())

/** The page goes back by itself, which is no wish to close what was opened in the meantime. */
export function stepBack(navigate: (delta: number) => void | Promise<void>): void {
  isOwnStep = true
  void navigate(-1)
}

export function leaveBy(step: 'back' | 'link', isElsewhere: boolean): Leave {
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

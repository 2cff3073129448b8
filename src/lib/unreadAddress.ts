/**
 * Unreadable parts of the address, such as an id that is not a number. The page ignores them and
 * says so.
 */
let unread: readonly string[] = []
const listeners = new Set<() => void>()

export function reportUnread(parts: readonly string[]): void {
  unread = parts
  for (const listener of listeners) listener()
}

/** Calls back once for each report, including earlier ones. */
export function onUnread(hear: (parts: readonly string[]) => void): () => void {
  const listener = () => {
    if (unread.length === 0) return
    const parts = unread
    unread = []
    hear(parts)
  }
  listener()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

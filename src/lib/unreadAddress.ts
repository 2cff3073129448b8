/**
 * What an address said that could not be read: an id that is no number. It is left out, and the
 * page says so.
 */
let unread: readonly string[] = []
const listeners = new Set<() => void>()

export function reportUnread(parts: readonly string[]): void {
  unread = parts
  for (const listener of listeners) listener()
}

/** Hears each once, also what was told before anybody listened. */
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

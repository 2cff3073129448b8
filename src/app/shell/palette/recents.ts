/** Recent choices of Ctrl+K, by person, on this device until sign-out. */

export interface Recent {
  key: string
  name: string
  hint: string | null
  to: string
}

const KEY = 'plantroom.recents'
const MAX_RECENTS = 6

export function recentsOf(owner: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (!isRecord(kept) || kept['owner'] !== owner || !Array.isArray(kept['recents'])) return []
    return kept['recents'].filter(isRecent)
  } catch {
    return [] // Storage is refused, or holds foreign data
  }
}

export function rememberRecent(owner: string, { key, name, hint, to }: Recent): void {
  const others = recentsOf(owner).filter((one) => one.key !== key)
  const recents = [{ key, name, hint, to }, ...others].slice(0, MAX_RECENTS)
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, recents }))
  } catch {
    // storage is refused, so nothing is remembered
  }
}

export function forgetRecents(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // storage is refused, so nothing was remembered
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isRecent = (value: unknown): value is Recent =>
  isRecord(value) &&
  typeof value['key'] === 'string' &&
  typeof value['name'] === 'string' &&
  (value['hint'] === null || typeof value['hint'] === 'string') &&
  typeof value['to'] === 'string' &&
  /^\/(?!\/)/.test(value['to'])

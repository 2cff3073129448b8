/**
 * A code that was asked for in this tab: a reload in the middle, on a phone that went to its mail,
 * does not forget it.
 */
const KEY = 'plantroom.code'
const LASTS = 10 * 60_000

export function saveSentCode(email: string, againAt: number): void {
  sessionStorage.setItem(KEY, JSON.stringify({ email, againAt }))
}

export function forgetSentCode(): void {
  sessionStorage.removeItem(KEY)
}

/**
 * `againAt`: epoch milliseconds until which no other may be asked for. Null once the code itself is
 * too old to be typed.
 */
export function keptSentCode(now: number): { email: string; againAt: number } | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('email' in kept) || !('againAt' in kept))
      return null
    const { email, againAt } = kept
    if (typeof email !== 'string' || typeof againAt !== 'number' || now >= againAt + LASTS)
      return null
    return { email, againAt }
  } catch {
    return null
  }
}

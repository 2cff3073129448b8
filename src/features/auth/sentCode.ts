/**
 * Remembers a requested code in this tab, so that a phone's reload after a visit to the mail app
 * does not lose it.
 */
const KEY = 'plantroom.code'
const LASTS = 10 * 60_000

export function saveSentCode(email: string, againAt: number): void {
  sessionStorage.setItem(KEY, JSON.stringify({ email, againAt }))
}

export function forgetSentCode(): void {
  sessionStorage.removeItem(KEY)
}

/** `againAt`: epoch milliseconds of the next allowed request. Null once the code has expired. */
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

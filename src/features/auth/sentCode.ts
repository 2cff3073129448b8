/** A code that was asked for in this tab: a reload in the middle, on a phone that went to its mail, does not forget it. */
const KEY = 'plantroom.code'
const LASTS = 10 * 60_000

export function keepSentCode(email: string, pauseSeconds: number): void {
  sessionStorage.setItem(KEY, JSON.stringify({ email, againAt: Date.now() + pauseSeconds * 1000 }))
}

export function forgetSentCode(): void {
  sessionStorage.removeItem(KEY)
}

/** Of this address, or of any when it is empty; `pause` are the seconds until another may be asked for. Null once the code itself is too old to be typed. */
export function keptSentCode(of: string, now: number): { email: string; pause: number } | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('email' in kept) || !('againAt' in kept)) return null
    const { email, againAt } = kept
    if (typeof email !== 'string' || typeof againAt !== 'number' || now >= againAt + LASTS || (of !== '' && of !== email)) return null
    return { email, pause: Math.max(0, Math.ceil((againAt - now) / 1000)) }
  } catch {
    return null
  }
}

/**
 * The session as the specification has it (section 3): whose it is, what it reaches, and where its
 * clock stands.
 */
import type { TokenClaims } from '#contract/auth/auth.ts'
import { wallAt } from '#lib/zoneClock.ts'

export interface SessionContext {
  userId: number
  companyId: number
  language: TokenClaims['language']
  timezone: {
    tz: string
    /** Minutes ahead of UTC, now; it changes with the clocks. */
    offset: number
  }
  allEquipment: boolean
  allLocations: boolean
  allProcedures: boolean
  permissions: TokenClaims['permissions']
  map: NonNullable<TokenClaims['map']> | null
}

export function sessionContext(
  { userId, companyId, language, tz, ae, al, ap, permissions, map }: TokenClaims,
  now: number,
): SessionContext {
  return {
    userId,
    companyId,
    language,
    timezone: { tz, offset: Math.round((wallAt(now, tz) - now) / 60_000) },
    allEquipment: ae,
    allLocations: al,
    allProcedures: ap,
    permissions,
    map: map ?? null,
  }
}

/** UTC+05:30 */
export function formatOffset(minutes: number): string {
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${part(size / 60)}:${part(size % 60)}`
}

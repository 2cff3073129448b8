/** The session as in spec section 3: owner, access, and time zone. */
import type { TokenClaims } from '#contract/auth/auth.ts'
import { wallAt } from '#contract/timeZones/wallTime.ts'

export interface SessionContext {
  userId: number
  companyId: number
  language: TokenClaims['language']
  timezone: {
    tz: string
    /** Minutes ahead of UTC at present; changes with daylight saving. */
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

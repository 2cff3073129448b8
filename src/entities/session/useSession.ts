import type { TokenClaims } from '#contract/auth/auth.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { useMemo, useState } from 'react'
import { useSelector } from 'react-redux'
import { isAnythingTyped } from '#ui/dialog/leaving/leaving.ts'
import type { AuthState } from './authSlice.ts'
import { sessionContext, type SessionContext } from './sessionContext.ts'

interface WithAuth {
  auth: AuthState
}

export function useClaims(): TokenClaims | null {
  return useSelector((state: WithAuth) => state.auth.claims)
}

export function useSessionContext(): SessionContext | null {
  const claims = useClaims()
  const [now] = useState(() => Date.now())
  return useMemo(() => (claims === null ? null : sessionContext(claims, now)), [claims, now])
}

/**
 * True if the person has the right; the server checks again. A right revoked during editing still
 * counts here until the save or leaving: the form stays, and its save reports.
 */
export function useMay(group: PermissionGroup): boolean {
  const claims = useClaims()
  const may = claims?.permissions.includes(group) ?? false
  const who = claims === null ? '' : `${claims.companyId} ${claims.userId}`
  const [before, setBefore] = useState({ who, may })
  const isHeld = before.who === who && before.may && !may && isAnythingTyped()
  if (!isHeld && (before.who !== who || before.may !== may)) setBefore({ who, may })
  return may || isHeld
}

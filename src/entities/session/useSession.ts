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

/** What the token carries, or null when nobody is signed in. */
export function useClaims(): TokenClaims | null {
  return useSelector((state: WithAuth) => state.auth.claims)
}

/** The session in the specification's words, as of when it is first drawn. */
export function useSessionContext(): SessionContext | null {
  const claims = useClaims()
  const [now] = useState(() => Date.now())
  return useMemo(() => (claims === null ? null : sessionContext(claims, now)), [claims, now])
}

/**
 * May this person? Computed once beside the token; the server decides again. A right that is taken
 * while something is typed counts on until that is saved or left: the form stays, and its save says
 * what happened.
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

import type { TokenClaims } from '#contract/auth'
import type { PermissionGroup } from '#contract/permissions'
import { useSelector } from 'react-redux'
import type { AuthState } from './authSlice.ts'

interface WithAuth { auth: AuthState }

/** What the token carries, or null when nobody is signed in. */
export function useClaims(): TokenClaims | null {
  return useSelector((state: WithAuth) => state.auth.claims)
}

/** May this person? Computed once beside the token; the server decides again. */
export function useMay(group: PermissionGroup): boolean {
  return useSelector((state: WithAuth) => state.auth.claims?.permissions.includes(group) ?? false)
}

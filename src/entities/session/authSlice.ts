/** The session: token and claims. They only shape the screen; the server authorises everything. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { jwtDecode } from 'jwt-decode'
import type { TokenClaims } from '#contract/auth/auth.ts'

/**
 * A sign-in in progress (spec section 3). Passwords and codes stay in their fields and never enter
 * the store. `getLoginOptions` says which methods are available.
 */
interface LoginState {
  email: string
  codeSentTo: string | null
  /** When a new code may be requested, in epoch milliseconds. */
  codeAgainAt: number | null
}

export interface AuthState {
  token: string | null
  claims: TokenClaims | null
  ended: EndReason | null
  login: LoginState
}

/** `corporate…`: a provider's sign-in failed. */
export type EndReason =
  | 'expired'
  | 'signedOut'
  | 'corporateFailed'
  | 'corporateNoAccount'
  | 'corporateTooMany'

export const noSession: AuthState = {
  token: null,
  claims: null,
  ended: null,
  login: { email: '', codeSentTo: null, codeAgainAt: null },
}

/**
 * The token's claims, or null with a warning (spec section 8: a token that fails decoding changes
 * nothing).
 */
export function decodeToken(token: string): TokenClaims | null {
  try {
    const claims = jwtDecode<TokenClaims>(token)
    if (typeof claims.userId !== 'number' || typeof claims.companyId !== 'number')
      throw new TypeError('not a session token')
    return claims
  } catch (error) {
    console.warn('The session token could not be decoded', error)
    return null
  }
}

export const authSlice = createSlice({
  name: 'auth',
  initialState: noSession,
  reducers: {
    tokenStored: {
      // Decodes here, so that the reducer stays pure.
      prepare: (token: string) => ({ payload: { token, claims: decodeToken(token) } }),
      reducer: (state, action: PayloadAction<{ token: string; claims: TokenClaims | null }>) => {
        if (action.payload.claims === null) return
        state.token = action.payload.token
        state.claims = action.payload.claims
        state.ended = null
        state.login = noSession.login
      },
    },
    loginTyped: (state, { payload: email }: PayloadAction<string>) => {
      state.login.email = email
    },
    codeSent: (
      state,
      { payload: { to, againAt } }: PayloadAction<{ to: string; againAt: number }>,
    ) => {
      state.login.codeSentTo = to
      state.login.codeAgainAt = againAt
    },
    codePaused: (state, { payload: againAt }: PayloadAction<number>) => {
      state.login.codeAgainAt = againAt
    },
    sessionEnded: ({ login }, action: PayloadAction<EndReason>): AuthState => ({
      ...noSession,
      ended: action.payload,
      login,
    }),
  },
})

export const { tokenStored, sessionEnded, loginTyped, codeSent, codePaused } = authSlice.actions

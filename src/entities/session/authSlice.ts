/**
 * Who is signed in: the token and what it carries. It only shapes the screen; the server decides
 * everything.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { jwtDecode } from 'jwt-decode'
import type { TokenClaims } from '#contract/auth/auth.ts'

/**
 * A sign-in under way (spec section 3). Neither the password nor the code is here: what opens a
 * door stays in its field and goes with it. Which ways are open, and whether that is known yet, is
 * the server's to say (`getLoginOptions`).
 */
interface LoginState {
  email: string
  /** To whom a one-time code was sent, null before. */
  codeSentTo: string | null
  /** Epoch milliseconds until which no other code may be asked for. */
  codeAgainAt: number | null
}

export interface AuthState {
  token: string | null
  claims: TokenClaims | null
  /** Why the last session ended, told on the login page. */
  ended: EndReason | null
  /** Of this tab, and never kept beyond it. */
  login: LoginState
}

/** `corporate…`: a sign-in at a provider came to nothing. */
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
 * The token's contents, or null with a warning (spec section 8: a token that fails decoding changes
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
      // Decoded here, so that the reducer stays a plain assignment.
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
    /** Too many were asked for. */
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

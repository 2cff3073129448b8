/** Bearer tokens: short-lived HS256 JWTs whose jti is the session's row (decisions, 'Session'). */
import { SignJWT, jwtVerify, errors } from 'jose'
import { tokenClaims, type TokenClaims } from '#contract/auth/auth.ts'
import type { Clock } from '#ports/clock.ts'
import { notSignedIn } from '#kernel/http/errors.ts'

/** The issuer. Tokens for another purpose under the same secret are rejected. */
const ISSUER = 'plantroom'
const AUDIENCE = 'plantroom-api'

/**
 * Cache of verified tokens, whose expiry alone is checked again: a page sends the same token for
 * minutes.
 */
const MAX_KNOWN = 5_000

export type FreshClaims = Omit<TokenClaims, 'iat' | 'exp'>

export interface Tokens {
  sign(claims: FreshClaims): Promise<string>
  /** The claims of a valid token. Throws 401 for a broken, foreign, unsigned or expired one. */
  verify(token: string): Promise<TokenClaims>
  isAgeing(claims: TokenClaims): boolean
}

/** `mapKey`: the map vendor's public token, which every page receives. */
export function makeTokens(
  secret: string,
  minutes: number,
  clock: Clock,
  mapKey: string | null = null,
): Tokens {
  const key = new TextEncoder().encode(secret)
  const known = new Map<string, TokenClaims>()
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  return {
    async sign({ map: _former, ...claims }) {
      const now = seconds()
      return new SignJWT({
        ...claims,
        ...(mapKey !== null && { map: { id: 'mapbox', key: mapKey, secret: null } }),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + minutes * 60)
        .sign(key)
    },
    async verify(token) {
      const verified = known.get(token)
      if (verified && verified.exp > seconds()) return verified
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: clock.now(),
        })
        const claims = tokenClaims.parse(payload)
        const oldest = known.size >= MAX_KNOWN ? known.keys().next().value : undefined
        if (oldest !== undefined) known.delete(oldest)
        known.set(token, claims)
        return claims
      } catch (error) {
        throw notSignedIn(error instanceof errors.JWTExpired ? 'expired' : 'badToken')
      }
    },
    isAgeing: (claims) => seconds() > (claims.iat + claims.exp) / 2,
  }
}

/** Single sign-on: discovery of providers and verification of their tokens. */
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'
import type { IdentityProvider } from '#contract/auth/waysIn.ts'

export interface ProviderSettings {
  idp: IdentityProvider
  issuer: string
  clientId: string
}
/**
 * `checksIssuer`: the provider sends its issuer with the response (RFC 9207), so a response without
 * it comes from another provider.
 */
interface ProviderFacts {
  idp: IdentityProvider
  clientId: string
  issuer: string
  checksIssuer: boolean
  authorizationEndpoint: string
  tokenEndpoint: string
  endSessionEndpoint: string | null
  scope: string
}
export interface Identity {
  email: string
  issuer: string
  subject: string
  tokenId: string
  expiresAt: Date
}

export interface Identities {
  /** Omits providers that do not respond, so that the others still work. */
  offered(): Promise<ProviderFacts[]>
  /**
   * Returns the identity in the token. Throws unless the token is from this provider, for this
   * client, valid now and with this nonce.
   */
  verify(idp: IdentityProvider, token: string, nonce: string, now: Date): Promise<Identity>
}

const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
})
const claims = z.object({
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  email: z.string().max(320),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  nonce: z.string(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string().optional(),
})

const TIMEOUT_MILLISECONDS = 5_000
const KEPT_MILLISECONDS = 10 * 60_000

export function makeIdentities(settings: readonly ProviderSettings[]): Identities {
  const known = new Map<
    IdentityProvider,
    { at: number; facts: z.infer<typeof discovered>; keys: ReturnType<typeof createRemoteJWKSet> }
  >()
  const discover = async ({ idp, issuer }: ProviderSettings) => {
    const kept = known.get(idp)
    if (kept && performance.now() - kept.at < KEPT_MILLISECONDS) return kept
    const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
    const facts = discovered.parse(await answer.json())
    const fresh = {
      at: performance.now(),
      facts,
      keys: createRemoteJWKSet(new URL(facts.jwks_uri), { timeoutDuration: TIMEOUT_MILLISECONDS }),
    }
    known.set(idp, fresh)
    return fresh
  }
  return {
    async offered() {
      const found = await Promise.allSettled(
        settings.map(async (each): Promise<ProviderFacts> => {
          const { facts } = await discover(each)
          return {
            idp: each.idp,
            clientId: each.clientId,
            issuer: facts.issuer,
            checksIssuer: facts.authorization_response_iss_parameter_supported === true,
            authorizationEndpoint: facts.authorization_endpoint,
            tokenEndpoint: facts.token_endpoint,
            endSessionEndpoint: facts.end_session_endpoint ?? null,
            scope: 'openid email profile',
          }
        }),
      )
      return found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    },
    async verify(idp, token, nonce, now) {
      const own = settings.find((each) => each.idp === idp)
      if (!own) throw new Error(`The provider ${idp} is not configured`)
      const { facts, keys } = await discover(own)
      const { payload } = await jwtVerify(token, keys, {
        issuer: facts.issuer,
        audience: own.clientId,
        currentDate: now,
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        clockTolerance: 30,
      })
      const claimed = claims.parse(payload)
      if (claimed.nonce !== nonce) throw new Error('The token answers another request')
      // Without the claim, the address is unverified. Some providers send a text instead of a
      // boolean.
      if (claimed.email_verified !== true && claimed.email_verified !== 'true')
        throw new Error('The provider has not verified the address')
      const isForSeveral = Array.isArray(claimed.aud) && claimed.aud.length > 1
      if (claimed.azp === undefined ? isForSeveral : claimed.azp !== own.clientId)
        throw new Error('The token was made for another client')
      return {
        email: claimed.email.trim().toLowerCase(),
        issuer: facts.issuer,
        subject: claimed.sub,
        tokenId: claimed.jti ?? `${claimed.sub}:${claimed.iat}:${claimed.nonce}`,
        expiresAt: new Date(claimed.exp * 1000),
      }
    },
  }
}

/**
 * Single sign-on: discovery of providers and verification of their tokens, by `openid-client`
 * (decision 60).
 */
import * as openid from 'openid-client'
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
  /** The address that signs out there and returns. Null if the provider offers none. */
  logoutAddress(idp: IdentityProvider, returnTo: string): Promise<string | null>
}

const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
})
/** What the standard leaves open; the library checks the rest. */
const claims = z.object({
  sub: z.string().min(1).max(255),
  azp: z.string().optional(),
  email: z.string().max(320),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  jti: z.string().optional(),
})

const TIMEOUT_SECONDS = 5
const CACHE_MILLISECONDS = 10 * 60_000
const MAX_BYTES = 1_000_000
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

/** Bounds what a provider sends. The library bounds the time. */
const fetchBounded =
  (redirect: RequestRedirect): openid.CustomFetch =>
  async (url, options) => {
    // A query has no body, although the library's type allows one.
    const answer = await fetch(url, { ...options, redirect } as RequestInit)
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of answer.body ?? []) {
      size += part.length
      if (size > MAX_BYTES) throw new Error(`${url} sent more than ${MAX_BYTES} bytes`)
      parts.push(part)
    }
    return new Response(Buffer.concat(parts), answer)
  }

interface Discovered {
  at: number
  own: ProviderSettings
  facts: z.infer<typeof metadata>
  keys: openid.ExportedJWKSCache | undefined
}
/**
 * If the operator configured an https address, the provider's other addresses must be https too.
 */
const isInsecure = ({ issuer }: ProviderSettings): boolean => issuer.startsWith('http:')

export function makeIdentities(settings: readonly ProviderSettings[]): Identities {
  const known = new Map<IdentityProvider, Discovered>()
  const discover = async (own: ProviderSettings): Promise<Discovered> => {
    const cached = known.get(own.idp)
    if (cached && performance.now() - cached.at < CACHE_MILLISECONDS) return cached
    // The full address: a configured issuer may lack the closing slash that the document has.
    const address = new URL(`${own.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    const found = await openid.discovery(address, own.clientId, undefined, openid.None(), {
      timeout: TIMEOUT_SECONDS,
      [openid.customFetch]: fetchBounded('follow'),
      execute: isInsecure(own) ? [openid.allowInsecureRequests] : [],
    })
    const facts = metadata.parse(found.serverMetadata())
    const fresh = { at: performance.now(), own, facts, keys: undefined }
    known.set(own.idp, fresh)
    return fresh
  }
  const discoverOwn = async (idp: IdentityProvider): Promise<Discovered> => {
    const own = settings.find((each) => each.idp === idp)
    if (!own) throw new Error(`The provider ${idp} is not configured`)
    return discover(own)
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
      const found = await discoverOwn(idp)
      const config = configOf(found, now)
      // The page exchanged the code. The server checks its token like a provider's own response.
      const answer = new URL(
        `https://plantroom.invalid/#${new URLSearchParams({ id_token: token })}`,
      )
      const payload = await openid
        .implicitAuthentication(config, answer, nonce)
        .finally(() => (found.keys = openid.getJwksCache(config) ?? found.keys))
      const claimed = claims.parse(payload)
      // Without the claim, the address is unverified. Some providers send text instead of a
      // boolean.
      if (claimed.email_verified !== true && claimed.email_verified !== 'true')
        throw new Error('The provider has not verified the address')
      // The library checks `azp` only if there are several audiences.
      if (claimed.azp !== undefined && claimed.azp !== found.own.clientId)
        throw new Error('The token was made for another client')
      return {
        email: claimed.email.trim().toLowerCase(),
        issuer: found.facts.issuer,
        subject: claimed.sub,
        tokenId: claimed.jti ?? `${claimed.sub}:${payload.iat}:${nonce}`,
        expiresAt: new Date(payload.exp * 1000),
      }
    },
    async logoutAddress(idp, returnTo) {
      const found = await discoverOwn(idp).catch(() => undefined)
      if (found?.facts.end_session_endpoint === undefined) return null
      const parameters = { post_logout_redirect_uri: returnTo }
      return openid.buildEndSessionUrl(configOf(found), parameters).href
    },
  }
}

/** A configuration for a single call, because the library takes the clock from it. */
function configOf({ own, facts, keys }: Discovered, now = new Date()): openid.Configuration {
  const config = new openid.Configuration(
    { ...facts, id_token_signing_alg_values_supported: algorithms },
    own.clientId,
    {
      [openid.clockSkew]: Math.round((now.getTime() - Date.now()) / 1000),
      [openid.clockTolerance]: 30,
    },
    openid.None(),
  )
  config.timeout = TIMEOUT_SECONDS
  config[openid.customFetch] = fetchBounded('manual')
  if (isInsecure(own)) openid.allowInsecureRequests(config)
  if (keys !== undefined) openid.setJwksCache(config, keys)
  openid.useIdTokenResponseType(config)
  return config
}

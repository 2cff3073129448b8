/** The page's side of corporate sign-in: authorization code with PKCE, as a public client. */
import type { Output } from '#contract/endpoint.ts'
import type { waysIn, IdentityProvider } from '#contract/auth/waysIn.ts'
import { send } from '#api/http.ts'

export type CorporateProvider = Output<typeof waysIn.getLoginOptions>['providers'][number]
export interface Callback {
  state: string
  code: string | null
  error: string | null
  /** The answering provider's issuer (RFC 9207). */
  iss: string | null
}

/** A sign-in in progress. `next`: the wanted page. */
export interface Journey {
  provider: CorporateProvider
  verifier: string
  nonce: string
  next: string
  source: string
  redirectUri: string
}

const KEY = 'plantroom.corporate'
const pathOf: Record<IdentityProvider, string> = { auth0: '/auth0-callback', sso: '/auth-callback' }

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))
const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Redirects to the provider; the data for the return stays in this tab. `source`: the page that the
 * user came from.
 */
export async function redirectToProvider(
  provider: CorporateProvider,
  next: string,
  source: string,
): Promise<void> {
  const journey: Journey = {
    provider,
    verifier: random(),
    nonce: await nonceFrom(provider.idp),
    next,
    source,
    redirectUri: window.location.origin + pathOf[provider.idp],
  }
  const state = random()
  sessionStorage.setItem(`${KEY}.${state}`, JSON.stringify(journey))
  const challenge = base64url(
    new Uint8Array(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode(journey.verifier)),
    ),
  )
  const address = new URL(provider.authorizationEndpoint)
  const query = {
    client_id: provider.clientId,
    response_type: 'code',
    redirect_uri: journey.redirectUri,
    scope: provider.scope,
    state,
    nonce: journey.nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value)
  window.location.assign(address)
}

/**
 * The server binds the nonce to this browser, so that a token obtained elsewhere signs nobody in
 * here.
 */
async function nonceFrom(idp: IdentityProvider): Promise<string> {
  const answer = await send({
    method: 'POST',
    url: '/api/public/begin-identity',
    body: { idp },
    needsSession: false,
  })
  if (
    typeof answer !== 'object' ||
    answer === null ||
    !('nonce' in answer) ||
    typeof answer.nonce !== 'string'
  )
    throw new Error('The server gave no nonce')
  return answer.nonce
}

/** Refuses another provider's answer before its code is used (mix-up attack). */
function isFrom(provider: CorporateProvider, iss: string | null): boolean {
  return iss === null ? !provider.checksIssuer : iss === provider.issuer
}

/** Takes the sign-in that this tab began with that state. Works once. */
export function takePendingSignIn(state: string): Journey | null {
  const kept = sessionStorage.getItem(`${KEY}.${state}`)
  sessionStorage.removeItem(`${KEY}.${state}`)
  // `redirectToProvider` wrote the value in this tab.
  return kept === null ? null : (JSON.parse(kept) as Journey)
}

/**
 * Exchanges the code for a session token. Throws if anything differs from the start of the sign-in.
 */
export async function completeProviderSignIn(
  journey: Journey | null,
  { code, error, iss }: Callback,
): Promise<string> {
  if (journey === null || code === null || error !== null)
    throw new Error(error ?? 'The sign-in was not begun in this tab')
  const { provider, verifier, nonce, source, redirectUri } = journey
  if (!isFrom(provider, iss)) throw new Error('Another provider answered')
  const answer = await fetch(provider.tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: provider.clientId,
      code_verifier: verifier,
    }),
  })
  const { id_token: identity }: { id_token?: unknown } = await answer.json()
  if (typeof identity !== 'string') throw new Error('The provider gave no identity token')
  const made = await send({
    method: 'POST',
    url: `/api/public/login-${provider.idp}/`,
    body: { source, nonce },
    needsSession: false,
    bearer: identity,
  })
  if (
    typeof made !== 'object' ||
    made === null ||
    !('token' in made) ||
    typeof made.token !== 'string'
  )
    throw new Error('The server gave no token')
  return made.token
}

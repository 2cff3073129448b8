/** A real OpenID Connect provider, and a user who signs in there as a browser would. */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface IdentityProviderProcess {
  issuer: string
  clientId: string
  close(): Promise<void>
}

/**
 * `redirectUris`: the page's callbacks. `afterLogout`: where sign-out returns to. Every login name
 * is an account, and its address.
 */
export async function startIdentityProvider(
  redirectUris: string[],
  { verified = true, afterLogout = [] as string[] } = {},
): Promise<IdentityProviderProcess> {
  const http: Server = createServer()
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  const { port } = http.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const clientId = 'plantroom-page'
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: afterLogout,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    clientBasedCORS: () => true,
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: verified, name: id }),
    }),
  })
  const answer = provider.callback()
  http.on('request', (request, response) => {
    void answer(request, response)
  })
  return {
    issuer,
    clientId,
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections()
        http.close(() => resolve())
      }),
  }
}

/** Runs the authorization code flow with PKCE, and returns the identity token. */
export async function identityTokenOf(
  { issuer, clientId }: IdentityProviderProcess,
  redirectUri: string,
  login: string,
  nonce: string,
): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const cookies = new Map<string, string>()
  const step = async (url: string, form?: Record<string, string>) => {
    const answer = await fetch(new URL(url, issuer), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return answer.headers.get('location') ?? ''
  }
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email',
    nonce,
    state: 'state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  let at = await step(`/auth?${query}`)
  const forms: Record<string, string>[] = [
    { prompt: 'login', login, password: 'any' },
    { prompt: 'consent' },
  ]
  for (const form of forms) at = await step(await step(at, form))
  const code = new URL(at).searchParams.get('code')
  if (code === null) throw new Error(`The provider gave no code: ${at}`)
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: clientId,
      code_verifier: verifier,
    }),
  })
  const { id_token: token } = (await answer.json()) as { id_token?: string }
  if (!token) throw new Error('The provider gave no identity token')
  return token
}

/** The first page's calls as plain requests: axios and the store belong to the application. */
import { baseAddress } from '#api/baseAddress.ts'

export const publicPaths = {
  login: '/api/public/login',
  getInstallation: '/api/public/installation',
  getLoginOptions: '/api/public/login-options',
  beginPasskeySignIn: '/api/public/passkey-begin',
  loginPasskey: '/api/public/passkey-login',
}

/** HTTP status; null without a response. */
class CallFailed extends Error {
  constructor(readonly status: number | null) {
    super(`The call failed: ${status ?? 'no answer'}`)
  }
}
export const statusOf = (error: unknown): number | null =>
  error instanceof CallFailed ? error.status : null

async function call<T>(path: string, init: RequestInit): Promise<T> {
  const answer = await fetch(baseAddress() + path, {
    ...init,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
  }).catch(() => {
    throw new CallFailed(null)
  })
  if (!answer.ok) throw new CallFailed(answer.status)
  // Parses the contract's response. A captive portal's page is not JSON.
  return (await answer.json().catch(() => {
    throw new CallFailed(null)
  })) as T
}

export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> =>
  call(path, { method: 'POST', body: JSON.stringify(body), signal: signal ?? null })
export const fetchJson = <T>(path: string): Promise<T> => call(path, { method: 'GET' })

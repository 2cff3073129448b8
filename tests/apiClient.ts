/** Calls endpoints of the contract by fetch, for tests outside the page. Typed by the contract. */
import { auth } from '#contract/auth/auth.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`${status}: ${JSON.stringify(body)}`)
  }
}

type Arguments<E extends Endpoint> = unknown extends Input<E> ? [] : [input: Input<E>]

export interface Api {
  token: string
  call<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<Output<E>>
}

export async function signIn(url: string, email: string, password = 'Plantroom1'): Promise<Api> {
  const { token: given } = await send(url, undefined, auth.login, { body: { email, password } })
  if (given === null) throw new Error(`${email} has a second step`)
  const token = given
  return {
    token,
    call: (endpoint, ...[input]) => send(url, token, endpoint, input ?? {}),
  }
}

async function send<E extends Endpoint>(
  url: string,
  token: string | undefined,
  endpoint: E,
  input: object,
): Promise<Output<E>> {
  const { params = {}, body } = input as { params?: Record<string, unknown>; body?: unknown }
  const inPath = new Set<string>()
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(params[name]))
  })
  const query = new URLSearchParams(
    Object.entries(params)
      .filter(([name, value]) => !inPath.has(name) && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
  const response = await fetch(`${url}${path}${query.size > 0 ? `?${query.toString()}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer: unknown = text === '' ? undefined : JSON.parse(text)
  if (!response.ok) throw new Refused(response.status, answer)
  return answer as Output<E>
}

/** Sends one declared call outside the query cache. Throws an `ApiFailure`. */
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { requestAddress } from './fromContract.ts'
import { send } from './http.ts'

export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<Output<E>> {
  const { params, body } = input as { params?: Record<string, unknown>; body?: unknown }
  const { url, query } = requestAddress(endpoint.path, params)
  const answer = await send({
    method: endpoint.method,
    url,
    query,
    body,
    needsSession: endpoint.access !== 'public',
    ...(signal === undefined ? {} : { signal }),
  })
  return answer as Output<E>
}

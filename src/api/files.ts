import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { requestAddress } from './fromContract.ts'
import { send } from './http.ts'

type ParamsOf<E extends Endpoint> = Input<E> extends { params: infer P } ? P : Record<string, never>

/**
 * Sends one file as multipart (`wire: 'upload'`). The caller invalidates what the answer changed.
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  params: ParamsOf<E>,
  file: File,
  onProgress?: (loaded: number, total: number | undefined) => void,
): Promise<Output<E>> {
  const form = new FormData()
  form.append('file', file)
  const { url, query } = requestAddress(endpoint.path, params as Record<string, unknown>)
  const answer = await send({
    method: endpoint.method,
    url,
    query,
    body: form,
    needsSession: endpoint.access !== 'public',
    ...(onProgress === undefined ? {} : { onUploadProgress: onProgress }),
  })
  return answer as Output<E>
}

/** Fetches the bytes of a `wire: 'stream'` endpoint: an export, failed rows, a photo. */
export async function fetchBlob<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Blob> {
  const { params, body } = input as { params?: Record<string, unknown>; body?: unknown }
  const { url, query } = requestAddress(endpoint.path, params)
  const answer = await send({
    method: endpoint.method,
    url,
    query,
    body,
    needsSession: endpoint.access !== 'public',
    as: 'blob',
  })
  if (!(answer instanceof Blob)) throw new TypeError('The answer is not a file')
  return answer
}

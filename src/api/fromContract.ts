import type {
  BaseQueryFn,
  EndpointBuilder,
  MutationDefinition,
  QueryDefinition,
} from '@reduxjs/toolkit/query/react'
import {
  isReadTogether,
  type Contract,
  type Endpoint,
  type Input,
  type Output,
  type Tag,
  type TagType,
} from '#contract/endpoint.ts'
import { send, toFailure, type ApiFailure, type Call } from './http.ts'
import { answerOrCached } from './answerCache.ts'
import { sendOnce } from './sendOnce.ts'
import { answerIfDeleted, rememberDeleted } from './deletedItems.ts'
import { sendNamedCall } from './ownCalls.ts'

/** A hook's argument: nothing, `{ params }`, `{ body }` or both. */
export type Argument<E extends Endpoint> = unknown extends Input<E> ? void : WithVersion<Input<E>>

/**
 * The page always sends the version that it read, also where the contract makes it optional
 * (decision 26).
 */
type WithVersion<I> = I extends { body: infer B }
  ? B extends { version?: number | undefined }
    ? 'version' extends keyof B
      ? Omit<I, 'body'> & { body: B & { version: number } }
      : I
    : I
  : I

interface Request {
  endpoint: Endpoint
  input: { params?: Record<string, unknown>; body?: unknown } | undefined
}

type Answer = { data: unknown; error?: never } | { error: ApiFailure; data?: never }
type CallNames = Pick<Call, 'ownCall' | 'idempotencyKey'>

export type ContractQuery = BaseQueryFn<Request, unknown, ApiFailure>

export const contractQuery: ContractQuery = async (
  { endpoint, input },
  { signal, queryCacheKey },
) => {
  const answer = (names: CallNames = {}) => answered(endpoint, input, signal, names)
  if (endpoint.kind === 'mutation')
    return sendNamedCall((ownCall) =>
      sendOnce(endpoint, input, (idempotencyKey) => answer({ ownCall, idempotencyKey })),
    )
  return endpoint.keptOnDevice && queryCacheKey !== undefined
    ? answerOrCached(queryCacheKey, await answer(), signal)
    : answer()
}

async function answered(
  endpoint: Endpoint,
  input: Request['input'],
  signal: AbortSignal,
  names: CallNames,
): Promise<Answer> {
  const { url, query } = requestAddress(endpoint.path, input?.params)
  const gone = endpoint.kind === 'query' ? answerIfDeleted(url) : undefined
  if (gone !== undefined) return { error: await gone }
  try {
    const data = await send({
      method: endpoint.method,
      url,
      query,
      signal,
      body: endpoint.wire === 'upload' ? asForm(input?.body) : input?.body,
      needsSession: endpoint.access !== 'public',
      as: endpoint.wire === 'stream' ? 'text' : 'json',
      readWith: !isReadTogether(endpoint) ? undefined : endpoint.readsMuch ? 'heavy' : 'light',
      ...names,
    })
    if (endpoint.kind === 'mutation') rememberDeleted(url, data)
    return { data }
  } catch (error) {
    return { error: toFailure(error) }
  }
}

/** Fills named params into the path; the rest become the query string. */
export function requestAddress(
  path: string,
  params: Record<string, unknown> = {},
): { url: string; query: Record<string, unknown> } {
  const rest = { ...params }
  const url = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { url, query: rest }
}

/** Multipart: files as they are, everything else as text. */
function asForm(body: unknown): FormData {
  if (body instanceof FormData) return body
  const form = new FormData()
  if (typeof body !== 'object' || body === null) return form
  // The file goes last, so that the server has the fields when the stream begins.
  const entries = Object.entries(body).sort(
    ([, left], [, right]) => Number(left instanceof Blob) - Number(right instanceof Blob),
  )
  for (const [key, value] of entries) {
    if (value === undefined) continue
    form.append(
      key,
      value instanceof Blob ? value : typeof value === 'string' ? value : JSON.stringify(value),
    )
  }
  return form
}

/**
 * A tag without an id means the type's lists only, so that one changed row does not refetch every
 * other row.
 */
export function cacheTag(tag: Tag): { type: TagType; id: number | string } {
  return typeof tag === 'string' ? { type: tag, id: 'LIST' } : tag
}

type Built = { type: TagType; id: number | string }

export type Definitions<C extends Contract> = {
  [K in keyof C]: C[K]['kind'] extends 'query'
    ? QueryDefinition<Argument<C[K]>, ContractQuery, TagType, Output<C[K]>, 'api'>
    : MutationDefinition<Argument<C[K]>, ContractQuery, TagType, Output<C[K]>, 'api'>
}

export function fromContract<C extends Contract>(
  build: EndpointBuilder<ContractQuery, TagType, 'api'>,
  contract: C,
): Definitions<C> {
  const made: Record<string, unknown> = {}
  for (const [name, endpoint] of Object.entries(contract)) {
    const query = (input: Request['input']): Request => ({ endpoint, input })
    const tags = (response: unknown, error: unknown, input: Request['input']): Built[] =>
      error === undefined
        ? endpoint.tags({ params: input?.params, body: input?.body, response }).map(cacheTag)
        : []
    made[name] =
      endpoint.kind === 'query'
        ? build.query({ query, providesTags: tags })
        : build.mutation({ query, invalidatesTags: tags })
  }
  return made as Definitions<C>
}

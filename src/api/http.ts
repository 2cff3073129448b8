/**
 * The single axios client. The app passes the session's functions; the client never imports the
 * store.
 */
import axios, { AxiosError, type AxiosInstance, type AxiosResponse } from 'axios'
import type { idempotencyHeader } from '#contract/endpoint.ts'
import type { callHeader } from '#contract/live.ts'
import type { ApiError } from '#contract/shapes.ts'
import { baseAddress, isSameOrigin } from './baseAddress.ts'
import { gather, isGathered, type Read } from './gatherReads.ts'
import { asking, reportServerReached } from './network.ts'
import { noteServerTime } from './serverClock.ts'

/** The session as the client needs it. Set once by the app. */
export interface SessionAdapter {
  readToken(): string | null
  storeToken(token: string): void
  /** Called if the server rejects the token: clears the session and goes to the login page. */
  endSession(): void
  /**
   * Asks for a fresh proof of identity before a sensitive call. Resolves false if the user cancels.
   */
  confirm(): Promise<boolean>
  /** Goes to the page for setting up a second step, which is required first. */
  leadToSetUp(): void
}

/**
 * Every failed call as the page sees it. `status` is null without an answer. A plain object, so
 * that the store can hold it.
 */
export interface ApiFailure {
  status: number | null
  message: string
  errors: ApiError['errors']
  /** The request's id in the server's log. */
  reference?: string
  /** Seconds to wait, from Retry-After. */
  retryAfter?: number
  /** The stored row, if a 409 carries it. */
  current?: unknown
  /** The page caused this failure itself and has reported it. */
  isOwnDoing?: boolean
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  query?: Record<string, unknown>
  body?: unknown
  /** False for calls without a session. */
  needsSession: boolean
  /** A token other than the session's, such as an identity token at sign-in. */
  bearer?: string
  ownCall?: string | undefined
  /** Idempotency key of the write. */
  idempotencyKey?: string | undefined
  readWith?: Read['readWith']
  /** Text answers (exports) stay unparsed. */
  as?: 'json' | 'text' | 'blob'
  signal?: AbortSignal
  onUploadProgress?: (loaded: number, total: number | undefined) => void
}

let session: SessionAdapter = {
  readToken: () => null,
  storeToken: () => undefined,
  endSession: () => undefined,
  confirm: () => Promise.resolve(false),
  leadToSetUp: () => undefined,
}

/** Sets the session's functions. Functions that a test or a bare page omits do nothing. */
export function handOverSession(
  door: Omit<SessionAdapter, 'confirm' | 'leadToSetUp'> & Partial<SessionAdapter>,
): void {
  session = { confirm: () => Promise.resolve(false), leadToSetUp: () => undefined, ...door }
}

const CALL_HEADER: typeof callHeader = 'x-plantroom-call'
const IDEMPOTENCY_HEADER: typeof idempotencyHeader = 'idempotency-key'

const client: AxiosInstance = axios.create({
  headers: { 'Cache-Control': 'no-store', Accept: 'application/json' },
  paramsSerializer: { serialize: serializeQuery },
  timeout: 60_000,
})

function serializeQuery(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one))
  }
  return search.toString()
}

/**
 * Sends one call and returns its body. Throws an `ApiFailure`. If the call needs confirmation, asks
 * for it and sends the call again.
 */
export async function send(call: Call): Promise<unknown> {
  try {
    return isGathered(call) && isSameOrigin()
      ? await gather(call, addressOf(call), () => sendOnce(call), sendOnce)
      : await sendOnce(call)
  } catch (error) {
    if (!isRefusedFor(error, 'confirmFirst') || !(await session.confirm())) throw error
    return sendOnce(call)
  }
}

function addressOf({ url, query = {} }: Call): string {
  const search = serializeQuery(query)
  return search === '' ? url : `${url}?${search}`
}

/** True if the server refused with this code. */
export const isRefusedFor = (error: unknown, code: string): boolean =>
  isApiFailure(error) && error.errors.some((each) => each.code === code)

async function sendOnce(call: Call): Promise<unknown> {
  const token = session.readToken()
  const bearer = call.bearer ?? token
  if (call.needsSession && token === null) throw noSession()
  const askedAt = Date.now()
  const missServer = asking()
  try {
    const response = await client.request({
      method: call.method,
      url: baseAddress() + call.url,
      headers: {
        ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(call.ownCall === undefined ? {} : { [CALL_HEADER]: call.ownCall }),
        // Another origin would have to allow the header, which the specification's own server does
        // not.
        ...(call.idempotencyKey === undefined || !isSameOrigin()
          ? {}
          : { [IDEMPOTENCY_HEADER]: call.idempotencyKey }),
      },
      responseType: call.as ?? 'json',
      // Uploads and downloads have no time-out.
      timeout: call.body instanceof FormData || call.as === 'blob' ? 0 : 60_000,
      ...(call.query === undefined ? {} : { params: call.query }),
      ...(call.body === undefined ? {} : { data: call.body }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
      ...(call.onUploadProgress === undefined
        ? {}
        : {
            onUploadProgress: (progress: { loaded: number; total?: number }) =>
              call.onUploadProgress?.(progress.loaded, progress.total),
          }),
    })
    if (!isFromServer(response, call)) throw notFromServer()
    reportServerReached()
    keepRenewedToken(response)
    noteServerTime(response.headers['date'], askedAt)
    return response.status === 204 ? null : response.data
  } catch (error) {
    const failure = await failureOf(error)
    if (!isUnreached(failure)) reportServerReached()
    else if (failure.status === null && !call.signal?.aborted) missServer()
    // Only a session in use can end: a wrong password on the login page is also a 401.
    if (failure.status === 401 && call.needsSession && session.readToken() === token)
      session.endSession()
    if (call.needsSession && isRefusedFor(failure, 'secondStepRequired')) session.leadToSetUp()
    throw failure
  }
}

/**
 * True for the server's own response. A captive portal or proxy may answer with its own page and
 * status 200; accepting that page would discard the sent data.
 */
function isFromServer({ status, headers, data }: AxiosResponse, { as }: Call): boolean {
  if (status === 204) return true
  const type = String(headers['content-type'] ?? '')
  if (/html/i.test(type)) return false
  if (as === 'blob' || as === 'text') return true
  // Axios returns invalid JSON as text.
  return /json/i.test(type) && !(typeof data === 'string' && /^\s*</.test(data))
}

const notFromServer = (): ApiFailure => ({
  status: null,
  message: 'Somebody other than the server answered',
  errors: [],
})

function keepRenewedToken(response: AxiosResponse): void {
  const header: unknown = response.headers['authorization']
  const token = typeof header === 'string' ? /^Bearer (.+)$/.exec(header)?.[1] : undefined
  if (token !== undefined) session.storeToken(token)
}

/**
 * True if a retry may succeed: no network, no session, too many calls, or a server error. The
 * server did not refuse.
 */
export const isRetryable = ({ status }: ApiFailure): boolean =>
  status === null ||
  status === 401 ||
  status === 408 ||
  status === 425 ||
  status === 429 ||
  status >= 500

function noSession(): ApiFailure {
  return { status: 401, message: 'No session', errors: [] }
}

/** Converts an error like `toFailure`. A call for bytes gets its error body as bytes too. */
export async function failureOf(error: unknown): Promise<ApiFailure> {
  if (error instanceof AxiosError && error.response?.data instanceof Blob)
    error.response.data = await error.response.data.text()
  return toFailure(error)
}

/** True if the server was not reached: no network, or a proxy without its server. */
export const isUnreached = ({ status }: ApiFailure): boolean =>
  status === null || status === 502 || status === 503 || status === 504

/** Converts anything thrown to an `ApiFailure`. */
export function toFailure(error: unknown): ApiFailure {
  if (isApiFailure(error)) return error
  if (!(error instanceof AxiosError) || error.response === undefined)
    return { status: null, message: messageOf(error), errors: [] }
  const { status, headers } = error.response
  const data = parsed(error.response.data)
  if (!isRefusal(status, data)) return notFromServer()
  const retry = Number(headers['retry-after'])
  return {
    status,
    message: typeof data['message'] === 'string' ? data['message'] : error.message,
    errors: Array.isArray(data['errors']) ? data['errors'].filter(isFieldError) : [],
    ...(Number.isFinite(retry) && retry > 0 ? { retryAfter: retry } : {}),
    ...(typeof data['reference'] === 'string' ? { reference: data['reference'] } : {}),
    ...('current' in data ? { current: data['current'] } : {}),
  }
}

/** Statuses of proxies whose meaning is clear without a body. */
const OF_PROXIES: readonly number[] = [408, 413, 425, 429]

/**
 * The server gives reasons with a refusal. A 401, 403 or 404 without reasons comes from something
 * else.
 */
const isRefusal = (status: number, data: Record<string, unknown>): boolean =>
  status >= 500 || OF_PROXIES.includes(status) || Array.isArray(data['errors'])

/** The error of a text or blob call arrives unparsed. */
function parsed(data: unknown): Record<string, unknown> {
  if (typeof data === 'string') {
    try {
      return parsed(JSON.parse(data))
    } catch {
      return {}
    }
  }
  return isRecord(data) ? data : {}
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFieldError(value: unknown): value is ApiError['errors'][number] {
  return (
    isRecord(value) &&
    typeof value['path'] === 'string' &&
    typeof value['code'] === 'string' &&
    typeof value['message'] === 'string'
  )
}

export function isApiFailure(value: unknown): value is ApiFailure {
  return (
    isRecord(value) &&
    'status' in value &&
    'errors' in value &&
    Array.isArray(value['errors']) &&
    !(value instanceof Error)
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

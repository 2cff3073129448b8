/** One request to a push service (RFC 8030), by the client that guards calls of hooks. */
import { createHash } from 'node:crypto'
import type { PushFault } from '#contract/push.ts'
import { NotReachable, type HookClient } from '#ports/hookClient.ts'
import { encryptPush, type BrowserKeys } from './encryptPush.ts'
import { authorizationFor, type PushKeys } from './pushKeys.ts'

/** Seconds that a push service keeps a message for a device that is off. */
const KEPT_SECONDS = 86_400

export interface PushRequest {
  endpoint: string
  keys: BrowserKeys
  payload: Buffer
  isUrgent: boolean
  /** A repeated message replaces itself at the push service. */
  topic: string
  contact: string
  now: Date
  companyUuid: string
}

export type PushOutcome =
  | { kind: 'sent' }
  /** The browser has given up the address. */
  | { kind: 'ended' }
  | { kind: 'refused'; fault: PushFault; status: number | null }
  | { kind: 'later'; fault: PushFault; status: number | null; retryAfter: number | null }

export async function sendPush(
  hooks: HookClient,
  keys: PushKeys,
  { endpoint, payload, isUrgent, topic, contact, now, companyUuid, ...to }: PushRequest,
): Promise<PushOutcome> {
  if (new URL(endpoint).protocol !== 'https:') return refused('notAllowed', null)
  const bytes = encryptPush(payload, to.keys)
  const headers = {
    authorization: await authorizationFor(keys, { endpoint, contact, now }),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': String(bytes.length),
    ttl: String(KEPT_SECONDS),
    urgency: isUrgent ? 'high' : 'normal',
    // At most 32 characters of base64url.
    topic: prefixOf(createHash('sha256').update(topic).digest('base64url')),
    'user-agent': 'Plantroom',
  }
  try {
    const answer = await hooks.call({
      method: 'POST',
      url: endpoint,
      headers,
      body: null,
      bytes,
      companyUuid,
    })
    return outcomeOf(answer.status, readRetryAfter(answer.headers?.['retry-after'], now))
  } catch (error) {
    if (error instanceof NotReachable) return refused('notAllowed', null)
    return { kind: 'later', fault: 'noAnswer', status: null, retryAfter: null }
  }
}

const prefixOf = (hash: string) => hash.substring(0, 32)

const refused = (fault: PushFault, status: number | null): PushOutcome => ({
  kind: 'refused',
  fault,
  status,
})

/** Redirects are not followed, so they count as a refusal. */
function outcomeOf(status: number, retryAfter: number | null): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'ended' }
  if (status === 408 || status === 429 || status >= 500)
    return { kind: 'later', fault: 'busy', status, retryAfter }
  return refused('refused', status)
}

/** Milliseconds; the header has seconds or a date. */
function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  const wait = /^\d{1,9}$/.test(header.trim())
    ? Number(header) * 1_000
    : Date.parse(header) - now.getTime()
  return Number.isFinite(wait) && wait > 0 ? wait : null
}

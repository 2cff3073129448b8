/**
 * This page's own writes: what one of them changed is loaded because its answer came, so the live
 * message of the same call must not load it a second time. Every other page loads it by that
 * message, also another tab of the same person.
 */
import type { Tag } from '#contract/endpoint.ts'
import { uuid } from '#lib/uuid.ts'

/** The call that a live message is of, and the tags that its answer invalidates where it came. */
export interface Writer {
  call: string
  tags: readonly Tag[]
}

/** More than can be under way; the message of a call comes before or soon after its answer. */
const REMEMBERED = 100
const calls = new Map<string, Promise<boolean>>()
let isLive = false

/** Calls have names only while a event stream says them back; another backend never sees the header. */
export function nameCallsWhile(live: boolean): void {
  isLive = live
}

/** Sends a write under a name of its own; the name is undefined where nobody would say it back. */
export async function asOwnCall<T extends object>(
  send: (call: string | undefined) => Promise<T>,
): Promise<T> {
  if (!isLive) return send(undefined)
  const call = uuid()
  const answer = send(call)
  calls.set(
    call,
    answer.then(
      (outcome) => !('error' in outcome),
      () => false,
    ),
  )
  for (const oldest of calls.keys()) {
    if (calls.size <= REMEMBERED) break
    calls.delete(oldest)
  }
  return answer
}

/** Is it the message of a write of this page, and not yet answered as such? */
export const isOwn = (by: Writer | undefined): by is Writer =>
  by !== undefined && calls.has(by.call)

/**
 * What of a message this page still has to load. A write whose answer never came, or told a
 * failure, invalidated nothing: then all of it.
 */
export async function leftToLoad(tags: readonly Tag[], by: Writer): Promise<Tag[]> {
  const answered = calls.get(by.call)
  calls.delete(by.call)
  if (!((await answered) ?? false)) return [...tags]
  const own = new Set(by.tags.map(keyOf))
  return tags.filter((tag) => !own.has(keyOf(tag)))
}

const keyOf = (tag: Tag): string => (typeof tag === 'string' ? tag : `${tag.type}:${tag.id}`)

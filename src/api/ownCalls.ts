/**
 * This page's own writes. Their answers reload what changed, so the event stream's message for the
 * same call must not reload it again. Other pages and tabs reload by that message.
 */
import type { Tag } from '#contract/endpoint.ts'
import { uuid } from '#lib/uuid.ts'

export interface Writer {
  call: string
  tags: readonly Tag[]
}

/** More than can be in progress; a call's message arrives shortly before or after its answer. */
const REMEMBERED = 100
const calls = new Map<string, Promise<boolean>>()
let isLive = false

/** Calls are named only while an event stream is connected; other backends never see the header. */
export function nameCallsWhile(live: boolean): void {
  isLive = live
}

/** Sends a write under a name of its own. Undefined while no event stream is connected. */
export async function sendNamedCall<T extends object>(
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

/** True for the message of a write of this page that was not matched yet. */
export const isOwn = (by: Writer | undefined): by is Writer =>
  by !== undefined && calls.has(by.call)

/**
 * The tags of a message that this page must still load. All of them if the write failed or had no
 * answer, since it invalidated nothing then.
 */
export async function tagsToReload(tags: readonly Tag[], by: Writer): Promise<Tag[]> {
  const answered = calls.get(by.call)
  calls.delete(by.call)
  if (!((await answered) ?? false)) return [...tags]
  const own = new Set(by.tags.map(keyOf))
  return tags.filter((tag) => !own.has(keyOf(tag)))
}

const keyOf = (tag: Tag): string => (typeof tag === 'string' ? tag : `${tag.type}:${tag.id}`)

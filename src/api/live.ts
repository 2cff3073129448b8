/**
 * The event stream: the server names changed tags, and the page fetches them again under the
 * person's rights. One connection for each browser: the tab with the lock listens and passes events
 * to the others over a channel.
 */
import type { Tag } from '#contract/endpoint.ts'
import { readTag } from './liveTags.ts'
import { baseAddress } from './baseAddress.ts'
import { send } from './http.ts'
import { reportServerReached } from './network.ts'
import { isOwn, tagsToReload, nameCallsWhile, type Writer } from './ownCalls.ts'

/** `absent`: this backend has no event stream; the page works without it. */
export type LiveState = 'connecting' | 'live' | 'cut' | 'absent'

export interface LiveOptions {
  readToken(): string | null
  onTags(tags: readonly Tag[]): void
  /** Called when everything on screen may be outdated: during and after an interruption. */
  onStale(): void
  onState(state: LiveState): void
}

type Hearer = (tags: readonly Tag[] | 'stale') => void
const hearers = new Set<Hearer>()

/**
 * Subscribes outside the store, for changes too frequent for the query cache (positions). Returns
 * the unsubscribe function.
 */
export function subscribeToChanges(hearer: Hearer): () => void {
  hearers.add(hearer)
  return () => void hearers.delete(hearer)
}

type Message =
  | { kind: 'tags'; tags: Tag[]; by?: Writer }
  | { kind: 'state'; state: LiveState }
  | { kind: 'stale' }
  | { kind: 'ask' }

const POLL = 15_000
const SILENCE = 45_000 // Milliseconds; the server sends at least one line every 20 s.
const LONGEST_WAIT = 30_000

/** Starts listening. Returns the stop function. */
export function startLive(options: LiveOptions): () => void {
  const stop = new AbortController()
  const channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('plantroom.live')
  let state: LiveState = 'connecting'
  let leads = false
  let poll: ReturnType<typeof setInterval> | undefined

  const handleStale = (): void => {
    options.onStale()
    for (const hear of hearers) hear('stale')
  }
  const act = (message: Message): void => {
    if (message.kind === 'tags') {
      const { tags, by } = message
      if (isOwn(by))
        void tagsToReload(tags, by).then((rest) => rest.length > 0 && options.onTags(rest))
      else options.onTags(tags)
      for (const hear of hearers) hear(tags)
    }
    if (message.kind === 'stale') handleStale()
    if (message.kind === 'state') {
      state = message.state
      options.onState(state)
      nameCallsWhile(state === 'live')
      clearInterval(poll)
      if (state === 'cut') poll = setInterval(handleStale, POLL)
    }
    if (message.kind === 'ask' && leads)
      channel?.postMessage({ kind: 'state', state } satisfies Message)
  }
  const tell = (message: Message): void => {
    act(message)
    channel?.postMessage(message)
  }
  if (channel !== null) channel.onmessage = (event: MessageEvent<Message>) => act(event.data)
  channel?.postMessage({ kind: 'ask' } satisfies Message)

  void holdLock(stop.signal, async () => {
    leads = true
    await listen(options.readToken, stop.signal, tell)
  })
  return () => {
    stop.abort()
    nameCallsWhile(false)
    clearInterval(poll)
    channel?.close()
  }
}

/** Runs in one tab of the browser at a time, or in every tab if the browser has no locks. */
async function holdLock(signal: AbortSignal, lead: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return lead()
  try {
    await navigator.locks.request('plantroom.live', { signal }, lead)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function listen(
  readToken: () => string | null,
  signal: AbortSignal,
  tell: (message: Message) => void,
): Promise<void> {
  let wait = 1_000
  let wasCut = false
  while (!signal.aborted) {
    const token = readToken()
    if (token !== null) {
      const outcome = await connect(token, signal, tell, () => {
        wait = 1_000
        tell({ kind: 'state', state: 'live' })
        if (wasCut) tell({ kind: 'stale' })
      })
      if (signal.aborted) return
      if (outcome === 'absent') return tell({ kind: 'state', state: 'absent' })
      // The session handles a refused token: the next ordinary call clears it and goes to the login
      // page.
      if (outcome === 'refused')
        await send({ method: 'GET', url: '/api/token-check', needsSession: true }).catch(
          () => undefined,
        )
    }
    wasCut = true
    tell({ kind: 'state', state: 'cut' })
    await pause(wait * (0.75 + Math.random() / 2), signal)
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }
}

async function connect(
  token: string,
  signal: AbortSignal,
  tell: (message: Message) => void,
  onOpen: () => void,
): Promise<'cut' | 'refused' | 'absent'> {
  const quiet = new AbortController()
  const cancel = (): void => quiet.abort()
  signal.addEventListener('abort', cancel)
  let watchdog = setTimeout(cancel, SILENCE)
  try {
    const response = await fetch(`${baseAddress()}/api/live`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: quiet.signal,
    })
    if (response.status === 404) return 'absent'
    if (response.status === 401) return 'refused'
    if (!response.ok || response.body === null) return 'cut'
    if (response.headers.get('content-type')?.includes('text/event-stream') !== true) return 'cut'
    reportServerReached()
    onOpen()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'cut'
      clearTimeout(watchdog)
      watchdog = setTimeout(cancel, SILENCE)
      const blocks = (rest + value).split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      for (const message of blocks.map(messageOf))
        if (message.tags.length > 0) tell({ kind: 'tags', ...message })
    }
  } catch {
    return 'cut'
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', cancel)
  }
}

/** Parses one server-sent event. A comment or an unknown event has no tags. */
export function messageOf(block: string): { tags: Tag[]; by?: Writer } {
  const data = block
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n')
  if (data === '') return { tags: [] }
  try {
    const message: unknown = JSON.parse(data)
    const by =
      typeof message === 'object' && message !== null && 'by' in message ? message.by : null
    const call = typeof by === 'object' && by !== null && 'call' in by ? by.call : null
    return {
      tags: tagsIn(message),
      ...(typeof call === 'string' && { by: { call, tags: tagsIn(by) } }),
    }
  } catch {
    return { tags: [] }
  }
}

function tagsIn(value: unknown): Tag[] {
  const tags = typeof value === 'object' && value !== null && 'tags' in value ? value.tags : null
  return Array.isArray(tags) ? tags.flatMap(readTag) : []
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      window.removeEventListener('online', done)
      resolve()
    }
    signal.addEventListener('abort', done)
    window.addEventListener('online', done)
  })
}

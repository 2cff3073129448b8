import type pg from 'pg'
import { tagTypes, type Tag } from '#contract/endpoint.ts'
import type { LiveMessage } from '#contract/live.ts'
import { startHeartbeat, type Heartbeat } from '#db/heartbeat.ts'

type Listener = (message: LiveMessage) => void
type Observer = (message: LiveMessage, companyId: number) => void

export interface Live {
  /** `by`: the named call that made the change, and the tags covered by its response. */
  publish(companyId: number, tags: readonly Tag[], by?: Writer): void
  /** Returns the unsubscribe function. */
  subscribe(companyId: number, listener: Listener): () => void
  /** Changes of every company on every server, for this server's caches. */
  observe(observer: Observer): void
  /** True if a page of the company, or of any company, is open at this server. */
  isHeard(companyId?: number): boolean
  close(): Promise<void>
}

/** Companies that changed on any server. The reader deletes those that it has processed. */
export function changedCompanies({ observe }: Pick<Live, 'observe'>): Set<number> {
  const changed = new Set<number>()
  observe((_message, companyId) => void changed.add(companyId))
  return changed
}

export interface Writer {
  call: string
  tags: readonly Tag[]
}

export interface Bus {
  send(text: string): void
  close(): Promise<void>
}

/** `missed`: call it when messages may have been lost. */
type ConnectBus = (deliver: (text: string) => void, missed: () => void) => Bus

const everything: LiveMessage = { tags: tagTypes.map((type) => ({ type })) }

export function makeLive(connectBus: ConnectBus): Live {
  const listeners = new Map<number, Set<Listener>>()
  const observers: Observer[] = []
  const known = new Set<number>()
  const pass = (companyId: number, message: LiveMessage) => {
    for (const listener of listeners.get(companyId) ?? []) listener(message)
    for (const observer of observers) observer(message, companyId)
  }
  const bus = connectBus(
    (text) => {
      // written by `publish` below
      const { companyId, message } = JSON.parse(text) as { companyId: number; message: LiveMessage }
      known.add(companyId)
      pass(companyId, message)
    },
    () => {
      for (const companyId of new Set([...known, ...listeners.keys()])) pass(companyId, everything)
    },
  )
  return {
    publish(companyId, tags, by) {
      if (tags.length > 0) bus.send(encode(companyId, tags, by))
    },
    subscribe(companyId, listener) {
      const group = listeners.get(companyId) ?? new Set()
      listeners.set(companyId, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0) listeners.delete(companyId)
      }
    },
    observe: (observer) => void observers.push(observer),
    isHeard: (companyId) =>
      companyId === undefined ? listeners.size > 0 : listeners.has(companyId),
    close: () => bus.close(),
  }
}

export const NOTIFY_MAXIMUM = 7500 // PostgreSQL refuses 8,000 bytes

function encode(companyId: number, tags: readonly Tag[], by?: Writer): string {
  const once = wholeOnce(tags)
  const message: LiveMessage = {
    tags: once,
    ...(by && { by: { call: by.call, tags: wholeOnce(by.tags) } }),
  }
  const text = JSON.stringify({ companyId, message })
  if (Buffer.byteLength(text) <= NOTIFY_MAXIMUM) return text
  // Too many ids: send the types alone, and clients fetch lists and details again.
  const types = [...new Set(once.map((tag) => tag.type))].map((type) => ({ type }))
  return JSON.stringify({ companyId, message: { tags: types } })
}

function wholeOnce(tags: readonly Tag[]): LiveMessage['tags'] {
  const whole = tags.map((tag) => (typeof tag === 'string' ? { type: tag } : tag))
  return [...new Map(whole.map((tag) => [JSON.stringify(tag), tag])).values()]
}

export const localBus = (deliver: (text: string) => void): Bus => ({
  send: (text) => queueMicrotask(() => deliver(text)),
  close: () => Promise.resolve(),
})

const CHANNEL = 'plantroom_live'
const GATHERING_MILLISECONDS = 10

const AGAIN_MILLISECONDS = 1_000
/** Beyond this the oldest are dropped: listeners lost the database, too, and load everything. */
const MAX_UNSENT = 1_000

interface BusOptions {
  channel?: string
  /** False for messages that are worthless later. */
  sendsAgain?: boolean
  heartbeat?: Heartbeat
}

/** Several servers on one PostgreSQL. A lost connection is opened again. */
export const postgresBus =
  (
    pool: pg.Pool,
    warn: (error: unknown) => void,
    { channel = CHANNEL, sendsAgain = true, heartbeat }: BusOptions = {},
  ) =>
  (deliver: (text: string) => void, missed: () => void = () => undefined): Bus => {
    let closed = false
    let hasListened = false
    let client: pg.PoolClient | undefined
    const listen = async () => {
      let own: pg.PoolClient | undefined
      let isOver = false
      const again = (error: unknown) => {
        if (isOver || closed) return
        isOver = true
        warn(error)
        own?.release(true)
        client = undefined
        setTimeout(() => void listen(), AGAIN_MILLISECONDS).unref()
      }
      try {
        own = await pool.connect()
        if (closed) return own.release(true)
        client = own
        own.on('notification', (notice) => {
          if (notice.payload) deliver(notice.payload)
        })
        own.on('error', again)
        await own.query(`listen ${channel}`)
        startHeartbeat(own, heartbeat)
        if (hasListened) missed()
        hasListened = true
      } catch (error) {
        again(error)
      }
    }
    void listen()
    let unsent: string[] = []
    let timer: NodeJS.Timeout | undefined
    const send = async () => {
      clearTimeout(timer)
      const texts = unsent
      unsent = []
      if (texts.length === 0) return
      try {
        await pool.query('select pg_notify($1, text) from unnest($2::text[]) as text', [
          channel,
          texts,
        ])
      } catch (error) {
        warn(error)
        if (closed || !sendsAgain) return
        unsent = [...texts, ...unsent].slice(-MAX_UNSENT)
        timer = setTimeout(() => void send(), AGAIN_MILLISECONDS)
      }
    }
    return {
      // In a burst, many changes share one NOTIFY.
      send: (text) => {
        unsent.push(text)
        if (unsent.length === 1) timer = setTimeout(() => void send(), GATHERING_MILLISECONDS)
      },
      async close() {
        closed = true
        await send()
        client?.release(true)
        client = undefined
      },
    }
  }

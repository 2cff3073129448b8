/**
 * The servers on one database: which of them does the work that exists once a company, and messages
 * between them. A single server does everything and sends nothing.
 */
import { randomUUID } from 'node:crypto'
import { NOTIFY_MAXIMUM, postgresBus, type Bus } from '#kernel/http/eventStream.ts'
import { joinServers, type ServerLocks, type Sessions } from './serverLocks.ts'

export interface Servers {
  /**
   * Returns the companies whose engine this server runs: those it owns, and unowned companies that
   * it acquires, including those of a dead server.
   */
  own<N extends number>(companyIds: readonly N[]): Promise<ReadonlySet<N>>
  /** True if this server still owns it. Check right before a write. */
  owns(companyId: number): boolean
  /** True if other servers were present at the last check. */
  areSeveral(): boolean
  /** Sends to all other servers. `parts` are split over as many messages as needed. */
  tell(companyId: number, parts: readonly unknown[]): void
  /** Receives messages of others. One listener. */
  listen(listener: (companyId: number, parts: readonly unknown[]) => void): void
  close(): Promise<void>
}

interface Told {
  from: string
  companyId: number
  parts: readonly unknown[]
}

/** The lock class: 'plen'. */
const LOCKS = 0x70_6c_65_6e
const CHANNEL = 'plantroom_servers'
/** Servers are counted at every third check. */
const COUNTED_EVERY = 3

export function makeServers(sessions: Sessions, warn: (error: unknown) => void): Servers {
  if (sessions === null) return theOnly
  const name = randomUUID()
  const owned = new Set<number>()
  let locks: ServerLocks | null = null
  let bus: Bus | null = null
  let heard: ((companyId: number, parts: readonly unknown[]) => void) | null = null
  let servers = 1
  let looks = 0
  let isClosed = false
  let isAnnounced = false

  const join = async (): Promise<ServerLocks> => {
    const joined = await joinServers(sessions, LOCKS, () => {
      if (locks !== joined) return
      locks = null
      isAnnounced = false
      owned.clear()
    })
    return joined
  }
  const deliver = (text: string) => {
    const told = JSON.parse(text) as Told // written by `tell` below
    if (told.from === name) return
    servers = Math.max(servers, 2) // until the next count
    if (told.parts.length > 0) heard?.(told.companyId, told.parts)
  }
  /** A quiet server counts rarely, so a server that joins says so. */
  const announce = () => {
    isAnnounced = true
    send(0, [])
  }
  const send = (companyId: number, parts: readonly unknown[]) => {
    const text = JSON.stringify({ from: name, companyId, parts } satisfies Told)
    if (parts.length < 2 || Buffer.byteLength(text) <= NOTIFY_MAXIMUM) bus?.send(text)
    else {
      const half = Math.ceil(parts.length / 2)
      send(companyId, parts.slice(0, half))
      send(companyId, parts.slice(half))
    }
  }
  return {
    async own(companyIds) {
      if (isClosed) return new Set()
      bus ??= postgresBus(sessions, warn, { channel: CHANNEL, sendsAgain: false })(deliver)
      locks ??= await join()
      if (!isAnnounced) announce()
      if (looks % COUNTED_EVERY === 0) servers = await locks.servers()
      looks += 1
      for (const id of await locks.take(companyIds.filter((each) => !owned.has(each))))
        owned.add(id)
      return new Set(companyIds.filter((id) => owned.has(id)))
    },
    owns: (companyId) => owned.has(companyId),
    areSeveral: () => servers > 1,
    tell(companyId, parts) {
      if (servers > 1 && parts.length > 0) send(companyId, parts)
    },
    listen(listener) {
      heard = listener
    },
    async close() {
      isClosed = true
      locks?.close()
      locks = null
      owned.clear()
      await bus?.close()
    },
  }
}

const theOnly: Servers = {
  own: (companyIds) => Promise.resolve(new Set(companyIds)),
  owns: () => true,
  areSeveral: () => false,
  tell: () => undefined,
  listen: () => undefined,
  close: () => Promise.resolve(),
}

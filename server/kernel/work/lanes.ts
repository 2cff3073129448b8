/**
 * Lanes: a fixed number of work slots of the installation, shared evenly by its servers. Lanes of a
 * dead server move to the others within seconds.
 */
import { joinServers, type ServerLocks, type Sessions } from './serverLocks.ts'

export interface HeldLane {
  close(): Promise<void>
}

export interface Lanes<L extends HeldLane> {
  held(): L[]
  settle(): Promise<void>
  close(): Promise<void>
}

interface LanesOrder<L> {
  count: number
  sessions: Sessions
  /** Lock that servers of this version hold. Without it a server counts as `isMixed`. */
  mark: number
  /** Called before lanes are acquired, and when servers without the mark join or leave. */
  mixed(isMixed: boolean): void
  hold(number: number): L
}

/** The lock class: 'plml'. */
const LOCKS = 0x70_6c_6d_6c

export function shareLanes<L extends HeldLane>({
  count,
  sessions,
  mark,
  mixed,
  hold,
}: LanesOrder<L>): Lanes<L> {
  const held = new Map<number, L>()
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  let session: ServerLocks | null = null
  let isClosed = false

  const letGo = async (lanes: readonly number[]) => {
    await Promise.all(
      lanes.map(async (number) => {
        const lane = held.get(number)
        held.delete(number)
        await lane?.close()
      }),
    )
  }

  async function join(pool: NonNullable<Sessions>): Promise<ServerLocks> {
    const joined = await joinServers(
      pool,
      LOCKS,
      () => {
        if (session !== joined) return
        session = null
        void letGo([...held.keys()])
      },
      mark,
    )
    return joined
  }

  async function settleIn(locks: ServerLocks): Promise<void> {
    mixed((await locks.unmarked()) > 0)
    const share = Math.ceil(count / (await locks.servers()))
    const extra = [...held.keys()].slice(share)
    await letGo(extra)
    await locks.letGo(extra)
    for (const number of numbers) {
      if (held.size >= share) return
      if (held.has(number)) continue
      const [mine] = await locks.take([number])
      if (mine !== undefined && !isClosed) held.set(number, hold(number))
    }
  }

  return {
    held: () => [...held.values()],
    async settle() {
      if (isClosed) return
      if (sessions === null) {
        for (const number of numbers) if (!held.has(number)) held.set(number, hold(number))
        return
      }
      session ??= await join(sessions)
      await settleIn(session)
    },
    async close() {
      isClosed = true
      await letGo([...held.keys()])
      session?.close()
      session = null
    },
  }
}

/**
 * Test messages through the installation's own subscription: another client in the share group
 * would steal messages unnoticed. A server publishes to LOOPBACK/probe/LANE/ID. The receiving
 * server answers to LOOPBACK/answer/LANE/ID, unless the lane is its own. The doctor uses a name
 * instead of LANE.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { BrokerLog } from './broker.ts'
import { answerTopic, type Lane } from './lane.ts'
import { isPublishRefused, type Link } from './link.ts'

type LoopbackProblem =
  /** The broker refuses publications below the loopback topic. */
  | 'testRefused'
  /** Some test messages were lost: another client receives deliveries. */
  | 'deliveriesLost'
  /** All were lost: the broker grants the subscription but delivers nothing. */
  | 'notServed'

export interface LoopbackResult {
  at: Date
  sent: number
  returned: number
  problem: LoopbackProblem | null
}

export interface Loopback {
  result(): LoopbackResult | null
  /** Returns true if the message belongs to the loopback and is not a report. */
  receives(topic: string): boolean
  round(): Promise<void>
  close(): void
  totals(): { returned: number; lost: number }
}

/** Two per lane, so that one foreign client among nine subscribers receives at least one. */
export const TEST_MESSAGES = 16
const LOOKS_EVERY = 50
/** Milliseconds. A lane without messages for this long has an empty queue at the broker. */
const IDLE = 50
const IDLE_AFTER = 1_000

export interface LoopbackOrder {
  topic: string
  lanes: () => Lane[]
  link: Pick<Link, 'facts' | 'check'>
  problems: () => readonly string[]
  patience: number
  now: () => Date
  log: BrokerLog
}

export const newTestId = (): string => randomBytes(8).toString('hex')
export const probeTopic = (loopback: string, lane: number | string, id: string): string =>
  `${loopback}/probe/${lane}/${id}`

export function makeLoopback(order: LoopbackOrder): Loopback {
  const { topic, lanes, link, problems, patience, now, log } = order
  const waiting = new Map<string, () => void>()
  const totals = { returned: 0, lost: 0 }
  let result: LoopbackResult | null = null
  let turn = 0
  let isClosed = false

  const standing = () => lanes().filter((lane) => lane.isUsed() && lane.session().since() !== null)

  function answer(lane: string, id: string): void {
    const [by] = standing()
    void by
      ?.session()
      .publish(`${answerTopic(topic, lane)}/${id}`, problems().join(' '))
      .catch(() => undefined) // the sender counts it as lost and tries again
  }

  async function send(by: Lane): Promise<{ sent: string[]; isRefused: boolean }> {
    const ids = Array.from({ length: TEST_MESSAGES }, newTestId)
    const sent: string[] = []
    let isRefused = false
    await Promise.all(
      ids.map(async (id) => {
        waiting.set(id, () => waiting.delete(id))
        try {
          await by.session().publish(probeTopic(topic, by.number, id), '')
          sent.push(id)
        } catch (error) {
          waiting.delete(id)
          isRefused ||= isPublishRefused(error)
        }
      }),
    )
    return { sent, isRefused }
  }

  function note(next: LoopbackResult): void {
    if (next.problem !== null && next.problem !== result?.problem)
      log.warn({ ...next }, 'test messages through the MQTT broker did not come back')
    else if (next.problem === null && result !== null && result.problem !== null)
      log.info({ ...next }, 'test messages through the MQTT broker come back again')
    result = next
  }

  return {
    result: () => result,
    totals: () => totals,
    close() {
      isClosed = true
    },
    receives(received) {
      if (!received.startsWith(`${topic}/`)) return false
      const [kind, lane, id] = received.slice(topic.length + 1).split('/')
      if (lane === undefined || id === undefined) return true
      const isOwn = waiting.get(id)
      if (isOwn !== undefined) isOwn()
      else if (kind === 'probe' && !lanes().some((held) => String(held.number) === lane))
        answer(lane, id)
      return true
    },
    async round() {
      const up = standing()
      const by = up[turn++ % Math.max(1, up.length)]
      if (by === undefined) return
      // A forbidden publication can cost a lane its connection, so the link checks on its own
      // connection first.
      if (link.facts()?.test === 'refused') await link.check()
      if (link.facts()?.test === 'refused') {
        note({ at: now(), sent: 0, returned: 0, problem: 'testRefused' })
        return
      }
      const { sent, isRefused } = await send(by)
      const missing = () => sent.filter((id) => waiting.has(id)).length
      // A lane with a backlog delivers test messages later, which is not a loss.
      const busy = new Set(lanes())
      for (let waited = 0; !isClosed && missing() > 0 && waited < patience; waited += LOOKS_EVERY) {
        await wait(LOOKS_EVERY, undefined, { ref: false })
        if (waited < Math.min(IDLE_AFTER, patience / 2)) continue
        for (const lane of busy) if (lane.session().idleFor() >= IDLE) busy.delete(lane)
      }
      const lost = missing()
      for (const id of sent) waiting.delete(id)
      if (isClosed || (lost > 0 && busy.size > 0) || standing().length === 0) return
      const [at, returned] = [now(), sent.length - lost]
      totals.returned += returned
      totals.lost += lost
      if (sent.length > 0)
        note({ at, sent: sent.length, returned, problem: problemOf(returned, lost) })
      // The account may have lost its permission, or another broker without sharing may have taken
      // over.
      if (isRefused || returned === 0) await link.check()
    },
  }
}

const problemOf = (returned: number, lost: number): LoopbackProblem | null => {
  if (lost === 0) return null
  return returned === 0 ? 'notServed' : 'deliveriesLost'
}

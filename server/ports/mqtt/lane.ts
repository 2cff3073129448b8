/**
 * A lane receives a share of the messages. Lanes belong to the installation: the server that holds
 * a lane resumes its session at the broker (kernel/work/lanes.ts). When names change, the new
 * session subscribes first; then the old one is drained and ended.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { messageOf, sharedFilter, type BrokerLog, type BrokerSettings } from './broker.ts'
import type { Link } from './link.ts'
import type { BrokerNames } from './names.ts'
import { openSession, type Packet, type Session } from './session.ts'

export interface Message extends Packet {
  /** Received through a session that is being ended. The new session may deliver it too. */
  isOfFormerSession: boolean
}

export interface Lane {
  number: number
  session(): Session
  /**
   * Subscribed, or about to be. False for extra lanes if the broker does not share subscriptions.
   */
  isUsed(): boolean
  useNames(names: BrokerNames): void
  /** Call when the broker starts or stops sharing subscriptions. */
  followLink(): void
  close(): Promise<void>
}

export interface LaneOrder {
  settings: BrokerSettings
  link: Link
  loopback: string
  names: BrokerNames
  /** Sessions that earlier names may have left at the broker. */
  former: readonly { clientId: string; group: string | null }[]
  take: (message: Message, gone: AbortSignal) => Promise<void>
  isUp: () => void
  retiring: (change: 1 | -1) => void
  now: () => Date
  log: BrokerLog
}

export const answerTopic = (loopback: string, lane: number | string): string =>
  `${loopback}/answer/${lane}`

const PLAIN_LANE = 1

export function openLane(order: LaneOrder, number: number): Lane {
  const { settings, link, loopback, log } = order
  const everything = `${settings.prefix}/#`
  let names = order.names
  let isClosed = false
  const leaving = new Set<Session>()
  let session = open(names)
  for (const each of order.former)
    if (each.clientId !== names.client(number)) void replace(each.clientId, () => openFormer(each))

  const shares = () => link.facts()?.shares !== false
  const isUsed = () => shares() || number === PLAIN_LANE

  function open(own: BrokerNames): Session {
    const shared = sharedFilter(own.group, everything)
    return openSession({
      ...order,
      clientId: own.client(number),
      filters: () => {
        const answers = `${answerTopic(loopback, number)}/#`
        if (shares()) return { wanted: [shared, answers], unwanted: [everything] }
        return isUsed()
          ? { wanted: [everything], unwanted: [shared, answers] }
          : { wanted: [], unwanted: [shared, answers, everything] }
      },
      take: (packet, gone) =>
        order.take({ ...packet, isOfFormerSession: own.group !== names.group }, gone),
    })
  }

  function openFormer({ clientId, group }: LaneOrder['former'][number]): Session {
    const wanted = group === null ? [] : [sharedFilter(group, everything)]
    return openSession({
      ...order,
      clientId,
      filters: () => ({ wanted, unwanted: [everything] }),
      take: (packet, gone) => order.take({ ...packet, isOfFormerSession: true }, gone),
      isUp: () => undefined,
    })
  }

  /**
   * Ends a former session after the current one has subscribed. The broker may deliver copies over
   * both from the moment of the subscription, so `retiring` is called before it.
   */
  async function replace(clientId: string, formerSession: () => Session): Promise<void> {
    order.retiring(1)
    try {
      await untilUp()
      if (isClosed) return // the next holder of the lane drains it
      const former = formerSession()
      leaving.add(former)
      await former.retire().finally(() => leaving.delete(former))
    } catch (error) {
      if (isClosed) return
      log.warn(
        { client: clientId, trouble: messageOf(error) },
        'a former session at the MQTT broker could not be ended; the broker ends it after a day',
      )
    } finally {
      order.retiring(-1)
    }
  }

  return {
    number,
    session: () => session,
    isUsed,
    useNames(next) {
      if (isClosed || next.group === names.group) return
      const [before, clientId] = [session, names.client(number)]
      names = next
      session = open(next)
      leaving.add(before)
      void replace(clientId, () => before)
    },
    followLink() {
      session.refresh()
    },
    async close() {
      isClosed = true
      await Promise.all([session, ...leaving].map((each) => each.close()))
    },
  }

  async function untilUp(): Promise<void> {
    while (session.since() === null && !isClosed) await wait(UP_CHECKED_EVERY, undefined, NO_REF)
  }
}

const UP_CHECKED_EVERY = 50
const NO_REF = { ref: false }

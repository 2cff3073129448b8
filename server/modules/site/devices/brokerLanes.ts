import { makeBroker, type Broker } from '#kernel/work/brokerState.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { shareLanes, type Lanes } from '#kernel/work/lanes.ts'
import type { Sessions } from '#kernel/work/serverLocks.ts'
import type { Clock } from '#ports/clock.ts'
import { timesOf, type BrokerLog, type BrokerSettings } from '#ports/mqtt/broker.ts'
import { openLane, type Lane, type Message } from '#ports/mqtt/lane.ts'
import { openLink } from '#ports/mqtt/link.ts'
import { makeLoopback, type Loopback } from '#ports/mqtt/loopback.ts'
import { formerDoctor, formerNames, loopbackTopic, namesFrom } from '#ports/mqtt/names.ts'
import { contentName, ingesterOf } from './broker.ts'

const LANES = 8
const SETTLES_EVERY = 1_000
/** Lock id held by servers with secret client ids. Servers of earlier versions do not hold it. */
const SECRET_NAMES = 1_000
/** Milliseconds. Connections established at the same time are tested together. */
const TESTS_AFTER = 500

export interface Listening {
  broker: Broker
  start(kernel: Kernel): Promise<void>
  close(): Promise<void>
}

interface Surroundings {
  clock: Clock
  sessions: Sessions
  keys: readonly Buffer[]
  log: BrokerLog
}

export function listenToBroker(
  settings: BrokerSettings,
  { clock, sessions, keys: [key, ...formerKeys], log }: Surroundings,
): Listening {
  if (key === undefined) throw new Error('An MQTT broker needs a data key.')
  const { prefix } = settings
  const times = timesOf(settings)
  const topic = loopbackTopic(key, prefix)
  const secret = namesFrom(key, prefix)
  const former = [formerNames(prefix), ...formerKeys.map((each) => namesFrom(each, prefix))]
  const now = () => clock.now()
  let lanes: Lanes<Lane> | null = null
  const held = () => lanes?.held() ?? []
  const link = openLink({
    settings,
    loopback: topic,
    log,
    changed: () => {
      for (const lane of held()) lane.followLink()
    },
  })
  const loopback: Loopback = makeLoopback({
    topic,
    lanes: held,
    link,
    problems: () => broker.state().problems,
    patience: times.loopbackPatience,
    now,
    log,
  })
  const broker: Broker = makeBroker(settings, clock, { link, loopback, lanes: held })
  let soon: NodeJS.Timeout | undefined
  let hasEarlierServers = false
  const test = async () => {
    if (!hasEarlierServers) await loopback.round()
  }
  const testSoon = () => {
    clearTimeout(soon)
    soon = setTimeout(() => void test(), TESTS_AFTER).unref()
  }

  return {
    broker,
    async start(kernel) {
      const take = ingesterOf(kernel, broker)
      const overlap = makeOverlap()
      let names = secret
      const hold = (number: number) =>
        openLane(
          {
            settings,
            link,
            loopback: topic,
            names,
            former: [
              ...former.map(({ client, group }) => ({ clientId: client(number), group })),
              ...(number === 1 ? [{ clientId: formerDoctor(prefix), group: null }] : []),
            ],
            async take(message, gone) {
              if (loopback.receives(message.topic) || overlap.hasTaken(message)) return
              await take(message, gone)
            },
            isUp: testSoon,
            retiring: overlap.change,
            now,
            log,
          },
          number,
        )
      const shared = shareLanes({
        count: LANES,
        sessions,
        mark: SECRET_NAMES,
        // Servers of an earlier version use the former share group; with two groups, each would get
        // every message.
        mixed(isMixed) {
          hasEarlierServers = isMixed
          names = isMixed ? formerNames(prefix) : secret
          for (const lane of held()) lane.useNames(names)
        },
        hold,
      })
      lanes = shared
      kernel.jobs.start({
        name: 'test messages through the broker',
        every: times.loopbackEvery,
        first: times.loopbackEvery,
        run: test,
      })
      if (sessions === null) await shared.settle()
      else
        kernel.jobs.start({
          name: 'connections to the broker',
          every: SETTLES_EVERY,
          first: 0,
          run: () => shared.settle(),
        })
    },
    async close() {
      clearTimeout(soon)
      loopback.close()
      await lanes?.close()
      link.close()
    },
  }
}

/**
 * During a replacement both share groups exist, and the broker delivers a copy to each. One of the
 * two copies is processed.
 */
function makeOverlap() {
  let retiring = 0
  const surplus = new Map<string, number>()
  return {
    change(by: 1 | -1) {
      retiring += by
      if (retiring === 0) surplus.clear()
    },
    hasTaken(message: Message): boolean {
      if (retiring === 0) return false
      const name = contentName(message)
      const before = surplus.get(name) ?? 0
      const after = before + (message.isOfFormerSession ? -1 : 1)
      surplus.delete(name)
      if (after !== 0) surplus.set(name, after)
      const oldest = surplus.size > SURPLUS_MAXIMUM ? surplus.keys().next().value : undefined
      if (oldest !== undefined) surplus.delete(oldest)
      return Math.abs(after) < Math.abs(before)
    },
  }
}
const SURPLUS_MAXIMUM = 20_000

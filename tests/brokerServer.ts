/** A server's lanes at an MQTT broker, without a database. Messages are only collected. */
import type { BrokerSettings, BrokerTimes } from '#ports/mqtt/broker.ts'
import { openLane, type Lane, type Message } from '#ports/mqtt/lane.ts'
import { openLink, type Link } from '#ports/mqtt/link.ts'
import { makeLoopback, type Loopback } from '#ports/mqtt/loopback.ts'
import { formerNames, loopbackTopic, namesFrom } from '#ports/mqtt/names.ts'

export const testKey = Buffer.alloc(32, 7)

export const brokerAt = (
  url: string,
  change: Partial<BrokerSettings> & { times?: Partial<BrokerTimes> } = {},
): BrokerSettings => ({
  url,
  publicUrl: url,
  username: undefined,
  password: undefined,
  ca: undefined,
  cert: undefined,
  key: undefined,
  prefix: 'plantroom',
  ...change,
})

export interface BrokerServer {
  link: Link
  lanes: Lane[]
  loopback: Loopback
  taken: Message[]
  logged: { facts: object; message: string }[]
  standing(): number
  close(): Promise<void>
}

export function openBrokerServer(
  settings: BrokerSettings,
  { key = testKey, lanes: numbers = [1, 2, 3, 4, 5, 6, 7, 8], patience = 1_000 } = {},
): BrokerServer {
  const topic = loopbackTopic(key, settings.prefix)
  const taken: Message[] = []
  const logged: BrokerServer['logged'] = []
  const log = {
    info: (facts: object, message: string) => void logged.push({ facts, message }),
    warn: (facts: object, message: string) => void logged.push({ facts, message }),
  }
  const now = () => new Date()
  const lanes: Lane[] = []
  const link = openLink({
    settings,
    loopback: topic,
    log,
    changed: () => {
      for (const lane of lanes) lane.followLink()
    },
  })
  const loopback = makeLoopback({
    topic,
    lanes: () => lanes,
    link,
    problems: () => [],
    patience,
    now,
    log,
  })
  const former = formerNames(settings.prefix)
  for (const number of numbers)
    lanes.push(
      openLane(
        {
          settings,
          link,
          loopback: topic,
          names: namesFrom(key, settings.prefix),
          former: [{ clientId: former.client(number), group: former.group }],
          take(message) {
            if (!loopback.receives(message.topic)) taken.push(message)
            return Promise.resolve()
          },
          isUp: () => undefined,
          retiring: () => undefined,
          now,
          log,
        },
        number,
      ),
    )
  return {
    link,
    lanes,
    loopback,
    taken,
    logged,
    standing: () => lanes.filter((lane) => lane.isUsed() && lane.session().since() !== null).length,
    async close() {
      loopback.close()
      await Promise.all(lanes.map((lane) => lane.close()))
      link.close()
    },
  }
}

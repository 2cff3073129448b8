import { randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../loopback.ts'
import { keptDataKey } from '../ownSecrets.ts'
import type { BrokerSettings } from '#ports/mqtt/broker.ts'
import { examineBroker, type BrokerExamination } from '#ports/mqtt/examine.ts'
import { failedFinding, warningFinding, passedFinding, wordsOf, type Finding } from './finding.ts'

const about = 'MQTT broker'

export async function checkBroker({
  broker: settings,
  dataKey,
  dataDir,
}: Config): Promise<Finding[]> {
  if (settings === undefined) return []
  try {
    const key = dataKey ?? keptDataKey(dataDir) ?? randomBytes(32)
    return judgeBroker(settings, await examineBroker(settings, key))
  } catch (error) {
    return [
      failedFinding(
        about,
        `${settings.url} does not let the server in (${wordsOf(error)}). Is it running, are MQTT_USERNAME, MQTT_PASSWORD and the certificates right, may the account read ${settings.prefix}/#?`,
      ),
    ]
  }
}

/** Pure, so that each message has its test. */
export function judgeBroker(
  { url, prefix }: Pick<BrokerSettings, 'url' | 'prefix'>,
  { version, shares, test, answered, problems }: BrokerExamination,
): Finding[] {
  const spoken = `MQTT ${version === 5 ? '5' : '3.1.1'}`
  const isOpen = /^(mqtt|ws):/.test(url) && !isLoopback(new URL(url).hostname)
  return [
    judgeTest(url, prefix, { spoken, test }),
    ...(shares
      ? []
      : [
          warningFinding(
            about,
            `${url} does not share subscriptions: one connection of one server takes all that is published.`,
          ),
        ]),
    ...(answered === null ? [] : [judgeAnswers(answered)]),
    ...(problems.includes('takenOver')
      ? [
          failedFinding(
            about,
            'Another client connects with the client id of a server: two installations use one DATA_KEY and one MQTT_PREFIX. Give one of them another MQTT_PREFIX.',
          ),
        ]
      : []),
    ...(isOpen
      ? [
          warningFinding(
            about,
            `${url} is not encrypted: passwords, topic keys and readings can be read on the way. Use mqtts://.`,
          ),
        ]
      : []),
  ]
}

function judgeTest(
  url: string,
  prefix: string,
  { spoken, test }: { spoken: string; test: BrokerExamination['test'] },
): Finding {
  if (test === 'returned')
    return passedFinding(about, `${url} delivers what the server publishes (${spoken}).`)
  const says =
    test === 'refused'
      ? 'but refuses its test message'
      : 'but does not deliver its test message, so gateways’ messages may be lost as well'
  return failedFinding(
    about,
    `${url} lets the server in (${spoken}), ${says}: let its account read ${prefix}/# and publish to ${prefix}/loopback/#.`,
  )
}

function judgeAnswers({ sent, returned }: { sent: number; returned: number }): Finding {
  if (returned === sent)
    return passedFinding(about, `The running server received all of ${sent} test messages.`)
  if (returned === 0)
    return warningFinding(
      about,
      `No running server received a test message: either none runs with this DATA_KEY, or the broker does not serve its subscriptions (see Management, Health).`,
    )
  return failedFinding(
    about,
    `Of ${sent} test messages the running servers received ${returned}: another client takes a part of what gateways publish. Let no account but the server’s subscribe (docs/operations.md, Gateways by MQTT).`,
  )
}

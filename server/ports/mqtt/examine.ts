import { setTimeout as wait } from 'node:timers/promises'
import { connectOnce, subscribe, timesOf, type BrokerSettings } from './broker.ts'
import { answerTopic } from './lane.ts'
import { isPublishRefused, learnBrokerOfAnyVersion, type BrokerFacts } from './link.ts'
import { newTestId, probeTopic, TEST_MESSAGES } from './loopback.ts'
import { loopbackTopic, randomClient } from './names.ts'

export interface BrokerExamination extends BrokerFacts {
  /** How many test messages the running servers answered. Null if none were sent. */
  answered: { sent: number; returned: number } | null
  problems: string[]
}

const LONGEST_PATIENCE = 5_000
const LOOKS_EVERY = 50

/** `key` is the installation's data key, from which the topic of test messages is derived. */
export async function examineBroker(
  settings: BrokerSettings,
  key: Buffer,
): Promise<BrokerExamination> {
  const loopback = loopbackTopic(key, settings.prefix)
  const patience = timesOf(settings).checkPatience
  const facts = await learnBrokerOfAnyVersion(settings, { loopback, patience })
  if (facts.test !== 'returned') return { ...facts, answered: null, problems: [] }
  return { ...facts, ...(await askServers(settings, loopback, facts)) }
}

async function askServers(
  settings: BrokerSettings,
  loopback: string,
  { version }: BrokerFacts,
): Promise<Pick<BrokerExamination, 'answered' | 'problems'>> {
  const clientId = randomClient()
  const sent = Array.from({ length: TEST_MESSAGES }, newTestId)
  const waiting = new Set(sent)
  const problems = new Set<string>()
  const patience = Math.min(timesOf(settings).loopbackPatience, LONGEST_PATIENCE)
  const { client } = await connectOnce(settings, { clientId, version, keepsSession: false })
  client.on('message', (topic, payload) => {
    waiting.delete(topic.split('/').at(-1) ?? '')
    for (const problem of payload.toString().split(' ')) if (problem !== '') problems.add(problem)
  })
  try {
    await subscribe(client, [`${answerTopic(loopback, clientId)}/#`])
    for (const id of sent)
      await client.publishAsync(probeTopic(loopback, clientId, id), '', { qos: 1 })
    for (let waited = 0; waiting.size > 0 && waited < patience; waited += LOOKS_EVERY)
      await wait(LOOKS_EVERY)
  } catch (error) {
    if (!isPublishRefused(error)) throw error
  } finally {
    client.end(true)
  }
  const answered = { sent: sent.length, returned: sent.length - waiting.size }
  return { answered, problems: [...problems] }
}

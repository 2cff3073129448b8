/**
 * Five hundred event streams on one server: memory, delay of a change to the last stream, latency
 * of other calls, and duration of an orderly stop.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { live } from '#contract/live.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { tickets } from '#contract/tickets.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { longestDelay } from '#tests/attacks.ts'
import { type Backend, onBoth } from './backends.ts'
import { megabytesOf } from './memory.ts'
import { percentiles, round, timed, type Row } from './measures.ts'
import { makeTenants, PASSWORD } from './tenants.ts'

const STREAMS = 500
const A_PERSON = 20
const A_SESSION = 7
const PEOPLE = STREAMS / A_PERSON
const CHANGES = 20

export async function measureStreams(checkout: string): Promise<Row[]> {
  return (await onBoth(checkout, measure)).flat()
}

async function measure(backend: Backend): Promise<Row[]> {
  const first = await backend.start({ DEMO: '0' })
  await first.stop()
  await makeTenants(backend, [
    {
      name: 'Streams',
      emails: Array.from({ length: PEOPLE }, (_none, number) => addressOf(number)),
    },
  ])
  const server = await backend.start({ DEMO: '0' })
  try {
    const asking = await signIn(server.url, addressOf(0), PASSWORD)
    const alone = percentiles(await ask(asking))
    const before = megabytesOf(server)
    const streams: Stream[] = []
    for (let number = 0; number < PEOPLE; number += 1)
      streams.push(...(await openAll(server.url, number)))
    await wait(1_000)
    await longestDelay(server.child, 'reset')
    const heard: number[] = []
    for (let turn = 0; turn < CHANGES; turn += 1) {
      const at = performance.now()
      const all = Promise.all(streams.map((stream) => stream.next()))
      await asking.call(referenceLists.createEquipmentType, { body: { name: `Kind ${turn}` } })
      heard.push(...(await all).map((when) => when - at))
    }
    const delay = await longestDelay(server.child, 'read')
    const beside = percentiles(await ask(asking))
    const held = megabytesOf(server) - before
    const stopping = performance.now()
    await server.stop()
    const stopped = performance.now() - stopping
    const row = (what: string, values: Row['values']): Row => {
      console.log(`    ${backend.name}, ${what}: ${JSON.stringify(values)}`)
      return { part: 'streams', what, where: backend.name, values }
    }
    return [
      row(`${streams.length} streams`, { 'MB more': held, 'loop held, ms': round(delay) }),
      row('a change is told', percentiles(heard)),
      row('a list without them', alone),
      row('a list beside them', beside),
      row('an orderly stop', { ms: round(stopped) }),
    ]
  } finally {
    await server.stop()
  }
}

const addressOf = (number: number) => `person${number}@bench.test`

const ask = (api: Api) =>
  timed(200, 2, () => api.call(tickets.listTickets, { body: { limit: 50 } }))

interface Stream {
  next(): Promise<number>
}

async function openAll(url: string, number: number): Promise<Stream[]> {
  const streams: Stream[] = []
  while (streams.length < A_PERSON) {
    const { token } = await signIn(url, addressOf(number), PASSWORD)
    const some = Math.min(A_SESSION, A_PERSON - streams.length)
    streams.push(...(await Promise.all(Array.from({ length: some }, () => open(url, token)))))
  }
  return streams
}

async function open(url: string, token: string): Promise<Stream> {
  const answer = await fetch(url + live.openLive.path, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.status !== 200 || answer.body === null) throw new Error(`A stream: ${answer.status}`)
  let heard: (at: number) => void = () => undefined
  const reader = answer.body.getReader()
  const decoder = new TextDecoder()
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      if (decoder.decode(value).includes('EquipmentType')) heard(performance.now())
    }
  }
  read().catch(() => undefined)
  return {
    next: () =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('A change was not told')), 10_000)
        heard = (at) => {
          clearTimeout(late)
          resolve(at)
        }
      }),
  }
}

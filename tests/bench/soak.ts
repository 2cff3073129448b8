/**
 * A soak test: users submit, read and comment, gateways send, and the server is killed at times. At
 * the end all records are counted: none lost, none duplicated. SOAK_MINUTES (10), SOAK_KILL_MINUTES
 * (2), SOAK_PEOPLE (10), SOAK_ADVERTS per second (2000).
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { devices } from '#contract/devices/devices.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { tickets } from '#contract/tickets.ts'
import { signIn, type Api } from '#tests/apiClient.ts'
import { longestDelay } from '#tests/attacks.ts'
import {
  failProcedure,
  makeRuledProcedure,
  ticketsOf,
  type RuledProcedure,
} from '#tests/mainJob.ts'
import type { ServerProcess } from '#tests/serverProcess.ts'
import { onBoth, type Backend } from './backends.ts'
import { megabytesOf } from './memory.ts'
import { hundredths, percentiles, round, type Row } from './measures.ts'

const given = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const MINUTE = 60_000
const SAMPLED_EVERY = 5_000

interface Soak {
  server: ServerProcess
  isOver: boolean
  /** True while the server is down, when failures do not count. */
  isAway: boolean
  times: number[]
  adverts: number
  recorded: Map<string, number>
  failures: number
}

export async function measureSoak(checkout: string): Promise<Row[]> {
  return (await onBoth(checkout, measure)).flat()
}

async function measure(backend: Backend): Promise<Row[]> {
  const soak: Soak = {
    server: await backend.start(),
    isOver: false,
    isAway: false,
    times: [],
    adverts: 0,
    recorded: new Map(),
    failures: 0,
  }
  try {
    const administrator = await signIn(soak.server.url, 'admin@plantroom.demo')
    const job = await makeRuledProcedure(administrator, `Soak ${randomUUID().slice(0, 8)}`)
    const radio = await radioOf(administrator)
    const memory: number[] = []
    let kills = 0
    let held = 0
    let slowestStart = 0
    await longestDelay(soak.server.child, 'reset')
    const until = performance.now() + given('SOAK_MINUTES', 10) * MINUTE
    const work = Promise.all([
      ...Array.from({ length: given('SOAK_PEOPLE', 10) }, () => person(soak, job)),
      gateways(soak, radio),
    ])
    for (let next = performance.now() + given('SOAK_KILL_MINUTES', 2) * MINUTE; ;) {
      await wait(Math.min(SAMPLED_EVERY, Math.max(0, until - performance.now())))
      memory.push(megabytesOf(soak.server))
      if (performance.now() >= until) break
      if (performance.now() < next) continue
      next = performance.now() + given('SOAK_KILL_MINUTES', 2) * MINUTE
      held = Math.max(held, await longestDelay(soak.server.child, 'read'))
      soak.isAway = true
      await soak.server.stop('SIGKILL')
      const begun = performance.now()
      soak.server = await backend.start()
      await longestDelay(soak.server.child, 'reset')
      slowestStart = Math.max(slowestStart, performance.now() - begun)
      soak.isAway = false
      kills += 1
    }
    held = Math.max(held, await longestDelay(soak.server.child, 'read'))
    soak.isOver = true
    await work
    const effects = await countEffects(soak, job)
    return [
      {
        part: 'soak',
        what: `${given('SOAK_MINUTES', 10)} minutes`,
        where: backend.name,
        values: {
          kills,
          performances: soak.recorded.size,
          ...effects,
          adverts: soak.adverts,
          'refused or failed': soak.failures,
          ...percentiles(soak.times),
          'longest answer ms': round(Math.max(...soak.times)),
          'loop held at most ms': round(held),
          'slowest start ms': round(slowestStart),
          'MB first': memory[1] ?? 0,
          'MB middle': memory[Math.floor(memory.length / 2)] ?? 0,
          'MB last': memory.at(-1) ?? 0,
          'MB most': Math.max(...memory),
          'MB a minute, second half': hundredths(growth(memory.slice(memory.length / 2))),
        },
      },
    ]
  } finally {
    soak.isOver = true
    await soak.server.stop()
  }
}

/** Slope of the line through samples of memory, for a minute. Not flat after a kill. */
function growth(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2
  const mean = samples.reduce((sum, one) => sum + one, 0) / samples.length
  let [rise, run] = [0, 0]
  for (const [index, one] of samples.entries()) {
    rise += (index - middle) * (one - mean)
    run += (index - middle) ** 2
  }
  return (rise / run) * (MINUTE / SAMPLED_EVERY)
}

async function person(soak: Soak, job: RuledProcedure): Promise<void> {
  let url = ''
  let api: Api | undefined
  while (!soak.isOver) {
    const key = randomUUID()
    while (!soak.recorded.has(key)) {
      const wasAway = soak.isAway
      try {
        if (api === undefined || url !== soak.server.url) {
          url = soak.server.url
          api = await signIn(url, 'technician@plantroom.demo')
        }
        const begun = performance.now()
        soak.recorded.set(key, (await failProcedure(api, job, key)).id)
        if (!wasAway && !soak.isAway) soak.times.push(performance.now() - begun)
        for (const look of [
          (by: Api) => by.call(tickets.listTickets, { body: { limit: 25 } }),
          (by: Api) => by.call(equipment.listEquipment, { body: { limit: 50 } }),
        ]) {
          const looked = performance.now()
          await look(api)
          if (!wasAway && !soak.isAway) soak.times.push(performance.now() - looked)
          await wait(150)
        }
      } catch {
        api = undefined // an expired session, or a server that was killed
        if (!wasAway && !soak.isAway) soak.failures += 1
        await wait(250)
      }
    }
    await wait(500)
  }
}

interface Radio {
  key: string
  gateways: string[]
  beacons: string[]
}

async function radioOf(administrator: Api): Promise<Radio> {
  const { key } = await administrator.call(devices.createApiKey, {
    body: {
      name: `Soak ${randomUUID().slice(0, 8)}`,
      ips: [],
      expirationDate: null,
      isActive: true,
      monthLimit: null,
    },
  })
  const gatewayRows = await administrator.call(devices.listGateways, { body: { limit: 50 } })
  const beaconRows = await administrator.call(rtls.listBeacons)
  return {
    key,
    gateways: gatewayRows.rows.map(({ mac }) => mac),
    beacons: beaconRows.rows.map(({ mac }) => mac),
  }
}

async function gateways(soak: Soak, { key, gateways: macs, beacons }: Radio): Promise<void> {
  const A_REPORT = 100
  for (let turn = 0; !soak.isOver; turn += 1) {
    const begun = performance.now()
    await Promise.all(
      Array.from({ length: given('SOAK_ADVERTS', 2_000) / A_REPORT }, async (_each, at) => {
        try {
          const answer = await fetch(`${soak.server.url}/api/iot/ingest/plantroom`, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify({
              gateway: macs[(turn + at) % macs.length],
              readings: Array.from({ length: A_REPORT }, (_one, place) => ({
                beacon: beacons[(turn * 7 + at + place) % beacons.length],
                rssi: -50 - ((turn + place * 3) % 40),
              })),
            }),
          })
          if (answer.ok) soak.adverts += A_REPORT
          else if (!soak.isAway) soak.failures += 1
          await answer.arrayBuffer()
        } catch {
          if (!soak.isAway) soak.failures += 1
        }
      }),
    )
    await wait(Math.max(0, 1_000 - (performance.now() - begun)))
  }
}

async function countEffects(soak: Soak, job: RuledProcedure): Promise<Record<string, number>> {
  const enter = () => signIn(soak.server.url, 'admin@plantroom.demo')
  let api = await enter()
  const begun = performance.now()
  const effects = { lost: 0, doubled: 0 }
  for (const [turn, id] of [...soak.recorded.values()].entries()) {
    if (turn % 1_000 === 999) api = await enter() // renews the session, because counting an hour's work outlasts it
    let opened = (await ticketsOf(api, id)).length
    while (opened === 0 && performance.now() - begun < MINUTE) {
      await wait(100)
      opened = (await ticketsOf(api, id)).length
    }
    if (opened === 0) effects.lost += 1
    if (opened > 1) effects.doubled += 1
  }
  const { count } = await api.call(procedureLogs.listProcedureLogs, {
    body: { limit: 1, filter: { procedureIds: [job.procedure.id] } },
  })
  if (count > soak.recorded.size) effects.doubled += count - soak.recorded.size
  if (count < soak.recorded.size) effects.lost += soak.recorded.size - count
  return effects
}

/**
 * Radio traffic of 10,000 tags, also at a fixed rate, then uplinks of 500 sensors: accepted adverts
 * and uplinks per second at full load, CPU, response time, and memory. The sender shares the machine. INGEST_TAGS
 * (10000), INGEST_SECONDS (20).
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { devices } from '#contract/devices/devices.ts'
import { sensors } from '#contract/sensors.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { signIn } from '#tests/apiClient.ts'
import { longestDelay } from '#tests/attacks.ts'
import { type Backend, onBoth } from './backends.ts'
import { mostMegabytesOf } from './memory.ts'
import { hundredths, percentiles, round, type Row } from './measures.ts'
import { processorSeconds, secondsBetween } from './processorSeconds.ts'

const given = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const TAGS = given('INGEST_TAGS', 10_000)
const SECONDS = given('INGEST_SECONDS', 20)
const SENDERS = 8
const A_REPORT = 200
/**
 * Adverts a second at which the CPU of two builds is compared. Positions are computed once a
 * second, so that a server under full load computes fewer for each advert.
 */
const PACED = 5_000

const SENSORS = 500
const euiOf = (sensor: number): string =>
  `A84041${sensor.toString(16).toUpperCase().padStart(10, '0')}`

async function uplinksOf(api: Awaited<ReturnType<typeof signIn>>) {
  const type = await api.call(sensors.createSensorType, {
    body: {
      name: `Uplinks ${Date.now()}`,
      metric: 'temperature',
      unit: '°C',
      minimum: null,
      maximum: null,
      step: 0.1,
      everyMinutes: 60,
    },
  })
  for (let sensor = 0; sensor < SENSORS; sensor += 1)
    await api.call(sensors.createSensor, {
      body: {
        name: `Uplink ${sensor}`,
        typeId: type.id,
        deviceId: euiOf(sensor),
        equipmentId: null,
        locationId: null,
        offset: 0,
        lowerLimit: null,
        upperLimit: null,
        limitMinutes: 0,
        isActive: true,
      },
    })
  return (turn: number) =>
    JSON.stringify({
      deviceInfo: { devEui: euiOf(turn % SENSORS), deviceProfileName: 'Dragino' },
      object: { TempC_SHT: 20 + (turn % 50) / 10, Hum_SHT: 48.5, BatV: 3.06 },
    })
}

const macOf = (tag: number): string => `B0${tag.toString(16).toUpperCase().padStart(10, '0')}`

export async function measureIngest(checkout: string): Promise<Row[]> {
  return (await onBoth(checkout, measure)).flat()
}

async function measure(backend: Backend): Promise<Row[]> {
  const first = await backend.start()
  await first.stop()
  await makeTags(backend)
  const server = await backend.start()
  try {
    const api = await signIn(server.url, 'admin@plantroom.demo')
    const { key } = await api.call(devices.createApiKey, {
      body: { name: 'Ingest', ips: [], expirationDate: null, isActive: true, monthLimit: null },
    })
    const { rows: gateways } = await api.call(devices.listGateways, { body: { limit: 50 } })
    const report = (turn: number) =>
      JSON.stringify({
        gateway: gateways[turn % gateways.length]?.mac,
        readings: Array.from({ length: A_REPORT }, (_each, place) => ({
          beacon: macOf((turn * A_REPORT + place) % TAGS),
          rssi: -50 - ((turn * 3 + place * 7) % 40),
        })),
      })
    const uplink = await uplinksOf(api)
    const send = async (seconds: number, { format, bodyOf, reportsPerSecond }: Load) => {
      const times: number[] = []
      let [turn, taken, refused] = [0, 0, 0]
      const opened = performance.now()
      const until = opened + seconds * 1_000
      const sender = async () => {
        while (performance.now() < until) {
          const body = bodyOf((turn += 1))
          const due = opened + (turn * 1_000) / reportsPerSecond
          if (due > performance.now()) await wait(due - performance.now())
          const begun = performance.now()
          const answer = await fetch(`${server.url}/api/iot/ingest/${format}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body,
          })
          const told = (await answer.json()) as { accepted?: number }
          times.push(performance.now() - begun)
          taken += told.accepted ?? 0
          if (!answer.ok) refused += 1
        }
      }
      await Promise.all(Array.from({ length: SENDERS }, sender))
      return { times, taken, refused }
    }
    const measured = async (what: string, unit: string, how: Load) => {
      await send(5, how)
      await longestDelay(server.child, 'reset')
      const before = processorSeconds(backend, server.child.pid)
      const { times, taken, refused } = await send(SECONDS, how)
      const spent = secondsBetween(before, processorSeconds(backend, server.child.pid))
      const held = await longestDelay(server.child, 'read')
      const values = {
        [`${unit} a second`]: Math.round(taken / SECONDS),
        ...ofThousand(spent, taken, unit),
        ...percentiles(times),
        'loop held at most ms': round(held),
        'MB most': mostMegabytesOf(server),
        refused,
      }
      return { part: 'ingest', what, where: backend.name, values }
    }
    const adverts = { format: 'plantroom', bodyOf: report }
    const uplinks = { format: 'chirpstack', bodyOf: uplink, reportsPerSecond: Infinity }
    return [
      await measured(`${TAGS} tags`, 'adverts', { ...adverts, reportsPerSecond: Infinity }),
      await measured(`${TAGS} tags, ${PACED} adverts a second`, 'adverts', {
        ...adverts,
        reportsPerSecond: PACED / A_REPORT,
      }),
      await measured(`${SENSORS} sensors`, 'readings', uplinks),
    ]
  } finally {
    await server.stop()
  }
}

interface Load {
  format: string
  bodyOf: (turn: number) => string
  reportsPerSecond: number
}

/** CPU of the server, and of PostgreSQL, for a thousand adverts or readings. */
const ofThousand = (spent: Record<string, number>, taken: number, unit: string) =>
  Object.fromEntries(
    Object.entries(spent).map(([name, seconds]) => [
      `${name.replace(' s', ' ms')} for 1,000 ${unit}`,
      hundredths((seconds * 1_000_000) / taken),
    ]),
  )

async function makeTags(backend: Backend): Promise<void> {
  await backend.withPool((pool) =>
    asSystem(pool, async (db) => {
      await db.execute(sql`
        with house as (select company_id, min(equipment_id) as of from beacon group by 1 limit 1),
        things as (
          insert into equipment (company_id, name, type_id)
          select house.company_id, 'Tag ' || tag, e.type_id from house
          join equipment e on e.company_id = house.company_id and e.id = house.of
          cross join generate_series(0, ${TAGS - 1}) as tag
          returning company_id, id, name)
        insert into beacon (company_id, mac, equipment_id, measured_power)
        select company_id, 'B0' || lpad(upper(to_hex(substr(name, 5)::int)), 10, '0'), id, -59
        from things`)
    }),
  )
}

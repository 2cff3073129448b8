/**
 * A year of hourly readings: fridges that keep their cold, a theatre's climate, and a leak that was
 * found twice.
 */
import { sql } from 'drizzle-orm'
import type { MetricName } from '#contract/reports'
import { sensor, sensorReading } from '../db/schema/index.ts'
import type { Campus } from './campus.ts'
import { insertAll, type Seed } from './rows.ts'

/** Around `level`, swinging with the day and the year; now and then out of range for some hours. */
interface Climate {
  name: string
  metric: MetricName
  thing?: number
  room?: RegExp
  level: number
  daily: number
  yearly: number
  noise: number
  spike: number
}

const climates: Climate[] = [
  {
    name: 'Fridge sensor 1',
    metric: 'temperature',
    thing: 0,
    level: 4.6,
    daily: 0.4,
    yearly: 0.3,
    noise: 0.9,
    spike: 6,
  },
  {
    name: 'Fridge sensor 2',
    metric: 'temperature',
    thing: 1,
    level: 5.1,
    daily: 0.5,
    yearly: 0.4,
    noise: 1.1,
    spike: 4,
  },
  {
    name: 'Operating theatre climate',
    metric: 'temperature',
    room: /Operating/,
    level: 20.6,
    daily: 0.8,
    yearly: 1.1,
    noise: 0.8,
    spike: 3,
  },
  {
    name: 'Operating theatre humidity',
    metric: 'humidity',
    room: /Operating/,
    level: 46,
    daily: 3,
    yearly: 6,
    noise: 5,
    spike: 12,
  },
  {
    name: 'Pharmacy humidity',
    metric: 'humidity',
    room: /pharmacy/,
    level: 42,
    daily: 4,
    yearly: 9,
    noise: 6,
    spike: 10,
  },
]

export async function seedSensors(
  { db, companyId, now }: Seed,
  { things, rooms }: Campus,
): Promise<void> {
  const fridges = things.filter(({ type }) => type === 'Medicine fridge')
  const made = await insertAll(
    db,
    sensor,
    climates.map(({ name, metric, thing, room }) => ({
      companyId,
      name,
      metric,
      unit: metric === 'humidity' ? '%' : '°C',
      equipmentId: thing === undefined ? null : (fridges[thing]?.id ?? null),
      locationId:
        room === undefined ? null : (rooms.find(({ floor }) => room.test(floor))?.place.id ?? null),
    })),
  )
  const hour = sql`date_trunc('hour', ${now}::timestamptz)`
  for (const [index, { level, daily, yearly, noise, spike }] of climates.entries()) {
    const id = made[index]?.id ?? 0
    // The same noise each time: it comes from the hour itself. One hour in sixty was not heard, and
    // three days of the spring.
    const chance = (salt: string) =>
      sql`(abs(hashtext(${`${id} ${salt} `} || at::text)) % 10000 / 10000.0)`
    await db.execute(sql`insert into ${sensorReading} (company_id, sensor_id, at, value)
      select ${companyId}, ${id}, at,
      round((${level}::float8 + ${daily}::float8 * sin(2 * pi() * (extract(hour
      from at) - 9) / 24) + ${yearly}::float8 * sin(2 * pi() * (extract(doy
      from at) - 110) / 365) + ${noise}::float8 * (${chance('noise')} - 0.5)
        + case when abs(hashtext(${`${id} day `} || at::date::text)) % 61 = 0
        and extract(hour from at) between 13 and 16 then ${spike}::float8 else 0 end)::numeric, 2)
      from generate_series(${hour} - interval '365 days', ${hour}, interval '1 hour') as at
      where ${chance('heard')} > 0.016 and at not between ${hour} - interval '231 days'
      and ${hour} - interval '228 days'`)
  }
  const [leak] = await db
    .insert(sensor)
    .values({
      companyId,
      name: 'Plant room floor',
      metric: 'waterLeak',
      unit: null,
      locationId: rooms.find(({ floor }) => floor === 'Plant room')?.place.id ?? null,
    })
    .returning()
  if (!leak) throw new Error('The sensor was not made')
  // It tells every six hours that it is dry; wet for some hours on three days.
  await db.execute(sql`insert into ${sensorReading} (company_id, sensor_id, at,
    value) select ${companyId}, ${leak.id}, at, case
    when (${now}::timestamptz - at) between interval '12 days' and interval '12 days 9 hours'
    or (${now}::timestamptz - at) between interval '97 days' and interval '98 days'
    or (${now}::timestamptz - at) between interval '203 days' and interval '203 days 7 hours' then 1
    else 0 end
    from generate_series(${hour} - interval '365 days', ${hour}, interval '3 hours') as at`)
}

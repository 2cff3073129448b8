/**
 * A year of hourly readings: fridges, one of them too warm, a theatre's climate, a leak detected
 * twice, a silent sensor and one that never reported.
 */
import { eq, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { MetricName } from '#contract/metricNames.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Campus } from './campus.ts'
import { insertAll, type Seed } from './rows.ts'
import { fridgeName, keysOf, type FloorKey, type Words } from './words.ts'

const HOUR = 3_600_000

const types = {
  fridge: {
    metric: 'temperature',
    unit: '°C',
    minimum: -40,
    maximum: 60,
    step: 0.1,
  },
  climate: {
    metric: 'temperature',
    unit: '°C',
    minimum: -20,
    maximum: 60,
    step: 0.1,
  },
  cryogenic: {
    metric: 'temperature',
    unit: '°C',
    minimum: -200,
    maximum: 60,
    step: 0.5,
  },
  /** Hot water and sterilisers. */
  hot: {
    metric: 'temperature',
    unit: '°C',
    minimum: 0,
    maximum: 200,
    step: 0.1,
  },
  carbonDioxide: {
    metric: 'co2',
    unit: 'ppm',
    minimum: 0,
    maximum: 10_000,
    step: 10,
  },
  air: {
    metric: 'humidity',
    unit: '%',
    minimum: 0,
    maximum: 100,
    step: 0.5,
  },
  leak: {
    metric: 'waterLeak',
    unit: '',
    minimum: null,
    maximum: null,
    step: 1,
  },
} as const satisfies Record<
  keyof Words['sensorTypes'],
  Pick<typeof tables.sensorType.$inferInsert, 'unit' | 'minimum' | 'maximum' | 'step'> & {
    metric: MetricName
  }
>

/**
 * Swings around `level` with the day and the year, and is out of range for some hours now and then.
 */
interface Climate {
  name: keyof Words['sensors']
  type: keyof typeof types
  deviceId: string
  thing?: number
  room?: FloorKey
  limits: readonly [number, number]
  battery: number
  level: number
  daily: number
  yearly: number
  noise: number
  spike: number
  /** Days since it was installed. */
  days: number
  /** Hours since its last reading. */
  silent?: number
  /** Added over the last hours, increasing. */
  warming?: { hours: number; by: number }
}

/** Device whose incident has ended. */
const FIRST_DEVICE = 'A84041000181FA01'
/** Device whose temperature rises. */
const WARM_DEVICE = 'A84041000181FA03'
/** Device that has fallen silent. */
const SILENT_DEVICE = 'A84041000181FA04'

const fridge = {
  name: 'fridge',
  type: 'fridge',
  limits: [2, 8],
  daily: 0.4,
  yearly: 0.3,
  noise: 0.9,
} as const
const climates: Climate[] = [
  {
    ...fridge,
    deviceId: FIRST_DEVICE,
    thing: 0,
    battery: 92,
    level: 4.6,
    spike: 6,
    days: 365,
  },
  {
    ...fridge,
    deviceId: 'A84041000181FA02',
    thing: 1,
    battery: 71,
    level: 5.1,
    daily: 0.5,
    yearly: 0.4,
    noise: 1.1,
    spike: 4,
    days: 365,
  },
  {
    ...fridge,
    deviceId: WARM_DEVICE,
    thing: 2,
    battery: 64,
    level: 4.9,
    spike: 0,
    days: 31,
    warming: { hours: 5, by: 1.6 },
  },
  {
    ...fridge,
    deviceId: SILENT_DEVICE,
    thing: 3,
    battery: 8,
    level: 5,
    spike: 0,
    days: 31,
    silent: 44,
  },
  {
    name: 'theatreClimate',
    type: 'climate',
    deviceId: 'C6A5B9E0AD06',
    room: 'operating',
    limits: [18, 25],
    battery: 88,
    level: 20.6,
    daily: 0.8,
    yearly: 1.1,
    noise: 0.8,
    spike: 3,
    days: 365,
  },
  {
    name: 'theatreHumidity',
    type: 'air',
    deviceId: 'C6A5B9E0AD06',
    room: 'operating',
    limits: [30, 65],
    battery: 88,
    level: 46,
    daily: 3,
    yearly: 6,
    noise: 5,
    spike: 12,
    days: 365,
  },
  {
    name: 'pharmacyHumidity',
    type: 'air',
    deviceId: 'E375CF374E23',
    room: 'reception',
    limits: [25, 65],
    battery: 43,
    level: 42,
    daily: 4,
    yearly: 9,
    noise: 6,
    spike: 10,
    days: 365,
  },
]

const LEAK_DEVICE = '0101010101010101'

/** Device that encrypts its measurements and reports in its maker's format (makersReports.ts). */
export const sealedDevice = { id: 'BC026EC3FE02', key: '9d1c30f5b7a84e62a1f0c3d27e5b8846' } as const

/** Devices of the demo that still report. The demo does not feed devices that users add. */
export const speakingDevices: readonly string[] = [
  ...new Set(climates.map(({ deviceId }) => deviceId).filter((one) => one !== SILENT_DEVICE)),
  LEAK_DEVICE,
]

export async function seedSensors(seed: Seed, campus: Campus): Promise<void> {
  const { db, companyId } = seed
  const made = await insertAll(
    db,
    tables.sensorType,
    keysOf(types).map((key) => ({
      companyId,
      name: seed.words.sensorTypes[key],
      ...types[key],
      everyMinutes: types[key].metric === 'waterLeak' ? 180 : 60,
    })),
  )
  const typeId = (key: keyof typeof types): Id<'sensorType'> =>
    made[keysOf(types).indexOf(key)]?.id ?? raise()
  await seedClimates(seed, campus, typeId)
  await seedLeak(seed, campus, typeId('leak'))
  const fridges = campus.things.filter(({ type }) => type === 'medicineFridge')
  const [spare, sealed] = [fridges[4], fridges[5]]
  await insertAll(db, tables.sensor, [
    {
      companyId,
      name: fridgeName(seed.words, 6),
      typeId: typeId('fridge'),
      metric: 'temperature',
      deviceId: sealedDevice.id,
      equipmentId: sealed?.id ?? null,
      lowerLimit: 2,
      upperLimit: 8,
      limitMinutes: 30,
    },
    {
      companyId,
      name: fridgeName(seed.words, 5),
      typeId: typeId('fridge'),
      metric: 'temperature',
      deviceId: 'A84041000181FA05',
      equipmentId: spare?.id ?? null,
      lowerLimit: 2,
      upperLimit: 8,
      limitMinutes: 30,
    },
  ])
  await db
    .insert(tables.deviceKey)
    .values({ companyId, deviceId: sealedDevice.id, key: sealedDevice.key, setAt: seed.now })
  // A sensor's state follows from its newest reading.
  await db.execute(sql`update ${tables.sensor} set value = newest.value, measured_at = newest.at,
    last_heard_at = newest.at, outside = case when newest.value > upper_limit then 'high'
      when newest.value < lower_limit then 'low' end
    from (select distinct on (sensor_id) sensor_id, at, value from ${tables.sensorReading}
      where ${tables.sensorReading.companyId} = ${companyId} order by sensor_id, at desc) as newest
    where ${tables.sensor.companyId} = ${companyId} and ${tables.sensor.id} = newest.sensor_id`)
  await seedIncidents(seed)
}

async function seedClimates(
  { db, companyId, now, words }: Seed,
  { things, rooms }: Campus,
  typeId: (key: keyof typeof types) => Id<'sensorType'>,
): Promise<void> {
  const fridges = things.filter(({ type }) => type === 'medicineFridge')
  const made = await insertAll(
    db,
    tables.sensor,
    climates.map(({ name, type, deviceId, thing, room, limits, battery }) => ({
      companyId,
      name: thing === undefined ? words.sensors[name] : fridgeName(words, thing + 1),
      typeId: typeId(type),
      metric: types[type].metric,
      deviceId,
      equipmentId: thing === undefined ? null : (fridges[thing]?.id ?? null),
      locationId:
        room === undefined ? null : (rooms.find(({ floor }) => floor === room)?.place.id ?? null),
      lowerLimit: limits[0],
      upperLimit: limits[1],
      limitMinutes: 60,
      battery,
    })),
  )
  const hour = sql`date_trunc('hour', ${now}::timestamptz)`
  for (const [index, climate] of climates.entries()) {
    const { level, daily, yearly, noise, spike, days, silent = 0, warming } = climate
    const id = made[index]?.id ?? 0
    // The noise derives from the hour, so it is the same each time. One hour in sixty is missing,
    // and three days in spring.
    const chance = (salt: string) =>
      sql`(abs(hashtext(${`${id} ${salt} `} || at::text)) % 10000 / 10000.0)`
    const { hours = 0, by = 0 } = warming ?? {}
    await db.execute(sql`insert into ${tables.sensorReading} (company_id, sensor_id, at, value)
      select ${companyId}, ${id}, at,
      round((${level}::float8 + ${daily}::float8 * sin(2 * pi() * (extract(hour
      from at) - 9) / 24) + ${yearly}::float8 * sin(2 * pi() * (extract(doy
      from at) - 110) / 365) + ${noise}::float8 * (${chance('noise')} - 0.5)
        + case when abs(hashtext(${`${id} day `} || at::date::text)) % 61 = 0
        and extract(hour from at) between 13 and 16 then ${spike}::float8 else 0 end
        + ${by}::float8 * greatest(0, ${hours}::float8
          - extract(epoch from ${hour} - at) / 3600)::float8)::numeric, 2)
      from generate_series(${hour} - make_interval(days => ${days}), ${hour}, interval '1 hour') as at
      where (${chance('heard')} > 0.016 or at = ${hour})
      and at <= ${hour} - make_interval(hours => ${silent})
      and at not between ${hour} - interval '231 days' and ${hour} - interval '228 days'`)
  }
}

async function seedLeak(
  { db, companyId, now, words }: Seed,
  { rooms }: Campus,
  typeId: Id<'sensorType'>,
): Promise<void> {
  const hour = sql`date_trunc('hour', ${now}::timestamptz)`
  const [leak] = await db
    .insert(tables.sensor)
    .values({
      companyId,
      name: words.sensors.plantRoomFloor,
      typeId,
      metric: 'waterLeak',
      deviceId: LEAK_DEVICE,
      battery: 81,
      locationId: rooms.find(({ floor }) => floor === 'plant')?.place.id ?? null,
    })
    .returning()
  if (!leak) throw new Error('The sensor was not made')
  // Leak sensors report every three hours: dry, except for some hours on three days.
  await db.execute(sql`insert into ${tables.sensorReading} (company_id, sensor_id, at,
    value) select ${companyId}, ${leak.id}, at, case
    when (${now}::timestamptz - at) between interval '12 days' and interval '12 days 9 hours'
    or (${now}::timestamptz - at) between interval '97 days' and interval '98 days'
    or (${now}::timestamptz - at) between interval '203 days' and interval '203 days 7 hours' then 1
    else 0 end
    from generate_series(${hour} - interval '365 days', ${hour}, interval '3 hours') as at`)
}

/** Incidents of the warm and the silent fridge, and an older one that has ended. */
async function seedIncidents({ db, companyId, now, users }: Seed): Promise<void> {
  const find = async (deviceId: string) => {
    const [found] = await db
      .select()
      .from(tables.sensor)
      .where(ofCompany(tables.sensor, companyId, eq(tables.sensor.deviceId, deviceId)))
    return found ?? raise()
  }
  const [warm, silent, first] = [
    await find(WARM_DEVICE),
    await find(SILENT_DEVICE),
    await find(FIRST_DEVICE),
  ]
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR)
  await db
    .update(tables.sensor)
    .set({ outsideSince: ago(3) })
    .where(ofCompany(tables.sensor, companyId, eq(tables.sensor.id, warm.id)))
  const told = [
    { of: first, kind: 'sensorTooHigh', at: ago(500), endedAt: ago(497), text: '9.1 °C' },
    { of: silent, kind: 'sensorSilent', at: ago(40), endedAt: null, text: null },
    { of: warm, kind: 'sensorTooHigh', at: ago(2), endedAt: null, text: '9.4 °C' },
  ] as const
  const made = await insertAll(
    db,
    tables.alert,
    told.map(({ of, ...news }) => ({
      ...news,
      companyId,
      level: 'warning' as const,
      sensorId: of.id,
      equipmentId: of.equipmentId,
    })),
  )
  const keeper = users.find(({ role }) => role === 'administrator')
  if (keeper)
    await insertAll(
      db,
      tables.alertRecipient,
      made.map(({ id, endedAt }) => ({
        companyId,
        alertId: id,
        userId: keeper.userId,
        seenAt: endedAt,
      })),
    )
}

function raise(): never {
  throw new Error('The demo lacks a sensor')
}

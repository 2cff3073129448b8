/**
 * Keeps the demo's sensors reporting while the server runs, through the real ingest, and adds up to
 * two days after a pause. Demo companies only.
 */
import { and, eq, gte, inArray, isNotNull, max } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Measurement } from '#contract/ingest/measurements.ts'
import { metricFacts } from '#contract/metricFacts.ts'
import { isChange } from '#contract/metricNames.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { Refusal } from '#kernel/http/errors.ts'
import { startJob } from '#kernel/work/jobs.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import { ingestReport } from '../modules/site/devices/index.ts'
import { ingestReadings, writeMeasurements } from '../modules/site/sensors/index.ts'
import { makersReports } from './makersReports.ts'
import { speakingDevices } from './sensors.ts'
import { DEMO_KEY } from './venue.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Readings of an hourly sensor in two days. */
const CATCHES_UP = 48

interface Reading {
  /** Milliseconds. */
  at: number
  value: number
}
export interface Speaker {
  everyMinutes: number
  /** Readings of the last days, oldest first. */
  said: readonly Reading[]
  outside: 'high' | 'low' | null
  isYesNo: boolean
}

/**
 * Yesterday's readings, slightly changed. A value beyond its limits stays there, since the demo has
 * an incident for it; a dry leak sensor stays dry.
 */
export function nextReadings(
  { everyMinutes, said, outside, isYesNo }: Speaker,
  now: number,
  random: () => number,
): Reading[] {
  const last = said.at(-1)
  if (last === undefined) return []
  const step = everyMinutes * MINUTE
  const missing = Math.floor((now - last.at) / step)
  const dayBefore = (at: number) => said.findLast((one) => one.at <= at - DAY) ?? last
  return Array.from({ length: Math.min(missing, CATCHES_UP) }, (_none, index): Reading => {
    const at = last.at + (missing - Math.min(missing, CATCHES_UP) + index + 1) * step
    if (isYesNo) return { at, value: 0 }
    const like = outside === null ? dayBefore(at) : last
    return { at, value: Math.round((like.value + (random() - 0.5) * 0.2) * 100) / 100 }
  })
}

async function measurementsOf(
  db: Db,
  companyId: Id<'company'>,
  now: number,
): Promise<Measurement[]> {
  const speakers = await db
    .select({
      id: tables.sensor.id,
      device: tables.sensor.deviceId,
      metric: tables.sensor.metric,
      outside: tables.sensor.outside,
      battery: tables.sensor.battery,
      measuredAt: tables.sensor.measuredAt,
      everyMinutes: tables.sensorType.everyMinutes,
    })
    .from(tables.sensor)
    .innerJoin(tables.sensorType, joinOn(tables.sensorType, tables.sensor.typeId))
    .where(
      ofCompany(
        tables.sensor,
        companyId,
        eq(tables.sensor.isActive, true),
        isNotNull(tables.sensor.measuredAt),
        inArray(tables.sensor.deviceId, [...speakingDevices]),
      ),
    )
  if (speakers.length === 0) return []
  const since = Math.min(...speakers.map((one) => one.measuredAt?.getTime() ?? now)) - 2 * DAY
  const said = groupBy(
    await db
      .select({
        id: tables.sensorReading.sensorId,
        at: tables.sensorReading.at,
        value: tables.sensorReading.value,
      })
      .from(tables.sensorReading)
      .where(
        ofCompany(
          tables.sensorReading,
          companyId,
          inArray(
            tables.sensorReading.sensorId,
            speakers.map(({ id }) => id),
          ),
          gte(tables.sensorReading.at, new Date(since)),
        ),
      )
      .orderBy(tables.sensorReading.at),
    ({ id }) => id,
  )
  return speakers.flatMap(({ id, device, metric, outside, battery, everyMinutes }) => {
    const isYesNo = isChange(metric)
    const speaker = {
      everyMinutes,
      said: (said.get(id) ?? []).map(({ at, value }) => ({ at: at.getTime(), value })),
      outside,
      isYesNo,
    }
    return nextReadings(speaker, now, Math.random).map(({ at, value }): Measurement => ({
      device: device ?? '',
      metric,
      key: metric,
      label: metric,
      unit: metricFacts[metric].unit,
      value,
      isYesNo,
      isOneWire: false,
      at: new Date(at).toISOString(),
      battery,
      gateways: [],
    }))
  })
}

/** True if the sensors report now: every five minutes, and every fifteen while no page is open. */
export const isReportDue = (reportedAt: number, now: number, isSeen: boolean): boolean =>
  Math.abs(now - reportedAt) >= (isSeen ? 5 : 15) * MINUTE

export function startDemoReadings(kernel: Kernel): void {
  if (!kernel.demo) return
  let reportedAt: number | undefined
  startJob(kernel, {
    name: 'readings of the demo',
    every: MINUTE,
    first: 15_000,
    run: async () => {
      const now = kernel.clock.now().getTime()
      reportedAt ??= await lastReportAt(kernel)
      if (!isReportDue(reportedAt, now, kernel.live.isHeard())) return
      reportedAt = now
      await ingestDemoReadings(kernel)
    },
  })
}

/** So that a restart within the interval does not report again. */
export const lastReportAt = (kernel: Kernel): Promise<number> =>
  asSystem(kernel.pool, async (db) => {
    const { deviceMeasurement, company } = tables
    const [last] = await db
      .select({ at: max(deviceMeasurement.heardAt) })
      .from(deviceMeasurement)
      .innerJoin(company, eq(company.id, deviceMeasurement.companyId))
      .where(eq(company.isDemo, true))
    return last?.at?.getTime() ?? -Infinity
  })

export async function ingestDemoReadings(kernel: Kernel): Promise<void> {
  const companies = await asSystem(kernel.pool, (db) =>
    db
      .select({ id: tables.company.id, keyId: tables.apiKey.id })
      .from(tables.company)
      .leftJoin(
        tables.apiKey,
        and(eq(tables.apiKey.companyId, tables.company.id), eq(tables.apiKey.hash, DEMO_KEY)),
      )
      .where(eq(tables.company.isDemo, true)),
  )
  for (const { id, keyId } of companies) {
    const spoken = await inCompany(kernel.pool, id, (db) =>
      measurementsOf(db, id, kernel.clock.now().getTime()),
    )
    await ingestReadings(kernel, id, { measurements: spoken })
    if (keyId !== null) await speakAsMakers(kernel, { id: keyId, companyId: id })
  }
  await writeMeasurements(kernel)
}

async function speakAsMakers(
  kernel: Kernel,
  key: { id: Id<'apiKey'>; companyId: Id<'company'> },
): Promise<void> {
  for (const report of makersReports(kernel.clock.now(), Math.random))
    await ingestReport(kernel, key, report).catch((error: unknown) => {
      // a report that is meant to stay unread
      if (!(error instanceof Refusal)) throw error
    })
}

/** Exports readings: first from the time-series store, then from the database. */
import { asc, gte, inArray, lt } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { QuestionOf } from '#contract/listExports.ts'
import { DAY_MS, dayAt } from '#contract/timeZones/wallTime.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  column,
  idsInParts,
  isIn,
  inOrderOf,
  type ExportCell,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { storedReadings, type ReadingStores } from '../metrics/index.ts'
import { selectSensors } from './rows.ts'

type Question = QuestionOf<'readings'>

const columns = [
  column('sensor', 'sensor'),
  column('equipment', 'field_equipment'),
  column('location', 'field_location'),
  column('at', 'at'),
  column('value', 'value'),
  column('unit', 'field_unit'),
]

/** Days read from the store at once: about 10,000 readings of a sensor that reports each minute. */
const DAYS_A_PART = 7
/** Prefix of a part in the store, such as `store:17:0:604800000`: sensor and span. */
const STORE = 'store:'

export const readingExport = (stores: ReadingStores): ExportSource<Question> => ({
  async open(scope, question) {
    const sensors = await seen(scope, question.sensorIds)
    const parts: string[] = []
    const here = []
    for (const [id, { sensor }] of sensors) {
      const stored = await storedOf(scope, stores, question, sensor.metric)
      parts.push(...partsOf(id, stored.there, question))
      here.push(stored.here)
    }
    const listed = await idsInParts(scope, {
      table: tables.sensorReading,
      where: ofCompany(
        tables.sensorReading,
        scope.actor.companyId,
        inArray(tables.sensorReading.sensorId, question.sensorIds),
        here[0],
        question.from ? gte(tables.sensorReading.at, new Date(question.from)) : undefined,
        question.to ? lt(tables.sensorReading.at, new Date(question.to)) : undefined,
      ),
      order: [asc(tables.sensorReading.sensorId), asc(tables.sensorReading.at)],
    })
    return {
      columns,
      total: listed.total,
      parts: [...parts, ...listed.parts],
      async read(inner, part) {
        const now = await seen(inner, question.sensorIds)
        const rows = part.startsWith(STORE)
          ? await samplesOf(inner, stores, question, now, part)
          : await readingsOf(inner, part)
        return rows.flatMap(({ sensorId, at, value }): ExportCell[][] => {
          const found = now.get(sensorId)
          if (found === undefined) return []
          const { sensor, type, equipmentName, locationName } = found
          return [[sensor.name, equipmentName, locationName, { at: +at }, value, type.unit]]
        })
      },
    }
  },
})

type Sensors = Map<number, Awaited<ReturnType<typeof selectSensors>>[number]>

async function seen(scope: Scope, ids: readonly Id<'sensor'>[]): Promise<Sensors> {
  const found = await selectSensors(scope, scope.from.sensors(inArray(tables.sensor.id, [...ids])))
  if (found.length !== new Set(ids).size)
    throw refuseNotFound('sensor', 'body.what.question.sensorIds')
  return new Map(found.map((row) => [row.sensor.id, row]))
}

async function storedOf(
  scope: Scope,
  stores: ReadingStores,
  { from }: Question,
  metric: typeof tables.sensor.$inferSelect.metric,
) {
  const { timezone } = scope.actor
  const range = {
    from: dayAt(from ? Date.parse(from) : 0, timezone),
    to: dayAt(+scope.clock.now(), timezone),
  }
  return storedReadings(scope, stores, metric, range, timezone)
}

function partsOf(
  id: number,
  there: { from: number; until: number } | null,
  { from, to }: Question,
): string[] {
  if (there === null) return []
  const begin = Math.max(there.from, from ? Date.parse(from) : 0)
  const until = Math.min(there.until, to ? Date.parse(to) : Infinity)
  const parts: string[] = []
  for (let at = begin; at < until; at += DAYS_A_PART * DAY_MS)
    parts.push(`${STORE}${id}:${at}:${Math.min(until, at + DAYS_A_PART * DAY_MS)}`)
  return parts
}

async function samplesOf(
  scope: Scope,
  stores: ReadingStores,
  question: Question,
  sensors: Sensors,
  part: string,
) {
  const [id = 0, from = 0, until = 0] = part.slice(STORE.length).split(':').map(Number)
  const metric = sensors.get(id)?.sensor.metric
  if (metric === undefined) return []
  const { samples } = await storedOf(scope, stores, question, metric)
  return samples(id, { from, until })
}

async function readingsOf({ db, actor }: Scope, part: string) {
  const found = await db
    .select()
    .from(tables.sensorReading)
    .where(ofCompany(tables.sensorReading, actor.companyId, isIn(tables.sensorReading.id, part)))
  return inOrderOf(part, found, ({ id }) => id)
}

import { Readable } from 'node:stream'
import { and, asc, type SQL } from 'drizzle-orm'
import { localTime } from '#contract/rules/localTime.ts'
import type { CsvCell } from '#contract/rules/csv.ts'
import * as tables from '#db/schema/index.ts'
import { shownName, shownNameOrNull } from '#kernel/data/shownName.ts'
import { csvStream } from '#kernel/http/csvStream.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { readInSlices, type LookedAt } from './positionSlices.ts'
import { requireVisibleEquipment, namesOf, ofVisible } from './replay.ts'

const TRACE_MAXIMUM = 20_000
const heading = [
  'time (UTC)',
  'local time',
  'equipment id',
  'equipment',
  'building',
  'floor',
  'room',
  'longitude',
  'latitude',
  'accuracy (m)',
  'method',
]

export async function traceOf(scope: Scope, asked: LookedAt) {
  const { timezone } = scope.actor
  await scope.transaction((inner) => requireVisibleEquipment(inner, asked))
  const rows: TraceRow[] = []
  let total = 0
  await readInSlices(scope, asked, async (inner, slice) => {
    const where = and(slice, ofVisible(inner))
    if (total >= TRACE_MAXIMUM) {
      const [counted] = await inner.db.select({ count }).from(tables.position).where(where)
      total += counted?.count ?? 0
      return true
    }
    const found = await rowsOf(inner, where)
    total += found.length
    const names = new Map(
      (await namesOf(inner, new Set(found.map(({ equipmentId }) => equipmentId)))).map(
        ({ id, name }) => [id, name],
      ),
    )
    for (const { at, ...row } of found.slice(0, TRACE_MAXIMUM - rows.length))
      rows.push({
        ...row,
        name: names.get(row.equipmentId) ?? '',
        utc: at.toISOString(),
        local: localTime(at, timezone),
      })
    return true
  })
  return { timezone, asked, remaining: total - rows.length, rows }
}

const rowsOf = ({ db, actor }: Scope, where: SQL | undefined) =>
  db
    .select({
      equipmentId: tables.position.equipmentId,
      at: tables.position.at,
      longitude: tables.position.longitude,
      latitude: tables.position.latitude,
      accuracy: tables.position.accuracy,
      method: tables.position.method,
      roomName: shownNameOrNull({ actor }, tables.room),
      floorName: shownName({ actor }, tables.floor),
      buildingName: shownName({ actor }, tables.building),
    })
    .from(tables.position)
    .innerJoin(tables.floor, joinOn(tables.floor, tables.position.floorId))
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .leftJoin(tables.room, joinOn(tables.room, tables.position.roomId))
    .where(where)
    .orderBy(asc(tables.position.at), asc(tables.position.id))

type TraceRow = Omit<Awaited<ReturnType<typeof rowsOf>>[number], 'at'> & {
  name: string
  utc: string
  local: string
}
type Trace = Awaited<ReturnType<typeof traceOf>>

function* linesOf({ rows, remaining }: Trace): Generator<CsvCell[]> {
  for (const row of rows)
    yield [
      row.utc,
      row.local,
      row.equipmentId,
      row.name,
      row.buildingName,
      row.floorName,
      row.roomName,
      row.longitude,
      row.latitude,
      row.accuracy,
      row.method,
    ]
  if (remaining > 0) yield [`and ${remaining} more; choose a shorter span`]
}

export const traceAsCsv = (trace: Trace): Readable => csvStream(heading, linesOf(trace))

export function traceAsGeoJson(trace: Trace): Readable {
  function* pieces() {
    const { timezone: timeZone, remaining, asked, rows } = trace
    const about = { timeZone, from: asked.from, to: asked.to, positions: rows.length, remaining }
    yield `{"type":"FeatureCollection","about":${JSON.stringify(about)},"features":[`
    for (const [index, row] of rows.entries()) {
      const { longitude, latitude, utc, local, roomName, floorName, buildingName, ...facts } = row
      const feature = {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties: {
          time: utc,
          localTime: local,
          ...facts,
          building: buildingName,
          floor: floorName,
          room: roomName,
        },
      }
      yield `${index === 0 ? '' : ','}\n${JSON.stringify(feature)}`
    }
    yield '\n]}\n'
  }
  return Readable.from(pieces(), { objectMode: false })
}

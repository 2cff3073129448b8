/** Positions of a span, to be carried away: as CSV, or as GeoJSON. */
import { Readable } from 'node:stream'
import { and, asc, eq, sql } from 'drizzle-orm'
import { localTime } from '#contract/rules/localTime'
import type { CsvCell } from '#contract/rules/csv'
import { building, floor, position, room } from '../../db/schema/index.ts'
import { csvStream } from '../../kernel/csv.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import { count, intArray } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'
import { within } from './history.ts'
import { heardIn, type LookedAt } from './replay.ts'

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
  const {
    db,
    actor: { companyId, timezone },
  } = scope
  const things = await heardIn(scope, asked)
  const names = new Map<number, string>(things.map(({ id, name }) => [id, name]))
  const where = and(
    eq(position.companyId, companyId),
    ...within(asked),
    sql`${position.equipmentId} = any(${intArray([...names.keys()])})`,
    asked.floorId === undefined ? undefined : eq(position.floorId, asked.floorId),
  )
  const [total] = await db.select({ count }).from(position).where(where)
  const rows = await db
    .select({
      equipmentId: position.equipmentId,
      at: position.at,
      longitude: position.longitude,
      latitude: position.latitude,
      accuracy: position.accuracy,
      method: position.method,
      roomName: room.name,
      floorName: floor.name,
      buildingName: building.name,
    })
    .from(position)
    .innerJoin(floor, joinOn(floor, position.floorId))
    .innerJoin(building, joinOn(building, floor.buildingId))
    .leftJoin(room, joinOn(room, position.roomId))
    .where(where)
    .orderBy(asc(position.at), asc(position.id))
    .limit(TRACE_MAXIMUM)
  return {
    timezone,
    asked,
    remaining: Math.max(0, (total?.count ?? 0) - rows.length),
    rows: rows.map(({ at, ...row }) => ({
      ...row,
      name: names.get(row.equipmentId) ?? '',
      utc: at.toISOString(),
      local: localTime(at, timezone),
    })),
  }
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

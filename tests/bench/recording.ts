import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FloorShape } from '#contract/positioning/ground.ts'
import type { SurveyRecord } from '#contract/positioning/siteSurvey.ts'
import type { Metres } from '#contract/venue/plane.ts'
import type { Anchor } from '#contract/positioning/anchor.ts'

export interface Truth extends Metres {
  at: number
  tag: number
  floorId: number
  isStanding: boolean
}
export interface Recording {
  name: string
  floors: FloorShape[]
  anchors: Anchor[]
  measuredPower: number
  readings: { at: number; tag: number; gatewayId: number; rssi: number }[]
  /** True positions, once a second per tag, in order of time. */
  truths: Truth[]
  /** Earlier survey points. Empty without a survey. */
  survey: SurveyRecord[]
}

export const recordings = join(process.env['REAL_DATA'] ?? '../shared/data', 'positioning')
/** The shipped settings. Nothing is tuned for a recording. */
export const SHIPPED = { measuredPower: -59, exponent: 2.6 } as const

type Line = Record<string, number>
function table(folder: string, name: string): Line[] {
  const [heading = '', ...lines] = readFileSync(join(folder, name), 'utf8').trim().split('\n')
  const columns = heading.split(',')
  return lines.map((line) =>
    Object.fromEntries(
      line
        .split(',')
        .map((value, index) => [columns[index] ?? '', value === '' ? Number.NaN : Number(value)]),
    ),
  )
}

/** The flat with six anchors; null without the real data. */
export function flat(track: 'test_robot_df.csv' | 'calibration_df.csv'): Recording | null {
  const folder = join(recordings, 'kolakowski')
  if (!existsSync(folder)) return null
  const anchors = table(folder, 'anchors.csv').map(({ id = 0, x = 0, y = 0 }) => ({
    gatewayId: id,
    x,
    y,
    floorId: 1,
    correction: 0,
  }))
  const rows = table(folder, track)
    .map((row) => ({ ...row, time: (row['ts'] ?? 0) / 1e6 }) as Line & { time: number })
    .sort((one, other) => one.time - other.time)
  const [tag] = [1]
  const box = (west: number, south: number, east: number, north: number) => [
    [
      { x: west, y: south },
      { x: east, y: south },
      { x: east, y: north },
      { x: west, y: north },
    ],
  ]
  // Rooms of the flat's layout as boxes: the hall with the bath, two rooms, the kitchen.
  const rooms = [
    box(0, 0, 3.88, 2.12),
    box(0, 2.12, 2.64, 7.1),
    box(2.64, 2.12, 6.32, 7.1),
    box(6.32, 4.19, 9.07, 7.1),
    box(3.88, 0, 6.27, 2.12),
  ].map((outline, index) => ({ id: index + 1, isClosed: false, outline }))
  return {
    name: `flat with six anchors, ${track === 'test_robot_df.csv' ? 'robot' : 'calibration points'}`,
    floors: [{ floorId: 1, buildingId: 1, ordinal: 0, outline: box(0, 0, 9.07, 7.1), rooms }],
    anchors,
    measuredPower: SHIPPED.measuredPower,
    readings: rows.flatMap((row) =>
      anchors.flatMap(({ gatewayId }) => {
        const rssi = row[`rssi_${gatewayId}`] ?? Number.NaN
        return Number.isFinite(rssi) ? [{ at: row.time, tag, gatewayId, rssi }] : []
      }),
    ),
    survey: track === 'test_robot_df.csv' ? surveyOf(folder, anchors) : [],
    truths: rows.flatMap(({ time, x = 0, y = 0 }, index) => {
      const before = rows[index - 1]
      const moved =
        before === undefined ? 0 : Math.hypot(x - (before['x'] ?? 0), y - (before['y'] ?? 0))
      return [{ at: time, tag, x, y, floorId: 1, isStanding: moved < 0.02 }]
    }),
  }
}

/**
 * Calibration points of the recording as a survey: one point per square metre, a third of a second
 * each.
 */
export function surveyOf(folder: string, anchors: readonly Anchor[]): SurveyRecord[] {
  const places = new Map<string, Line[]>()
  for (const row of table(folder, 'calibration_df.csv')) {
    const place = `${Math.floor(row['x'] ?? 0)} ${Math.floor(row['y'] ?? 0)}`
    places.set(place, [...(places.get(place) ?? []), row])
  }
  const mean = (rows: readonly Line[], of: string) =>
    rows.reduce((sum, row) => sum + (row[of] ?? 0), 0) / rows.length
  return [...places.values()]
    .filter((rows) => rows.length >= 15)
    .map((rows, index) => ({
      pointId: index + 1,
      floorId: 1,
      x: mean(rows, 'x'),
      y: mean(rows, 'y'),
      measuredPower: SHIPPED.measuredPower,
      gateways: [...anchors],
      readings: rows.flatMap((row, at) =>
        anchors.flatMap(({ gatewayId }) => {
          const rssi = row[`rssi_${gatewayId}`] ?? Number.NaN
          return Number.isFinite(rssi) ? [[Math.floor(at / 3), gatewayId, rssi, 1] as const] : []
        }),
      ),
    }))
}

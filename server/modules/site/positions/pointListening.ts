/**
 * A survey listening: for 30 seconds, records what gateways hear of one tag while a user stands at
 * a spot. Kept in this server's memory. It becomes a survey point even if the phone disconnects.
 */
import type { Id } from '#contract/ids.ts'
import type { Reading } from '#contract/positioning/samples.ts'
import type { SurveyReading } from '#contract/positioning/siteSurvey.ts'
import { LISTENS, type SurveyKind, type SurveyListening } from '#contract/rtls/siteSurvey.ts'
import * as tables from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'
import type { Facts } from './facts.ts'

export interface PointListening {
  kind: SurveyKind
  mac: string
  equipment: { id: Id<'equipment'>; name: string }
  floorId: Id<'floor'>
  longitude: number
  latitude: number
  byName: string
  byId: Id<'user'>
  measuredPower: number
  begunAt: number
  /** Null while listening. */
  endedAt: number | null
  state: SurveyListening['state']
  offBy: number | null
  radius: number | null
  readings: Reading[]
  pointId: Id<'surveyPoint'> | null
}

interface Listened {
  pointListenings: Map<number, PointListening>
}

const SECOND = 1_000
const TOLD_FOR = 120 * SECOND
const MAX_READINGS = 5_000

export function publishListenings(
  { pointListenings }: Listened,
  mac: string,
  reading: Reading,
): void {
  for (const listening of pointListenings.values())
    if (
      listening.state === 'listening' &&
      listening.mac === mac &&
      reading.at >= listening.begunAt - SECOND &&
      listening.readings.length < MAX_READINGS
    )
      listening.readings.push(reading)
}

export const toSurveyListening = (listening: PointListening, now: number): SurveyListening => ({
  kind: listening.kind,
  state: listening.state,
  equipment: listening.equipment,
  floorId: listening.floorId,
  longitude: listening.longitude,
  latitude: listening.latitude,
  seconds: Math.max(
    0,
    Math.min(LISTENS.whole, ((listening.endedAt ?? now) - listening.begunAt) / SECOND),
  ),
  readings: listening.readings.length,
  gateways: new Set(listening.readings.map(({ gatewayId }) => gatewayId)).size,
  pointId: listening.pointId,
  offBy: listening.offBy,
  radius: listening.radius,
})

/** Mean signal strength per second and gateway. */
function secondsOf(readings: readonly Reading[], begunAt: number): SurveyReading[] {
  const sums = new Map<string, { second: number; gatewayId: number; sum: number; count: number }>()
  for (const { gatewayId, rssi, at } of readings) {
    const second = Math.max(0, Math.floor((at - begunAt) / SECOND))
    const key = `${second} ${gatewayId}`
    const sofar = sums.get(key) ?? { second, gatewayId, sum: 0, count: 0 }
    sums.set(key, { ...sofar, sum: sofar.sum + rssi, count: sofar.count + 1 })
  }
  return [...sums.values()]
    .sort((a, b) => a.second - b.second || a.gatewayId - b.gatewayId)
    .map(({ second, gatewayId, sum, count }) => [
      second,
      gatewayId,
      Math.round((10 * sum) / count) / 10,
      count,
    ])
}

export function endListenings({ pointListenings }: Listened, now: number): PointListening[] {
  const over: PointListening[] = []
  for (const [userId, listening] of pointListenings) {
    if (listening.endedAt !== null) {
      if (now - listening.endedAt > TOLD_FOR) pointListenings.delete(userId)
      continue
    }
    if (now - listening.begunAt < LISTENS.whole * SECOND) continue
    over.push(listening)
  }
  return over
}

/** Stores the readings as survey points. Without a reading on its floor, stores none. */
export async function saveListenings(
  db: Db,
  companyId: Id<'company'>,
  over: readonly PointListening[],
  facts: Facts,
  now: number,
): Promise<void> {
  for (const listening of over) {
    listening.endedAt = now
    const { readings } = listening
    // Gateways of other floors cannot locate a point on this one.
    const isHeardHere = readings.some(
      ({ gatewayId }) => facts.anchors.get(gatewayId)?.floorId === listening.floorId,
    )
    if (!isHeardHere || !facts.floors.has(listening.floorId)) {
      listening.state = 'nothingHeard'
      continue
    }
    const [row] = await db
      .insert(tables.surveyPoint)
      .values({
        companyId,
        floorId: listening.floorId,
        longitude: listening.longitude,
        latitude: listening.latitude,
        kind: listening.kind,
        equipmentId: listening.equipment.id,
        byName: listening.byName,
        byId: listening.byId,
        at: new Date(now),
        measuredPower: listening.measuredPower,
        readings: secondsOf(readings, listening.begunAt),
        gateways: gatewaysOn(facts, listening.floorId),
        offBy: listening.offBy,
        radius: listening.radius,
      })
      .returning({ id: tables.surveyPoint.id })
    listening.state = 'kept'
    listening.pointId = row?.id ?? null
  }
}

function gatewaysOn({ anchors, floors }: Facts, floorId: number): tables.SurveyGateway[] {
  const plane = floors.get(floorId)?.plane
  return [...anchors.values()].flatMap((anchor) =>
    anchor.floorId !== floorId || plane === undefined
      ? []
      : [{ gatewayId: anchor.gatewayId as Id<'gateway'>, ...plane.toDegrees(anchor) }],
  )
}

/**
 * A recording's survey as a radio map, made as the server does, and fingerprints for comparison.
 */
import { fitRadioMap, type RadioMap } from '#contract/positioning/radioMap.ts'
import {
  leaveOneOut,
  surveyedPoint,
  type SurveyFigures,
  type SurveyRecord,
} from '#contract/positioning/siteSurvey.ts'
import {
  emptyListening,
  averageReadings,
  addSample,
  type Listening,
} from '#contract/positioning/listening.ts'
import type { World } from '#contract/positioning/looks.ts'
import type { Recording } from './recording.ts'
import { roomAt, worldOf, type Engine } from './replayRecording.ts'

const FAINTEST = -92

function done<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

export function surveyed(
  recording: Recording,
  records: readonly SurveyRecord[] = recording.survey,
): { world: World; figures: SurveyFigures | null } {
  const world = worldOf(recording)
  const points = records.map((record) => surveyedPoint(record, world.anchors, FAINTEST))
  const maps = new Map<number, RadioMap>()
  for (const { floorId } of recording.floors) {
    const ground = world.grounds.get(floorId)
    const own = new Map([...world.anchors].filter(([, anchor]) => anchor.floorId === floorId))
    const start = { power: world.learned.power, exponent: world.learned.exponent }
    const map = ground ? done(fitRadioMap(ground, own, points, start)) : null
    if (map) maps.set(floorId, map)
  }
  const figures = done(leaveOneOut(records, maps, world))
  return { world: { ...world, maps, circles: new Map([[1, figures?.circle ?? 1]]) }, figures }
}

const NEIGHBOURS = 4
const UNHEARD = -100

/**
 * Weighted nearest fingerprints over means of two seconds. Missing readings count as the faintest
 * signal.
 */
export function fingerprints(
  recording: Recording,
  records: readonly SurveyRecord[] = recording.survey,
): Engine {
  const ids = recording.anchors.map(({ gatewayId }) => gatewayId)
  const prints = records.map((record) => ({
    ...record,
    levels: ids.map((id) => {
      const own = record.readings.filter(([, gatewayId]) => gatewayId === id)
      return own.length === 0
        ? UNHEARD
        : own.reduce((sum, [, , rssi]) => sum + rssi, 0) / own.length
    }),
  }))
  const tags = new Map<number, Listening>()
  const { grounds } = worldOf(recording)
  return (tag, fresh, now) => {
    const listened = tags.get(tag) ?? emptyListening()
    tags.set(tag, listened)
    for (const { gatewayId, rssi, at } of fresh)
      addSample(listened, { gatewayId, rssi, at, reportedAt: null })
    listened.readings.keepAfter(now - 2_000)
    const heard = new Map(
      averageReadings(listened.readings, now).map((one) => [one.gatewayId, one.rssi]),
    )
    const near = prints
      .map((print) => ({
        ...print,
        far: Math.hypot(
          ...ids.map((id, index) => (heard.get(id) ?? UNHEARD) - (print.levels[index] ?? 0)),
        ),
      }))
      .sort((a, b) => a.far - b.far)
      .slice(0, NEIGHBOURS)
    const [first] = near
    if (!first) return null
    const total = near.reduce((sum, { far }) => sum + 1 / (far + 1) ** 2, 0)
    const mean = (of: 'x' | 'y') =>
      near.reduce((sum, one) => sum + one[of] / (one.far + 1) ** 2, 0) / total
    const at = { x: mean('x'), y: mean('y'), floorId: first.floorId }
    const ground = grounds.get(first.floorId)
    return { ...at, roomId: ground ? roomAt(ground, at) : null, accuracy: 0 }
  }
}

/**
 * Locates each point by the fingerprints of the others. Sorted errors in metres, from the third
 * second on.
 */
export function fingerprintErrors(recording: Recording): number[] {
  return recording.survey
    .flatMap((record) => {
      const others = recording.survey.filter(({ pointId }) => pointId !== record.pointId)
      const engine = fingerprints(recording, others)
      const last = Math.max(...record.readings.map(([second]) => second))
      return Array.from({ length: last + 1 }, (_value, second) => {
        const fresh = record.readings
          .filter(([at]) => at === second)
          .map(([at, gatewayId, rssi]) => ({ at: at * 1_000 + 500, tag: 1, gatewayId, rssi }))
        const found = engine(1, fresh, (second + 1) * 1_000)
        return found && second >= 3 ? Math.hypot(found.x - record.x, found.y - record.y) : null
      }).filter((error) => error !== null)
    })
    .sort((a, b) => a - b)
}

/**
 * Reads a venue from files: IMDF, OpenStreetMap, or one GeoJSON per floor. Reports unusable
 * features one by one and reads the rest.
 */
import { imdfPlan } from './imdf.ts'
import { isOsmPlan, osmPlan } from './osm.ts'
import { plainPlan } from './plainFloors.ts'
import {
  featuresIn,
  wordsOf,
  type Parsed,
  type PlannedFloor,
  type Report,
  type VenueFault,
  type VenueFile,
  type VenuePlan,
} from './plan.ts'
import { checkedPlan, planFaults } from './planFaults.ts'
import { withoutStrays } from './strays.ts'

/** More than any building has. Further features are ignored and reported. */
const MAX_FEATURES = 120_000

export function readVenue(
  files: readonly VenueFile[],
  most = MAX_FEATURES,
): { plan: VenuePlan; faults: VenueFault[] } {
  const faults: VenueFault[] = []
  const report: Report = (file, feature, code) => void faults.push({ file, feature, code })
  const parsed = withinBounds(parse(files, report), most, report)
  const isImdf = parsed.some(({ data }) =>
    featuresIn(data).some((feature) => typeof feature['feature_type'] === 'string'),
  )
  const read = isImdf ? imdfPlan : isOsmPlan(parsed) ? osmPlan : plainPlan
  const buildings = read(parsed, report)
  const whole = buildings.flatMap((house) => withoutStrays(house, report) ?? [])
  for (const { floors } of whole) for (const floor of floors) reportImpossible(floor, report)
  if (whole.length === 0) report(wordsOf(files[0]?.name ?? ''), null, 'noFloors')
  return { plan: { buildings: whole }, faults }
}

/** Reports impossible geometry but keeps it: a faulty plan is better than none. */
function reportImpossible(floor: PlannedFloor, report: Report): void {
  const rooms = floor.rooms.map(({ externalId, outline }) => ({ key: externalId, outline }))
  const reported = new Set<string>()
  for (const { code, room } of planFaults(checkedPlan({ ...floor, rooms }), null)) {
    const feature = room === null ? null : (floor.rooms[room]?.externalId ?? null)
    // A room that overlaps many others is reported once.
    if (reported.has(`${code} ${feature}`)) continue
    reported.add(`${code} ${feature}`)
    report(floor.externalId, feature, code)
  }
}

function parse(files: readonly VenueFile[], report: Report): Parsed[] {
  const lastPart = (name: string) => name.replace(/^.*[/\\]/, '')
  const isAlone = (name: string) =>
    files.filter((other) => lastPart(other.name) === lastPart(name)).length === 1
  return files.flatMap(({ name, text }): Parsed[] => {
    // Several folders may contain a `floor.geojson`, so the folder becomes part of the name.
    const known = wordsOf(isAlone(name) ? lastPart(name) : name)
    try {
      const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
      if (typeof data === 'object' && data !== null && !Array.isArray(data))
        return [{ name: known, data: { ...data } }]
      report(known, null, 'notGeoJson')
    } catch {
      report(known, null, 'notJson')
    }
    return []
  })
}

function withinBounds(parsed: readonly Parsed[], most: number, report: Report): Parsed[] {
  let left = most
  return parsed.map(({ name, data }) => {
    const features = Array.isArray(data['features']) ? data['features'] : []
    const kept = features.slice(0, left)
    left -= kept.length
    if (kept.length === features.length) return { name, data }
    report(name, null, 'tooMany')
    return { name, data: { ...data, features: kept } }
  })
}

/**
 * Reads a venue from files: IMDF, OpenStreetMap, or one GeoJSON per floor. Reports unusable
 * features one by one and reads the rest.
 */
import { imdfPlan } from './imdf.ts'
import { isOsmPlan, osmPlan } from './osm.ts'
import { floorSourcesOf, plainPlan } from './plainFloors.ts'
import { withLayers } from './layers.ts'
import { withTextSources } from './nameSources.ts'
import { makeLedger, type Ledger, type Report } from './ledger.ts'
import type { FeatureCount, VenueFault } from './outcomes.ts'
import {
  featuresIn,
  type Parsed,
  type PlannedBuilding,
  type ReadFile,
  type VenueFile,
  type VenuePlan,
} from './plan.ts'
import { withoutStrays } from './strays.ts'
import { wordsOf } from './texts.ts'

/** More than any building has. Further features are ignored and reported. */
const MAX_FEATURES = 120_000

export interface VenueRead {
  plan: VenuePlan
  faults: readonly VenueFault[]
  features: FeatureCount[]
}

export interface ReadOptions {
  /** Maximum features. Further features are reported. */
  most?: number
  /** The floor property of a GeoJSON, if the user chose one. */
  floorFrom?: string | null
}

export function readVenue(files: readonly VenueFile[], options: ReadOptions = {}): VenueRead {
  const report = makeLedger()
  return planOfFiles(parseFiles(files, report), report, options)
}

export function planOfFiles(
  files: readonly Parsed[],
  report: Ledger,
  { most = MAX_FEATURES, floorFrom = null }: ReadOptions = {},
): VenueRead {
  const parsed = withinBounds(files, most, report)
  const file = files[0]?.name ?? report.faults[0]?.file ?? ''
  const isImdf = parsed.some(({ data }) =>
    featuresIn(data).some((feature) => typeof feature['feature_type'] === 'string'),
  )
  if (isImdf) return finishedPlan(imdfPlan(parsed, report), report, { file, nameKey: 'name' })
  if (isOsmPlan(parsed))
    return finishedPlan(osmPlan(parsed, report), report, { file, nameKey: 'name' })
  const buildings = plainPlan(parsed, report, floorFrom)
  const { plan, ...read } = finishedPlan(buildings, report, { file, nameKey: 'name' })
  return { ...read, plan: { ...plan, floorSources: floorSourcesOf(parsed, floorFrom) } }
}

/**
 * Checks the buildings of any reader. `file`: name for the report if there are none. `nameKey`: the
 * property that names rooms in this format.
 */
export function finishedPlan(
  buildings: readonly PlannedBuilding[],
  report: Ledger,
  { file, nameKey }: { file: string; nameKey: string | null },
): VenueRead {
  const whole = buildings.flatMap((house) => withoutStrays(house, report) ?? [])
  if (whole.length === 0) report.fault(wordsOf(file), null, 'noFloors')
  const features = report.counts()
  const sources = withTextSources(withLayers(whole, report), nameKey)
  return { plan: { ...sources, features }, faults: report.faults, features }
}

/** Files that are not GeoJSON are reported. */
export function parseFiles(files: readonly ReadFile[], report: Report): Parsed[] {
  const lastPart = (name: string) => name.replace(/^.*[/\\]/, '')
  const isAlone = (name: string) =>
    files.filter((other) => lastPart(other.name) === lastPart(name)).length === 1
  return files.flatMap((file): Parsed[] => {
    const { name } = file
    // Several folders may contain a `floor.geojson`, so the folder becomes part of the name.
    const known = wordsOf(isAlone(name) ? lastPart(name) : name)
    if ('data' in file) return [{ ...file, name: known }]
    try {
      const data: unknown = JSON.parse(file.text.replace(/^\uFEFF/, ''))
      if (typeof data === 'object' && data !== null && !Array.isArray(data))
        return [{ name: known, data: { ...data } }]
      report.fault(known, null, 'notGeoJson')
    } catch {
      report.fault(known, null, 'notJson')
    }
    return []
  })
}

function withinBounds(parsed: readonly Parsed[], most: number, report: Report): Parsed[] {
  let left = most
  return parsed.map((file) => {
    const { name, data } = file
    const features = Array.isArray(data['features']) ? data['features'] : []
    const kept = features.slice(0, left)
    left -= kept.length
    if (kept.length === features.length) return file
    report.fault(name, null, 'tooMany')
    for (let index = kept.length; index < features.length; index += 1) report.count('…', 'tooMany')
    return { ...file, data: { ...data, features: kept } }
  })
}

/** A venue out of files: IMDF, or one plain GeoJSON a floor. What cannot be used is told feature by feature; the rest is. */
import { imdfPlan } from './imdf.ts'
import { plainPlan } from './plainFloors.ts'
import { featuresIn, type Parsed, type Tell, type VenueFault, type VenueFile, type VenuePlan } from './plan.ts'

export function readVenue(files: readonly VenueFile[]): { plan: VenuePlan; faults: VenueFault[] } {
  const faults: VenueFault[] = []
  const tell: Tell = (file, feature, code) => void faults.push({ file, feature, code })
  const parsed = files.flatMap(({ name, text }): Parsed[] => {
    try {
      const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
      return typeof data === 'object' && data !== null && !Array.isArray(data) ? [{ name: name.replace(/^.*[/\\]/, ''), data: { ...data } }] : []
    } catch {
      tell(name, null, 'notJson')
      return []
    }
  })
  const isImdf = parsed.some(({ data }) => featuresIn(data).some((feature) => typeof feature['feature_type'] === 'string'))
  const buildings = isImdf ? imdfPlan(parsed, tell) : plainPlan(parsed, tell)
  const whole = buildings.filter(({ floors }) => floors.length > 0)
  if (whole.length === 0) tell(files[0]?.name ?? '', null, 'noFloors')
  return { plan: { buildings: whole }, faults }
}

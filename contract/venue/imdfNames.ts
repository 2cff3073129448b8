/**
 * Names of IMDF's units and kiosks: their own, or the name of the occupant whose anchor lies in
 * them.
 */
import { namesOf, type Names } from './labels.ts'
import type { Report } from './ledger.ts'
import type { NameOrigin } from './plan.ts'
import { nameOf, textOf } from './texts.ts'

export interface ImdfFeature {
  file: string
  id: string
  kind: string
  properties: Record<string, unknown>
  geometry: unknown
}

export interface Named {
  name: string
  names: Names
  /** The occupant's category, such as `pharmacy`. Null if the unit has a name of its own. */
  category: string | null
  from?: NameOrigin
}

export const ownName = ({ properties }: ImdfFeature): Named => {
  const { name, alt_name: other } = properties
  const isOther = nameOf(name) === '' && nameOf(other) !== ''
  const label = isOther ? other : name
  return {
    name: nameOf(label),
    names: namesOf(label),
    category: null,
    ...(isOther && { from: 'otherName' }),
  }
}

/** Counts anchors and occupants: as a used name, or with the reason why the name is unused. */
export function namesOfImdf(all: readonly ImdfFeature[], report: Report) {
  const of = (kind: string) => all.filter((one) => one.kind === kind)
  const places = new Map([...of('unit'), ...of('kiosk')].map((one) => [one.id, one]))
  const placeOfAnchor = new Map<string, ImdfFeature>()
  for (const anchor of of('anchor')) {
    const place = places.get(textOf(anchor.properties['unit_id']))
    if (place !== undefined) placeOfAnchor.set(anchor.id, place)
  }
  for (const kiosk of of('kiosk')) {
    const id = textOf(kiosk.properties['anchor_id'])
    if (id !== '') placeOfAnchor.set(id, kiosk)
  }
  const taken = new Map<string, Named>()
  const used = new Set<string>()
  for (const occupant of of('occupant')) {
    const anchorId = textOf(occupant.properties['anchor_id'])
    const place = placeOfAnchor.get(anchorId)
    const own = ownName(occupant)
    if (place === undefined || own.name === '') {
      report.count('occupant', 'withoutRoom')
      continue
    }
    const before = ownName(place).name || taken.get(place.id)?.name
    used.add(anchorId)
    if (before === undefined || before === '') {
      const category = textOf(occupant.properties['category']) || null
      taken.set(place.id, { ...own, category, from: 'occupant' })
      report.count('occupant', 'name')
    } else report.count('occupant', before === own.name ? 'name' : 'placeTaken')
  }
  for (const { id } of of('anchor')) report.count('anchor', used.has(id) ? 'name' : 'withoutRoom')
  return (one: ImdfFeature): Named => {
    const own = ownName(one)
    return own.name === '' ? (taken.get(one.id) ?? own) : own
  }
}

import { fieldsOf, textOf } from './texts.ts'
import { levelsOf, readLevels } from './levelsInOne.ts'
import type { FeatureCount } from './outcomes.ts'
import type { RoomKind } from './shapes.ts'

export type Tags = Readonly<Record<string, unknown>>
interface Relation {
  role: string
  tags: Tags
}
export interface OsmFeature {
  file: string
  /** `way/123`. Null if the export dropped it. */
  osmId: string | null
  tags: Tags
  /** Relations that contain the feature, if the export kept them. */
  relations: readonly Relation[]
  geometry: unknown
}

/** Exports store tags directly in the properties, in `tags`, or as text in `other_tags` (GDAL). */
export function osmFeature(file: string, feature: Record<string, unknown>): OsmFeature {
  const properties = fieldsOf(feature['properties'])
  const nested = fieldsOf(properties['tags'])
  const hasNested = Object.keys(nested).length > 0
  const { other_tags: others } = properties
  const listed = properties['relations'] ?? properties['@relations']
  const relations = (Array.isArray(listed) ? listed : []).slice(0, 50).map((one): Relation => {
    const { role, reltags } = fieldsOf(one)
    return { role: textOf(role), tags: fieldsOf(reltags) }
  })
  return {
    file,
    osmId: osmIdOf(feature, properties),
    tags: hasNested
      ? nested
      : typeof others === 'string'
        ? { ...properties, ...pairsIn(others) }
        : properties,
    relations,
    geometry: feature['geometry'],
  }
}

const ELEMENT = /^(node|way|relation)$/
const ID = /^(node|way|relation)\/-?\d+$/

/** `@id` of Overpass and JOSM, `full_id` of QuickOSM, `osm_id` of GDAL. */
function osmIdOf(
  feature: Record<string, unknown>,
  properties: Record<string, unknown>,
): string | null {
  const said = [properties['@id'], feature['id'], properties['id']].map(textOf)
  const whole = said.find((one) => ID.test(one))
  if (whole !== undefined) return whole
  const [, letter = '', number = ''] = /^([nwr])(-?\d+)$/.exec(textOf(properties['full_id'])) ?? []
  if (number !== '') return `${LETTERS[letter] ?? 'way'}/${number}`
  const way = textOf(properties['osm_way_id'])
  if (/^\d+$/.test(way)) return `way/${way}`
  const element = textOf(properties['@type']) || textOf(properties['osm_type'])
  const bare = textOf(properties['@id']) || textOf(properties['osm_id'])
  if (!/^-?\d+$/.test(bare)) return null
  if (ELEMENT.test(element)) return `${element}/${bare}`
  if (properties['osm_id'] === undefined) return null
  const { type } = fieldsOf(feature['geometry'])
  return `${type === 'Point' ? 'node' : type === 'LineString' ? 'way' : 'relation'}/${bare}`
}
const LETTERS: Readonly<Record<string, string>> = { n: 'node', w: 'way', r: 'relation' }

const MAX_PAIRS = 200
const MAX_LETTERS = 20_000

/** `"indoor"=>"room","level"=>"1"`. */
function pairsIn(text: string): Record<string, string> {
  const plain = (quoted = ''): string => quoted.replace(/\\(.)/g, '$1')
  if (text.length > MAX_LETTERS) return {}
  const pairs = text.matchAll(/"((?:[^"\\]|\\.)*)"=>"((?:[^"\\]|\\.)*)"/g)
  return Object.fromEntries(
    [...pairs].slice(0, MAX_PAIRS).map(([, key, value]) => [plain(key), plain(value)]),
  )
}

export const tagOf = (tags: Tags, key: string): string => textOf(tags[key]).toLowerCase()
const says = (tags: Tags, key: string): boolean => !['', 'no', 'none'].includes(tagOf(tags, key))

const INDOOR =
  /^(area|column|corridor|door|elevator|floor|hall|level|pathway|pillar|room|shaft|stairs|steps|void|wall|window|yes)$/
const BUILDING_PART = /^(corridor|hall|room|shell|verticalpassage|wall|window)$/

/**
 * True for OpenStreetMap's indoor tags. Other tools also use `level` beside `room` or `building`.
 */
export const isTaggedIndoors = ({ tags, relations }: OsmFeature): boolean =>
  INDOOR.test(tagOf(tags, 'indoor')) ||
  BUILDING_PART.test(tagOf(tags, 'buildingpart')) ||
  relations.some(({ tags: of }) => tagOf(of, 'type') === 'level')

/**
 * `levels` is null if no tag gives a level. A door then applies to every floor with a wall at its
 * point.
 */
export function levelsOfTags({ tags, relations }: OsmFeature): {
  levels: number[] | null
  isUnreadable: boolean
  tooMany: boolean
} {
  const read = ['level', 'repeat_on', 'buildingpart:verticalpassage:floorrange'].map((key) => ({
    said: textOf(tags[key]),
    ...readLevels(tags[key]),
  }))
  const levels = new Set(read.flatMap((one) => one.levels))
  for (const { tags: of } of relations)
    if (tagOf(of, 'type') === 'level') for (const level of levelsOf(of['level'])) levels.add(level)
  if (levels.size === 0) {
    const [least] = levelsOf(tags['min_level'] ?? tags['building:min_level'])
    const [most] = levelsOf(tags['max_level'] ?? tags['building:max_level'])
    if (least !== undefined && most !== undefined)
      for (const level of levelsOf(`${least}-${most}`)) levels.add(level)
  }
  return {
    levels: levels.size === 0 ? null : [...levels],
    isUnreadable: levels.size === 0 && read.some(({ said }) => said !== ''),
    tooMany: read.some((one) => one.tooMany),
  }
}

export const isBuilding = (tags: Tags): boolean =>
  (says(tags, 'building') && !says(tags, 'indoor')) || tagOf(tags, 'buildingpart') === 'shell'

/** A part by height, material or roof. A part has floors only if its tags name them. */
export const isPartOfBuilding = (tags: Tags): boolean =>
  says(tags, 'building:part') && !says(tags, 'indoor')

export const isFloorOutline = (tags: Tags): boolean =>
  ['level', 'floor'].includes(tagOf(tags, 'indoor')) || isPartOfBuilding(tags)

export const isDoor = (tags: Tags): boolean =>
  says(tags, 'door') || says(tags, 'entrance') || tagOf(tags, 'indoor') === 'door'
export const isWindow = (tags: Tags): boolean =>
  says(tags, 'window') || tagOf(tags, 'indoor') === 'window'
export const isWall = (tags: Tags): boolean =>
  tagOf(tags, 'indoor') === 'wall' || tagOf(tags, 'barrier') === 'wall'

export const isSteps = (tags: Tags): boolean =>
  tagOf(tags, 'highway') === 'steps' || says(tags, 'conveying')

/** The room's purpose as OpenStreetMap's tag value. Empty if there is no such tag. */
export function purposeOf(tags: Tags): string {
  const key = [
    'amenity',
    'shop',
    'healthcare',
    'office',
    'tourism',
    'leisure',
    'craft',
    'emergency',
    'information',
    'room',
  ].find((one) => says(tags, one))
  if (key === undefined) return ''
  const value = tagOf(tags, key)
  return value === 'yes' ? key : value
}

export const categoryOf = (tags: Tags): string | null => {
  const own = [purposeOf(tags), tagOf(tags, 'indoor'), tagOf(tags, 'buildingpart')]
  return own.find((word) => word !== '' && word !== 'yes') ?? null
}

/** Returns null if the feature is not an area for people. */
export function roomKindOf(tags: Tags): RoomKind | null {
  const indoor = tagOf(tags, 'indoor')
  const part = tagOf(tags, 'buildingpart')
  const room = tagOf(tags, 'room')
  const passage = tagOf(tags, 'buildingpart:verticalpassage')
  if (
    tagOf(tags, 'highway') === 'elevator' ||
    says(tags, 'elevator') ||
    /elevator|lift/.test(room) ||
    /elevator|lift/.test(passage)
  )
    return 'lift'
  if (
    says(tags, 'stairs') ||
    isSteps(tags) ||
    room.startsWith('stair') ||
    indoor.startsWith('stair') ||
    part === 'verticalpassage'
  )
    return 'stairs'
  if (tagOf(tags, 'amenity') === 'toilets' || /toilet|restroom|bathroom|^wc$/.test(room))
    return 'toilet'
  if (/^(column|pillar|void|shaft)$/.test(indoor) || /shaft|void/.test(room)) return 'closed'
  if (
    /^(corridor|area)$/.test(indoor) ||
    /^(corridor|hall)$/.test(part) ||
    /corridor|hallway/.test(room)
  )
    return 'corridor'
  if (says(tags, 'indoor') || says(tags, 'buildingpart')) return 'room'
  return purposeOf(tags) === '' || isFurniture(tags) ? null : 'room'
}

/** True if the tags do not state the purpose of the area. */
export const isKindGuessed = (tags: Tags): boolean =>
  roomKindOf(tags) === 'room' &&
  !['room', 'yes'].includes(tagOf(tags, 'indoor')) &&
  !says(tags, 'room') &&
  tagOf(tags, 'buildingpart') !== 'room'

const MAIN_KEYS = [
  'indoor',
  'buildingpart',
  'building:part',
  'building',
  'door',
  'entrance',
  'window',
  'barrier',
  'highway',
  'railway',
  'public_transport',
  'amenity',
  'shop',
  'healthcare',
  'office',
  'room',
  'tourism',
  'leisure',
  'craft',
  'emergency',
  'natural',
  'landuse',
]

const mainKeyOf = (tags: Tags): string | undefined => MAIN_KEYS.find((one) => says(tags, one))

/** The tag that describes the feature, or else its level tag. Empty without either. */
export function describingTag(tags: Tags): string {
  const key = mainKeyOf(tags)
  if (key !== undefined) return `${key}=${textOf(tags[key])}`
  return says(tags, 'level') ? 'level' : ''
}

/** True for machines and furniture in a room. They neither form nor name a room. */
export const isFurniture = (tags: Tags): boolean =>
  FURNITURE.has(tagOf(tags, 'amenity')) || tagOf(tags, 'emergency') === 'defibrillator'
const FURNITURE = new Set([
  'atm',
  'bench',
  'charging_station',
  'clock',
  'compressed_air',
  'device_charging_station',
  'drinking_water',
  'letter_box',
  'parcel_locker',
  'parking_entrance',
  'payment_terminal',
  'photo_booth',
  'post_box',
  'recycling',
  'table',
  'telephone',
  'ticket_validator',
  'vending_machine',
  'waste_basket',
])

/** The reason for dropping a feature that is not indoors. */
export function reasonOutside(tags: Tags, isPoint: boolean): FeatureCount['became'] {
  if (mainKeyOf(tags) === undefined) return 'untyped'
  if (isFurniture(tags)) return 'furnishing'
  if (says(tags, 'highway')) return 'path'
  return isPoint ? 'pointOfInterest' : 'outside'
}

/**
 * Distinguishes GeoJSON of OpenStreetMap from other tools by features that only one of them has.
 */
import { describe, expect, it } from 'vitest'
import { squareAround } from './osmPoints.ts'
import { isInside } from './polygon.ts'
import { readVenue } from './readVenue.ts'

const room = (place: number) => squareAround({ longitude: 14 + place * 0.0002, latitude: 50 }, 10)
const line = {
  type: 'LineString',
  coordinates: [
    [14, 50],
    [14.00001, 50],
  ],
}
const feature = (geometry: object, properties: object, more: object = {}) => ({
  type: 'Feature',
  geometry,
  properties,
  ...more,
})
const read = (...features: object[]) => {
  const text = JSON.stringify({ type: 'FeatureCollection', features })
  const { plan } = readVenue([{ name: 'plan.geojson', text }])
  return plan.buildings.flatMap(({ floors }) =>
    floors.map(({ ordinal, rooms, parts }) => ({
      ordinal,
      rooms: rooms.map(({ name, code, kind }) => [code, name, kind].join(' ').trim()),
      doors: parts.filter(({ kind }) => kind === 'door').length,
    })),
  )
}

it('A floor without an outline has the hull of its rooms, not a box that they fill half', () => {
  const across = [0, 1, 2, 3].map((place) => {
    const at = { longitude: 14 + place * 0.0003, latitude: 50 + place * 0.0002 }
    return feature(squareAround(at, 20), { level: 0, name: `${place}` })
  })
  const text = JSON.stringify({ type: 'FeatureCollection', features: across })
  const [building] = readVenue([{ name: 'plan.geojson', text }]).plan.buildings
  const outline = building?.floors[0]?.outline
  if (outline === undefined) throw new Error('There is no floor.')
  expect(outline.coordinates[0]).toHaveLength(7)
  expect(isInside(outline, { longitude: 14.0008, latitude: 50.0001 })).toBe(false)
  expect(isInside(outline, { longitude: 14.0006, latitude: 50.0004 })).toBe(true)
})

describe('A GeoJSON with levels', () => {
  it.each([
    ['room', { level: 1, room: '101', name: 'Lab' }, '101 Lab room'],
    ['door', { level: 1, door: 'D 12', name: 'Lab' }, 'Lab room'],
    ['building and a readable level', { level: 'l1', building: 'ms', name: 'Lab' }, 'Lab room'],
    ['shop', { level: 1, shop: 'Zara', name: 'Lab' }, 'Lab room'],
    ['amenity', { level: 1, amenity: 'bench', name: 'Lab' }, 'Lab room'],
  ])('and a property “%s” is not OpenStreetMap: no room is lost', (_what, properties, expected) => {
    expect(read(feature(room(0), properties), feature(room(1), { level: 2 }))).toEqual([
      { ordinal: 1, rooms: [expected], doors: 0 },
      { ordinal: 2, rooms: ['room'], doors: 0 },
    ])
  })

  it('and rooms of a tool that took the buildings from OpenStreetMap is not OpenStreetMap', () => {
    const outline = feature(room(0), { '@id': 'way/1', building: 'yes', type: 'outline' })
    const rooms = [0, 1, 2].map((place) => feature(room(place), { level: 0, room: `${place + 1}` }))
    expect(read(outline, ...rooms)).toEqual([
      { ordinal: 0, rooms: ['1  room', '2  room', '3  room'], doors: 0 },
    ])
  })

  it('and `indoor` beside a floor of its own is not OpenStreetMap', () => {
    expect(
      read(
        feature(room(0), { indoor: 'room', floor: 1, name: 'Lab' }),
        feature(room(1), { indoor: 'corridor', floor: 2, name: 'Hall' }),
      ),
    ).toEqual([
      { ordinal: 1, rooms: ['Lab room'], doors: 0 },
      { ordinal: 2, rooms: ['Hall corridor'], doors: 0 },
    ])
  })

  it('has doors where lines say so', () => {
    expect(
      read(
        feature(room(0), { level: 0, room: '1' }),
        feature(line, { level: 0, door: 'D 12' }),
        feature(line, { level: 0, door: true }),
        feature(line, { level: 0, door: 'no' }),
      ),
    ).toEqual([{ ordinal: 0, rooms: ['1  room'], doors: 2 }])
  })

  it.each([
    ['wall_12', 'wall'],
    ['inner wall 3', 'wall'],
    ['Door', 'door'],
  ])('has a %s where only the name says it', (name, kind) => {
    const text = JSON.stringify({
      type: 'FeatureCollection',
      features: [feature(room(0), { level: 0, name: 'Lab' }), feature(room(1), { level: 0, name })],
    })
    const [building] = readVenue([{ name: 'plan.geojson', text }]).plan.buildings
    expect(building?.floors[0]?.rooms.map((one) => one.name)).toEqual(['Lab'])
    expect(building?.floors[0]?.parts.map((one) => one.kind)).toEqual([kind])
  })

  it.each([
    ['`indoor` and `level`', { indoor: 'room', level: '1' }, {}],
    ['ids of Overpass', { '@id': 'way/7', room: 'office', level: '1' }, {}],
    ['ids of osmtogeojson', { shop: 'books', level: '1' }, { id: 'way/7' }],
    ['ids of JOSM', { '@id': '-43065', '@type': 'way', indoor: 'room', level: '1' }, {}],
    [
      'ids of QuickOSM',
      { full_id: 'w7', osm_id: '7', osm_type: 'way', room: 'yes', level: '1' },
      {},
    ],
    [
      'tags in the text of GDAL',
      { osm_way_id: '7', other_tags: '"indoor"=>"room","level"=>"1","name:he"=>"מעבדה \\"א\\""' },
      {},
    ],
    ['tags apart', { tags: { indoor: 'room', level: '1' } }, {}],
    ['IndoorOSM', { buildingpart: 'room', level: '1' }, {}],
  ])('and %s is OpenStreetMap', (_what, properties, more) => {
    const bench = feature(room(1), { amenity: 'bench', level: '1', '@id': 'way/8' })
    expect(read(feature(room(0), properties, more), bench)).toMatchObject([
      { ordinal: 1, rooms: [expect.stringContaining('room')] },
    ])
  })
})

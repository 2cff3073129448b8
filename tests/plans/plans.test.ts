import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PlannedBuilding } from '#contract/venue/plan.ts'
import { readVenueFile } from '../../server/modules/site/venues/inThread.ts'
import { expected, type ExpectedPlan } from './expected.ts'
import { squareMetres, within } from './measures.ts'

const here = import.meta.dirname

function upload(name: string) {
  const path = join(here, name)
  if (!statSync(path).isDirectory()) return readVenueFile({ name, bytes: readFileSync(path) })
  const files = readdirSync(path).map((file) => ({
    name: file,
    text: readFileSync(join(path, file), 'utf8'),
  }))
  return readVenueFile({ name, bytes: Buffer.from(JSON.stringify({ files })) })
}

const counted = ({ name, outline, floors }: PlannedBuilding): Omit<ExpectedPlan, 'features'> => ({
  building: name,
  ground: squareMetres(outline),
  floors: floors.map(({ ordinal, rooms, parts }) => ({
    ordinal,
    rooms: rooms.length,
    named: rooms.filter((room) => room.name !== '').length,
    doors: parts.filter(({ kind }) => kind === 'door').length,
    walls: parts.filter(({ kind, isOfRoom }) => kind === 'wall' && isOfRoom !== true).length,
    area: rooms.reduce((sum, room) => sum + squareMetres(room.outline), 0),
  })),
})

describe.each(Object.entries(expected))('the plan %s', (name, { corner, features, ...plan }) => {
  it('has the floors, rooms, names, entrances, walls and areas that a person counts', async () => {
    const { buildings } = (await upload(name)).plan
    expect(buildings.map(counted)).toEqual([
      {
        building: plan.building,
        ground: within(plan.ground),
        floors: plan.floors.map((floor) => ({ ...floor, area: within(floor.area) })),
      },
    ])
    if (corner === undefined) return
    const [longitude, latitude] = buildings[0]?.floors[0]?.outline.coordinates[0]?.[0] ?? []
    expect(longitude).toBeCloseTo(corner[0], 6)
    expect(latitude).toBeCloseTo(corner[1], 6)
  })
  it('has each feature counted once, used or left out for a reason', async () => {
    const counts = (await upload(name)).plan.features ?? []
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(features)
  })
})

describe('the hospital of IMDF', () => {
  it('says what each feature became', async () => {
    const { plan, faults } = await upload('clinic.imdf')
    expect(faults).toEqual([])
    const told = (plan.features ?? []).map(({ what, became, count }) => [what, became, count])
    expect(told).toHaveLength(20)
    expect(new Set(told.map(String))).toEqual(
      new Set(
        [
          ['building', 'building', 1],
          ['footprint', 'outline', 1],
          ['level', 'floor', 3],
          ['unit', 'room', 13],
          ['kiosk', 'room', 1],
          ['opening', 'door', 7],
          ['fixture', 'wall', 1],
          ['occupant', 'name', 1],
          ['anchor', 'name', 1],
          ['venue', 'name', 1],
          ['footprint', 'otherOutline', 2],
          ['amenity', 'pointOfInterest', 2],
          ['occupant', 'withoutRoom', 1],
          ['anchor', 'withoutRoom', 1],
          ['fixture', 'furnishing', 1],
          ['address', 'address', 1],
          ['section', 'grouping', 1],
          ['detail', 'detail', 1],
          ['geofence', 'grouping', 1],
          ['relationship', 'grouping', 1],
        ].map(String),
      ),
    )
  })
  it('has both parts of its ground floor, the whole sign of its deck, and names by language', async () => {
    const [building] = (await upload('clinic.imdf')).plan.buildings
    const [, ground, deck] = building?.floors ?? []
    expect(ground && squareMetres(ground.outline)).toEqual(within(900))
    expect(deck?.shortName).toBe('C Outdoor deck')
    expect(building?.names).toEqual({ en: 'House A', cs: 'Dům A' })
    expect(ground?.names).toEqual({ en: 'Ground', cs: 'Přízemí', ru: 'Первый этаж' })
    expect(ground?.rooms.find(({ name }) => name === 'Pharmacy')).toMatchObject({
      names: { en: 'Pharmacy', cs: 'Lékárna', ar: 'صيدلية' },
      category: 'pharmacy',
    })
    expect(ground?.rooms.filter(({ category }) => category === 'nonpublic')).toMatchObject([
      { kind: 'room', name: 'Plant room' },
      { kind: 'room', name: '' },
    ])
  })
})

describe('floors in a property', () => {
  const keys = ['level', 'floor', 'floor_id', 'Floor ID', 'ordinal', 'storey', 'floor_name']
  const signs: [string[], number[]][] = [
    [
      ['0', '1', '2'],
      [0, 1, 2],
    ],
    [
      ['L-1', 'L00', 'L01'],
      [-1, 0, 1],
    ],
    [
      ['1.PP', '1.NP', '2.NP'],
      [-1, 0, 1],
    ],
    [
      ['B1', 'G', '1'],
      [-1, 0, 1],
    ],
  ]
  it.each(keys.flatMap((key) => signs.map((some) => [key, ...some] as const)))(
    'called %s with the values %j are %j',
    async (key, values, ordinals) => {
      const features = values.map((value) => ({
        type: 'Feature',
        properties: { type: 'room', [key]: /^\d$/.test(value) ? Number(value) : value },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [16.6, 49.2],
              [16.6001, 49.2],
              [16.6001, 49.2001],
              [16.6, 49.2],
            ],
          ],
        },
      }))
      const text = JSON.stringify({ type: 'FeatureCollection', features })
      const { plan } = await readVenueFile({ name: 'house.geojson', bytes: Buffer.from(text) })
      expect(plan.buildings[0]?.floors.map(({ ordinal }) => ordinal)).toEqual(ordinals)
    },
  )
})

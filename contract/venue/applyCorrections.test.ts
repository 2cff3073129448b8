import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyCorrections } from './applyCorrections.ts'
import { corrections, countOfCorrections, type Corrections } from './corrections.ts'
import { checksOf } from './planChecks.ts'
import { readVenue } from './readVenue.ts'
import type { VenuePlan } from './plan.ts'

/** A box in metres from a corner in Prague, roughly. */
const box = (x: number, y: number, wide: number, deep: number) => {
  const at = (dx: number, dy: number) => [14.4 + (x + dx) / 71_500, 50 + (y + dy) / 111_200]
  return {
    type: 'Polygon',
    coordinates: [[at(0, 0), at(wide, 0), at(wide, deep), at(0, deep), at(0, 0)]],
  }
}
const feature = (properties: object, geometry: object) => ({
  type: 'Feature',
  properties,
  geometry,
})
const file = (name: string, features: object[]) => ({
  name,
  text: JSON.stringify({ type: 'FeatureCollection', features }),
})
const outline = feature({ id: 'o', type: 'building_outline' }, box(0, 0, 40, 20))
const roomAt = (id: string, x: number, extra: object = {}) =>
  feature({ id, type: 'room', name: `Room ${id}`, door_sign: `S-${id}`, ...extra }, box(x, 1, 8, 8))

const readPlan = (): VenuePlan =>
  readVenue([
    file('house-0.geojson', [
      outline,
      roomAt('a', 1),
      roomAt('b', 10, { name: undefined }),
      feature({ id: 'lab', type: 'labor', name: 'Lab' }, box(20, 1, 8, 8)),
      feature({ id: 'w', type: 'wall' }, box(30, 1, 1, 8)),
    ]),
    file('house-1.geojson', [outline, roomAt('c', 1)]),
  ]).plan
const plan = readPlan()
const made = (some: object): Corrections => corrections.parse(some)
const building = '#0'
const floorsOf = (some: object) =>
  applyCorrections(plan, made(some)).buildings[0]?.floors.map(({ externalId, rooms }) => [
    externalId,
    rooms.map((room) => room.externalId),
  ])
const asRead = [
  ['level 0', ['a', 'b']],
  ['level 1', ['c']],
]

describe('corrected()', () => {
  it('changes nothing without corrections', () => {
    const { buildings, unfit } = applyCorrections(plan, made({}))
    expect(unfit).toEqual([])
    expect(floorsOf({})).toEqual(asRead)
    for (const [index, floor] of (buildings[0]?.floors ?? []).entries())
      expect(floor).toMatchObject(
        JSON.parse(JSON.stringify(plan.buildings[0]?.floors[index])) as object,
      )
  })
  it('names, numbers and orders floors', () => {
    const { buildings } = applyCorrections(
      plan,
      made({ floors: [{ building, floor: 'level 0', name: 'Roof', shortName: 'R', ordinal: 5 }] }),
    )
    expect(
      buildings[0]?.floors.map(({ name, shortName, ordinal }) => [name, shortName, ordinal]),
    ).toEqual([
      ['house-1', '1', 1],
      ['Roof', 'R', 5],
    ])
  })
  it('leaves a floor out with its rooms', () => {
    const some = { floors: [{ building, floor: 'level 1', isLeftOut: true }] }
    expect(floorsOf(some)).toEqual([['level 0', ['a', 'b']]])
    expect(applyCorrections(plan, made(some)).buildings[0]?.aside).toEqual([
      { floor: 'level 1', name: 'house-1', onto: null },
    ])
  })
  it('puts the content of a floor onto another', () => {
    const some = { floors: [{ building, floor: 'level 1', onto: 'level 0' }] }
    expect(floorsOf(some)).toEqual([['level 0', ['a', 'b', 'c']]])
    expect(checksOf(applyCorrections(plan, made(some)).buildings).faults).toMatchObject([
      { code: 'roomsOverlap', room: 'a', other: 'c' },
    ])
  })
  it('moves rooms to another floor and to an added floor', () => {
    const added = { building, floor: 'added 1', name: 'Mezzanine', shortName: 'M', ordinal: 0 }
    const some = {
      added: [added],
      rooms: [
        { building, floor: 'level 0', room: 'a', onto: 'added 1' },
        { building, floor: 'level 0', room: 'b', onto: 'level 1' },
      ],
    }
    expect(floorsOf(some)).toEqual([
      ['level 0', []],
      ['added 1', ['a']],
      ['level 1', ['b', 'c']],
    ])
  })
  it('corrects name, kind and mark of a room, and leaves a room out', () => {
    const { buildings } = applyCorrections(
      plan,
      made({
        rooms: [
          {
            building,
            floor: 'level 0',
            room: 'a',
            name: 'Hall',
            kind: 'corridor',
            isRestricted: true,
          },
          { building, floor: 'level 0', room: 'b', isLeftOut: true },
        ],
      }),
    )
    expect(buildings[0]?.floors[0]?.rooms).toMatchObject([
      { name: 'Hall', names: {}, kind: 'corridor', category: 'nonpublic', isCorrected: true },
    ])
  })
  it('takes names from another property, and keeps the name of a room without it', () => {
    expect(plan.texts?.map(({ key }) => key)).toEqual(expect.arrayContaining(['name', 'door_sign']))
    const names = (some: object) =>
      applyCorrections(plan, made(some)).buildings[0]?.floors[0]?.rooms.map(({ name }) => name)
    expect(names({})).toEqual(['Room a', ''])
    expect(names({ nameFrom: 'door_sign' })).toEqual(['S-a', 'S-b'])
  })
  it('leaves a kind of feature out, and brings one in that the reader left out', () => {
    const some = {
      layers: [
        { what: 'wall', became: 'wall', to: 'leftOut' },
        { what: 'labor', became: 'unknownKind', to: 'room' },
      ],
    }
    const [ground] = applyCorrections(plan, made(some)).buildings[0]?.floors ?? []
    expect(ground?.parts).toEqual([])
    expect(ground?.rooms.map(({ name, kind }) => [name, kind])).toEqual([
      ['Room a', 'room'],
      ['', 'room'],
      ['Lab', 'room'],
    ])
  })
  it('reports what does not fit, and applies the rest', () => {
    const some = made({
      nameFrom: 'label',
      layers: [{ what: 'window', became: 'window', to: 'leftOut' }],
      floors: [
        { building, floor: 'level 9', name: 'Nine' },
        { building, floor: 'level 0', onto: 'level 7' },
        { building: 'other', floor: 'level 0', name: 'Elsewhere' },
      ],
      rooms: [
        { building, floor: 'level 0', room: 'z', name: 'Gone' },
        { building, floor: 'level 0', room: 'a', onto: 'level 8', name: 'Kept' },
      ],
    })
    const { unfit, buildings } = applyCorrections(plan, some)
    expect(unfit.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual(
      [
        'property label',
        'layer window',
        'floor level 9',
        'floor level 0',
        'floorOnto level 7',
        'room z',
        'roomOnto level 8',
      ].toSorted(),
    )
    expect(buildings[0]?.floors[0]?.rooms[0]?.name).toBe('Kept')
  })
  it('keeps the rooms of floors that are put onto each other in a circle', () => {
    const some = {
      floors: [
        { building, floor: 'level 0', onto: 'level 1' },
        { building, floor: 'level 1', onto: 'level 0' },
      ],
    }
    expect(floorsOf(some)).toEqual(asRead)
    expect(applyCorrections(plan, made(some)).unfit).toHaveLength(2)
  })

  const floors = ['level 0', 'level 1', 'added 1', 'nowhere']
  const onto = fc.option(fc.constantFrom(...floors), { nil: undefined })
  const anyCorrections = fc.record({
    added: fc.constantFrom(
      [],
      [{ building, floor: 'added 1', name: 'New', shortName: 'N', ordinal: 2 }],
    ),
    floors: fc.uniqueArray(
      fc.record({ building: fc.constant(building), floor: fc.constantFrom(...floors), onto }),
      {
        selector: ({ floor }) => floor,
      },
    ),
    rooms: fc.uniqueArray(
      fc.record({
        building: fc.constant(building),
        floor: fc.constantFrom(...floors),
        room: fc.constantFrom('a', 'b', 'c', 'x'),
        onto,
        name: fc.option(
          fc.string({ maxLength: 5 }).map((word) => word.replace(/[^a-z]/g, '')),
          {
            nil: undefined,
          },
        ),
      }),
      { selector: ({ floor, room }) => `${floor} ${room}` },
    ),
  })
  it('loses no room whatever floors and rooms are put onto each other, and leaves the plan as it is', () => {
    const before = JSON.stringify(plan)
    fc.assert(
      fc.property(anyCorrections, (some) => {
        const { buildings, unfit } = applyCorrections(plan, made(some))
        const rooms = buildings.flatMap((house) => house.floors.flatMap((floor) => floor.rooms))
        expect(rooms.map(({ origin }) => origin.room).toSorted()).toEqual(['a', 'b', 'c'])
        expect(unfit.length).toBeLessThanOrEqual(2 * countOfCorrections(made(some)))
      }),
    )
    expect(JSON.stringify(plan)).toBe(before)
  })
})

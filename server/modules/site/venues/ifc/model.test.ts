/** Documents how web-ifc 0.0.78 reads a model, as the readers beside this file rely on it. */
import { describe, expect, it } from 'vitest'
import { makeLedger } from '#contract/venue/ledger.ts'
import type { Assumption } from '#contract/venue/plan.ts'
import { metresBetween } from '#contract/venue/plane.ts'
import { ifcText, type IfcFacts } from '#tests/ifcText.ts'
import { footprintOf, sizeOf } from './footprint.ts'
import { numberOf, textOf, withModel, type IfcModel } from './model.ts'
import { degreesOf, positionOf } from './position.ts'
import { namesOf, ordinalsOf, structureOf } from './structure.ts'

const facts: IfcFacts = {
  latitude: [0, -7, -30, 0],
  longitude: [14, 24, 0, 500_000],
  storeys: [
    {
      name: 'Upper',
      elevation: 3.5,
      spaces: [
        {
          name: '201',
          longName: 'Čekárna',
          outline: [
            [0, 0],
            [5, 0],
            [5, 4],
            [0, 4],
          ],
        },
      ],
      doors: [{ at: [2, 0], along: 'x', width: 0.9 }],
    },
    {
      name: 'Cellar',
      elevation: -3,
      spaces: [
        {
          name: 'Store',
          outline: [
            [0, 0],
            [2, 0],
            [0, 2],
          ],
        },
      ],
    },
    { name: 'Ground', elevation: -0.2 },
  ],
}
const open = <T>(
  use: (model: IfcModel) => T | Promise<T>,
  change: Partial<IfcFacts> = {},
): Promise<T> => withModel(Buffer.from(ifcText({ ...facts, ...change })), use)

const report = makeLedger()
const assumed: Assumption[] = []
const place = (model: IfcModel) =>
  positionOf(model, { file: 'clinic.ifc', report, at: null, assumed })

describe('an IFC model', () => {
  it.each(['metre', 'millimetre', 'foot'] as const)(
    'in the unit %s is read in metres',
    async (unit) => {
      const read = await open(
        (model) => {
          const [space = 0] = model.all('IFCSPACE')
          const [door = 0] = model.all('IFCDOOR')
          const [area] = footprintOf(model.triangles(space))
          return {
            area: sizeOf(area?.outline ?? []),
            lowest: Math.min(
              ...model
                .triangles(space)
                .flat()
                .map(({ z }) => z),
            ),
            door: model.placement(model.entity(door)),
            width: (numberOf(model.entity(door)['OverallWidth']) ?? 0) * model.unit,
          }
        },
        { unit },
      )
      expect(read.area).toBeCloseTo(20, 3)
      expect(read.lowest).toBeCloseTo(3.5, 3)
      expect(read.width).toBeCloseTo(0.9, 6)
      expect(read.door?.origin.x).toBeCloseTo(2, 6)
      expect(read.door?.along).toEqual({ x: 1, y: 0 })
    },
  )

  it.each(['IFC2X3', 'IFC4'] as const)('of %s has its texts and storeys', async (schema) => {
    const read = await open(
      (model) => {
        const structure = structureOf(model)
        return {
          storeys: structure.storeys.map(({ entity, elevation }) => [
            textOf(entity['Name']),
            elevation,
          ]),
          rooms: model.all('IFCSPACE').map((id) => {
            const storey = structure.storeyOf(id)
            return [namesOf(model.entity(id)), storey && textOf(storey.entity['Name'])]
          }),
        }
      },
      { schema },
    )
    expect(read.storeys).toEqual([
      ['Cellar', -3],
      ['Ground', -0.2],
      ['Upper', 3.5],
    ])
    expect(read.rooms).toEqual([
      [{ name: 'Čekárna', code: '201' }, 'Upper'],
      [{ name: 'Store', code: null }, 'Cellar'],
    ])
  })

  it('stands where its site is, with north where the model says', async () => {
    const at = (change: Partial<IfcFacts>) =>
      open(async (model) => (await place(model))?.({ x: 0, y: 100 }), change)
    const [longitude = 0, latitude = 0] = (await at({})) ?? []
    expect(longitude).toBeCloseTo(14.4 + 0.5 / 3600, 9)
    expect(latitude).toBeCloseTo(-0.125 + 100 / 110_574, 6)
    const [west = 0, same = 0] = (await at({ north: [1, 0] })) ?? []
    expect(same).toBeCloseTo(-0.125, 9)
    expect(west).toBeCloseTo(14.4 + 0.5 / 3600 - 100 / 111_320, 6)
    const { latitude: _none, ...without } = facts
    expect(await withModel(Buffer.from(ifcText(without)), place)).toBeNull()
  })
})

describe('a model in a grid', () => {
  /** Coordinates computed by `cs2cs` of PROJ 9.1.1, as in formats.test.ts. */
  const prague = { crs: 'EPSG:5514', east: -743_017, north: -1_043_830 }
  const at = async (change: Partial<IfcFacts>, point = { x: 0, y: 0 }) =>
    (await open((model) => place(model), change))?.(point) ?? []

  it('stands where its grid says, whatever its site says', async () => {
    const [longitude = 0, latitude = 0] = await at({ grid: prague })
    expect(longitude).toBeCloseTo(14.41994064, 6)
    expect(latitude).toBeCloseTo(50.0799327, 6)
  })

  it.each([
    ['metre', undefined],
    ['millimetre', 0.001],
    ['millimetre', undefined],
    ['millimetre', 1],
  ] as const)('has the length that it has: in %ss with a scale of %s', async (unit, scale) => {
    const grid = { ...prague, ...(scale !== undefined && { scale }) }
    const [west = 0, south = 0] = await at({ unit, grid })
    const [east = 0, north = 0] = await at({ unit, grid }, { x: 100, y: 0 })
    const metres = metresBetween(
      { longitude: west, latitude: south },
      { longitude: east, latitude: north },
    )
    expect(metres).toBeCloseTo(100, 1)
  })

  it('is turned as its grid says', async () => {
    const grid = { crs: 'EPSG:32633', east: 459_000, north: 5_548_000 }
    const [west = 0, south = 0] = await at({ grid })
    const [east = 0, north = 0] = await at({ grid: { ...grid, turned: 90 } }, { x: 100, y: 0 })
    expect(north - south).toBeCloseTo(100 / 111_234, 5)
    expect(Math.abs(east - west)).toBeLessThan(0.00003)
  })

  it('that is not known, or lies elsewhere, is reported, and its site counts', async () => {
    const [bySite = 0] = await at({})
    for (const [grid, code] of [
      [{ ...prague, crs: 'Local grid' }, 'unknownGrid'],
      [{ ...prague, crs: 'EPSG:27700' }, 'outsideGrid'],
    ] as const) {
      const [longitude = 0] = await at({ grid })
      expect(longitude).toBeCloseTo(bySite, 9)
      expect(report.faults.at(-1)?.code).toBe(code)
    }
  })
})

describe('a model in Křovák', () => {
  const there = { longitude: 14.41994064, latitude: 50.0799327 }
  const [y, x] = [743_017, 1_043_830]
  const stands = async (change: Partial<IfcFacts>, point = { x: 0, y: 0 }) => {
    assumed.length = 0
    const before = report.faults.length
    const [longitude = 0, latitude = 0] =
      (await open((model) => place(model), change))?.(point) ?? []
    return {
      metres: metresBetween(there, { longitude, latitude }),
      north: latitude - there.latitude,
      assumed: assumed.map(({ code }) => code),
      faults: report.faults.slice(before).map(({ code }) => code),
    }
  }
  const grid = (east: number, north: number, crs = 'EPSG:5514') => ({ grid: { crs, east, north } })

  it.each([
    ['without signs', y, x, 'EPSG:5514'],
    ['without signs, in the other order', x, y, 'EPSG:5514'],
    ['of the old number', x, y, 'EPSG:5513'],
    ['by its name', y, x, 'S-JTSK / Krovak'],
  ])('%s stands in Prague, and has to be confirmed', async (_what, east, north, crs) => {
    const { metres, ...asked } = await stands(grid(east, north, crs))
    expect(metres).toBeLessThan(1)
    expect(asked).toMatchObject({ assumed: ['unsignedGrid'], faults: [] })
  })

  it('with signs in the other order is reported, and needs no confirmation', async () => {
    const { metres, ...asked } = await stands(grid(-x, -y))
    expect(metres).toBeLessThan(1)
    expect(asked).toMatchObject({ assumed: [], faults: ['gridAxesSwapped'] })
  })

  it('without signs keeps its axes, unless its true north says that they point south', async () => {
    const ahead = { x: 0, y: 100 }
    expect((await stands(grid(y, x), ahead)).north).toBeGreaterThan(0)
    expect((await stands({ ...grid(y, x), north: [0.1, 1] }, ahead)).north).toBeGreaterThan(0)
    expect((await stands({ ...grid(y, x), north: [0, -1] }, ahead)).north).toBeLessThan(0)
  })

  it.each([
    [-743_017, -1_043_830, []],
    [743_017, 1_043_830, ['unsignedGrid']],
  ])('whose rooms have the coordinates (%d, %d) stands there', async (east, north, asked) => {
    const outline = [
      [east, north],
      [east + 5, north],
      [east + 5, north + 4],
      [east, north + 4],
    ] as const
    const storeys = [{ name: 'Ground', elevation: 0, spaces: [{ name: '1', outline }] }]
    const change = { storeys, ...grid(0, 0) }
    const read = await stands(change, { x: east, y: north })
    expect(read.metres).toBeLessThan(1)
    expect(read.assumed).toEqual(asked)
    const area = await open((model) => {
      const [space = 0] = model.all('IFCSPACE')
      return footprintOf(model.triangles(space)).map(({ outline: ring }) => sizeOf(ring))
    }, change)
    expect(area).toEqual([expect.closeTo(20, 2)])
  })
})

describe('the angle of a site', () => {
  it.each([
    [[49, 6, 1, 566_000], 49.100435],
    [[0, -7, -34, -450_321], -0.126236],
    [[-87, 38, 21], -87.639167],
    [[], null],
  ])('%j is %s', (parts, degrees) => {
    const read = degreesOf(parts)
    expect(read === null ? null : Number(read.toFixed(6))).toBe(degrees)
  })
})

describe('the number of a storey', () => {
  const numbers = (...storeys: [elevation: number, name: string][]) =>
    ordinalsOf(storeys.map(([elevation, name]) => ({ elevation, name })))

  it('counts from the first that is not below the ground', () => {
    expect(numbers([-6, 'a'], [-3, 'b'], [-0.2, 'c'], [3.5, 'd'])).toEqual([-2, -1, 0, 1])
    expect(numbers([12, 'a'], [15, 'b'])).toEqual([0, 1])
  })

  it('keeps the gaps that the names have, if they count upwards', () => {
    expect(numbers([0, 'Level 1'], [3, 'Level 2'], [9, 'Level 4'])).toEqual([0, 1, 3])
    expect(numbers([-3, 'Level -1'], [0, 'Level 0'], [3, 'Level 1'])).toEqual([-1, 0, 1])
    expect(numbers([0, '1. NP'], [3, '2. NP'])).toEqual([0, 1])
    expect(numbers([0, 'Level 2'], [3, 'Level 1'], [6, 'Level 3'])).toEqual([0, 1, 2])
    expect(numbers([0, 'Level 1'], [3, 'Attic'])).toEqual([0, 1])
    const upstairs = { elevation: 3, name: 'Level 2' }
    expect(ordinalsOf([upstairs], [{ elevation: 0, name: 'Level 1' }, upstairs])).toEqual([1])
  })
})

describe('the name of a space', () => {
  it.each([
    [
      { Name: 'A101', LongName: 'Foyer' },
      { name: 'Foyer', code: 'A101' },
    ],
    [
      { Name: '1 - Living room', LongName: 'Living room' },
      { name: 'Living room', code: '1' },
    ],
    [
      { Name: 'Foyer', LongName: 'Foyer' },
      { name: 'Foyer', code: null },
    ],
    [
      { Name: 'Foyer', LongName: null },
      { name: 'Foyer', code: null },
    ],
    [
      { Name: null, LongName: 'Foyer' },
      { name: 'Foyer', code: null },
    ],
  ])('%j', (entity, names) => expect(namesOf(entity)).toEqual(names))
})

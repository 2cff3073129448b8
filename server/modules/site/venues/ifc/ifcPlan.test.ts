import { describe, expect, it } from 'vitest'
import { outlineParts } from '#contract/venue/outlineParts.ts'
import { planeAt } from '#contract/venue/plane.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import { archiveOf } from '#tests/attacks.ts'
import { ifcText, type IfcFacts } from '#tests/ifcText.ts'
import { squareMetres } from '#tests/plans/measures.ts'
import { sizeOf } from './footprint.ts'
import { isIfc, readIfcFile } from './inProcess.ts'

/** An L shape of 5 by 4 metres, without a corner of 2 by 2. */
const corner = [
  [0, 0],
  [5, 0],
  [5, 2],
  [3, 2],
  [3, 4],
  [0, 4],
] as const
const box = (x: number, y: number, width: number, depth: number) =>
  [
    [x, y],
    [x + width, y],
    [x + width, y + depth],
    [x, y + depth],
  ] as const

const pump = {
  entity: 'IFCDISTRIBUTIONELEMENT',
  name: 'Heating pump',
  tag: 'P-01',
  type: 'Wilo:Stratos',
  properties: {
    Pset_ManufacturerOccurrence: { SerialNumber: 'SN-77', AcquisitionDate: '2024-03-01' },
    Pset_Warranty: { WarrantyStartDate: '2024-03-01', WarrantyPeriod: 'P2Y' },
  },
  typeProperties: {
    Pset_ManufacturerTypeInformation: {
      Manufacturer: 'Wilo',
      ModelLabel: 'Stratos 25/1-8',
      GlobalTradeItemNumber: '4016322964315',
      SerialNumber: 'of the type',
    },
  },
}
const clinic: IfcFacts = {
  unit: 'millimetre',
  latitude: [50, 5, 0, 0],
  longitude: [14, 25, 0, 0],
  north: [1, 1],
  building: 'Clinic',
  storeys: [
    {
      name: 'Ground floor',
      elevation: 0,
      spaces: [
        { name: 'A01', longName: 'Čekárna', outline: corner },
        { name: 'A02', longName: 'Plant room', outline: box(5, 2, 2, 2), things: [pump] },
        { name: 'A03', longName: 'Corridor', outline: box(5, 0, 6, 2) },
        { name: 'Gross', kind: 'GFA', outline: box(0, 0, 11, 4) },
        {
          name: 'A04',
          longName: 'Ward',
          outline: box(7, 2, 4, 2),
          parts: [{ name: 'Bed', outline: box(7, 2, 2, 2) }],
        },
      ],
      walls: [
        [
          [0, 0],
          [11, 0],
        ],
      ],
      doors: [{ at: [1, 0], along: 'x', width: 0.9 }],
      things: [
        { entity: 'IFCFLOWSEGMENT', name: 'Pipe' },
        {
          entity: 'IFCFURNISHINGELEMENT',
          name: 'Desk:Desk 160:4711',
          tag: '4711',
          type: 'Desk:Desk',
        },
      ],
    },
    {
      name: 'Foundation',
      elevation: -1.2,
      walls: [
        [
          [0, 0],
          [4, 0],
        ],
      ],
    },
    {
      name: 'Cellar',
      elevation: -3,
      spaces: [{ name: 'Lift', outline: box(0, 0, 2, 2) }],
    },
  ],
}
const read = (facts: IfcFacts = clinic) =>
  readIfcFile({ name: 'clinic.ifc', bytes: Buffer.from(ifcText(facts)) })
const areaOf = (outline: Polygon) => {
  const plane = planeAt({ longitude: 14.4166, latitude: 50.0833 })
  return sizeOf(
    (outline.coordinates[0] ?? [])
      .slice(0, -1)
      .map(([longitude, latitude]) => plane.toMetres({ longitude, latitude })),
  )
}

describe('an IFC model', () => {
  it('becomes floors with rooms, their names, numbers and areas', async () => {
    const { plan } = await read()
    expect(plan.buildings.map(({ name }) => name)).toEqual(['Clinic'])
    const floors = plan.buildings[0]?.floors ?? []
    expect(
      floors.map(({ name, ordinal, rooms }) => [
        name,
        ordinal,
        rooms.map((room) => [room.name, room.code, room.kind, areaOf(room.outline).toFixed(1)]),
      ]),
    ).toEqual([
      ['Cellar', -1, [['Lift', null, 'lift', '4.0']]],
      [
        'Ground floor',
        0,
        [
          ['Čekárna', 'A01', 'room', '16.0'],
          ['Plant room', 'A02', 'room', '4.0'],
          ['Corridor', 'A03', 'corridor', '12.0'],
          ['Ward', 'A04', 'room', '8.0'],
        ],
      ],
    ])
  })

  it('has its walls and doors where they stand', async () => {
    const { plan } = await read()
    const [, ground] = plan.buildings[0]?.floors ?? []
    const plane = planeAt({ longitude: 14 + 25 / 60, latitude: 50 + 5 / 60 })
    const [wall, door] = ground?.parts ?? []
    expect(wall?.kind).toBe('wall')
    expect(wall?.shape.type === 'Polygon' && areaOf(wall.shape)).toBeCloseTo(2.2, 2)
    const ends = door?.shape.type === 'LineString' ? door.shape.coordinates : []
    const metres = ends.map(([longitude, latitude]) => plane.toMetres({ longitude, latitude }))
    expect(metres.map(({ x }) => x.toFixed(3))).toEqual(['0.707', '1.344'])
    expect(metres.map(({ y }) => y.toFixed(3))).toEqual(['0.707', '1.344'])
  })

  it('has doors without a width as wide as their bodies', async () => {
    const [ground, ...others] = clinic.storeys
    if (ground === undefined) throw new Error('No storey')
    const doorOf = async (hasWidth: boolean) => {
      const doors = [{ at: [1, 0], along: 'x', width: 0.9, hasWidth }] as const
      const { plan } = await read({ ...clinic, storeys: [{ ...ground, doors }, ...others] })
      const part = plan.buildings[0]?.floors[1]?.parts.find(({ kind }) => kind === 'door')
      const ends = part?.shape.type === 'LineString' ? part.shape.coordinates : []
      return ends.map((end) => end.map((degrees) => degrees.toFixed(8)))
    }
    expect(await doorOf(false)).toEqual(await doorOf(true))
  })

  it('counts everything that it left out, by reason', async () => {
    const { plan, faultCount } = await read()
    const counts = plan.features?.map(({ what, became, count }) => `${what} ${became} ${count}`)
    expect(counts?.toSorted()).toEqual([
      'IfcBuilding building 1',
      'IfcBuildingStorey floor 2',
      'IfcBuildingStorey withoutRoom 1',
      'IfcDistributionElement equipment 1',
      'IfcDoor door 1',
      'IfcFlowSegment network 1',
      'IfcFurnishingElement equipment 1',
      'IfcSpace (GFA) grossArea 1',
      'IfcSpace partOfRoom 1',
      'IfcSpace room 5',
      'IfcWall wall 1',
      'IfcWall withoutRoom 1',
    ])
    expect(faultCount).toBe(0)
  })

  it('gives its equipment with what the piece and its type say, and with its place', async () => {
    const { register } = await read()
    expect(register?.rows).toBe(2)
    const [heading, ...rows] = (register?.csv ?? '').replace('\uFEFF', '').trim().split('\r\n')
    const cells = heading?.split(',') ?? []
    const byHeading = rows.map((row) =>
      Object.fromEntries(row.split(',').map((cell, index) => [cells[index], cell])),
    )
    expect(byHeading).toMatchObject([
      {
        Name: 'Heating pump',
        'Inventory number': 'P-01',
        Type: 'Wilo:Stratos',
        Location: 'Clinic / Ground floor / A02 Plant room',
        'Serial number': 'SN-77',
        Manufacturer: 'Wilo',
        Model: 'Stratos 25/1-8',
        GTIN: '4016322964315',
        'Purchase date': '2024-03-01',
        'Warranty until': '2026-03-01',
      },
      {
        Name: 'Desk 160 4711',
        'Inventory number': '',
        Type: 'Desk 160',
        Location: 'Clinic / Ground floor',
      },
    ])
  })

  it('that does not say where it stands is not taken over, and says why', async () => {
    const { latitude: _none, ...without } = clinic
    const { plan, faults } = await read(without)
    expect(plan.buildings).toEqual([])
    expect(faults.map(({ code }) => code)).toEqual(['withoutPosition', 'noFloors'])
    const placed = await readIfcFile({
      name: 'clinic.ifc',
      bytes: Buffer.from(ifcText(without)),
      at: { latitude: 48.2, longitude: 16.37 },
    })
    expect(placed.plan.buildings[0]?.latitude).toBeCloseTo(48.2, 3)
  })

  it('in a grid without signs has to be confirmed', async () => {
    const grid = { crs: 'EPSG:5514', east: 743_017, north: 1_043_830 }
    const { plan } = await read({ ...clinic, grid })
    expect(plan.assumed).toEqual([{ file: 'clinic.ifc', code: 'unsignedGrid' }])
    expect(plan.buildings[0]?.latitude).toBeCloseTo(50.08, 3)
  })

  it('without spaces still has its walls', async () => {
    const [ground] = clinic.storeys
    const { spaces: _none, ...walls } = ground ?? { name: '', elevation: 0 }
    const { plan } = await read({ ...clinic, storeys: [walls] })
    const floors = plan.buildings[0]?.floors ?? []
    expect(floors.map(({ rooms, parts }) => [rooms.length, parts.length])).toEqual([[0, 2]])
  })
})

describe('the plan of a model with walls of glass', () => {
  const [ground = { name: '', elevation: 0 }] = clinic.storeys
  const panels = (...corners: (readonly [number, number])[]) =>
    corners.slice(1).map((to, index) => [corners[index] ?? to, to] as const)
  const glass = async (curtainWalls: ReturnType<typeof panels>[]) => {
    const { walls: _none, things: _things, ...without } = ground
    const { plan } = await read({ ...clinic, storeys: [{ ...without, curtainWalls }] })
    const walls = (plan.buildings[0]?.floors[0]?.parts ?? []).filter(({ kind }) => kind === 'wall')
    const made = plan.features?.find(({ what }) => what === 'IfcCurtainWall')
    return { walls: walls.map(({ shape }) => shape as Polygon), made: made?.became }
  }

  it('has one wall for panels in a line', async () => {
    const { walls, made } = await glass([panels([0, -1], [2, -1], [4, -1], [11, -1])])
    expect(made).toBe('wall')
    expect(walls.map(squareMetres)).toEqual([expect.closeTo(11 * 0.03, 2)])
  })

  it('has a wall for each panel around a corner', async () => {
    const { walls } = await glass([panels([0, -1], [4, -1], [4, -5], [8, -5])])
    expect(walls).toHaveLength(3)
    for (const wall of walls) expect(squareMetres(wall)).toBeCloseTo(4 * 0.03, 2)
  })
})

describe('the outline of a storey', () => {
  const [ground = { name: '', elevation: 0 }] = clinic.storeys
  const outline = async (...slabs: (readonly (readonly [number, number])[])[]) => {
    const { plan } = await read({ ...clinic, storeys: [{ ...ground, slabs }] })
    return plan.buildings[0]?.floors[0]?.outline
  }
  const around = box(-0.2, -0.2, 11.4, 4.4)

  it('is its slab, with what lies beside the rooms', async () => {
    const [whole, ...others] = [around, box(11.2, 0, 3, 2)]
    const shape = await outline(whole, ...others)
    expect(shape && squareMetres(shape)).toBeCloseTo(11.4 * 4.4 + 6, 1)
    expect(shape && outlineParts(shape)).toHaveLength(1)
  })

  it('is its slab once, if layers lie on each other', async () => {
    const shape = await outline(around, box(0, 0, 11, 4))
    expect(shape && squareMetres(shape)).toBeCloseTo(11.4 * 4.4, 1)
  })

  it('goes around rooms and walls, if the slab does not carry them all', async () => {
    const shape = await outline(corner)
    expect(shape && squareMetres(shape)).toBeGreaterThan(38)
  })
})

describe('isIfc', () => {
  it.each([
    ['ISO-10303-21;\nHEADER;', true],
    ['\uFEFF\n ISO-10303-21;', true],
    ['{"type":"FeatureCollection"}', false],
  ])('%j: %s', (text, expected) => expect(isIfc(Buffer.from(text))).toBe(expected))

  it('finds a model in an archive by its name', () => {
    const of = (name: string) => isIfc(archiveOf(Buffer.from('ISO-10303-21;'), name))
    expect([of('clinic.ifc'), of('a/CLINIC.IFC'), of('clinic.ifc.json')]).toEqual([
      true,
      true,
      false,
    ])
  })
})

/** The importer against counts by hand. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PlannedBuilding } from '#contract/venue/plan.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import { readVenueFile } from '../../server/modules/site/venues/inThread.ts'
import { expected, type ExpectedPlan } from './expected.ts'

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

/** Square metres by Gauss's formula on the ellipsoid's radii, apart from the product's own rule. */
function squareMetres({ coordinates }: Polygon): number {
  const [first] = coordinates[0] ?? []
  const latitude = ((first?.[1] ?? 0) * Math.PI) / 180
  const flat = 1 - 0.00669438 * Math.sin(latitude) ** 2
  const perLatitude = ((6_378_137 * (1 - 0.00669438)) / flat ** 1.5) * (Math.PI / 180)
  const perLongitude = (6_378_137 / Math.sqrt(flat)) * Math.cos(latitude) * (Math.PI / 180)
  const [outline = 0, ...holes] = coordinates.map((ring) =>
    Math.abs(
      ring.reduce((sum, [x, y], index) => {
        const [nextX = x, nextY = y] = ring[(index + 1) % ring.length] ?? []
        const [x0 = 0, y0 = 0] = first ?? []
        return sum + ((x - x0) * (nextY - y0) - (nextX - x0) * (y - y0)) / 2
      }, 0),
    ),
  )
  return (outline - holes.reduce((sum, one) => sum + one, 0)) * perLongitude * perLatitude
}

/** To half a per cent. */
const within = (value: number): unknown => ({
  asymmetricMatch: (other: unknown) =>
    typeof other === 'number' && Math.abs(other - value) <= value * 0.005,
  toString: () => `${value} ± 0.5 %`,
})

const counted = ({ name, outline, floors }: PlannedBuilding): ExpectedPlan => ({
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

/** Not right yet. */
const wrong = new Set(Object.keys(expected).filter((name) => !name.startsWith('hall')))

describe.each(Object.entries(expected))('the plan %s', (name, { corner, ...plan }) => {
  const test = wrong.has(name) ? it.fails : it
  test('has the floors, rooms, names, entrances, walls and areas that a person counts', () => {
    const { buildings } = upload(name).plan
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
})

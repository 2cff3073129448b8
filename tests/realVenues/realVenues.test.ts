/** The importer against counts of other tools, on real venues (`npm run real-venues`). */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { PlannedFloor, PlannedRoom } from '#contract/venue/plan.ts'
import { readIfcFile, readVenueFile } from '../../server/modules/site/venues/inThread.ts'
import { isIfc } from '../../server/modules/site/venues/ifc/inProcess.ts'
import { squareMetres, within } from '#tests/plans/measures.ts'

const here = import.meta.dirname
const files = join(here, 'files')

const floor = z.object({
  level: z.number().optional(),
  name: z.string().optional(),
  rooms: z.number(),
  named: z.number(),
  doors: z.number().optional(),
  area: z.number(),
})
const counted = z.record(
  z.string(),
  z.discriminatedUnion('format', [
    z.object({
      format: z.literal('imdf'),
      buildings: z.array(z.object({ name: z.string(), floors: z.array(floor) })),
    }),
    z.object({ format: z.enum(['ifc', 'osm', 'wrld']), floors: z.array(floor) }),
  ]),
)
const counts = Object.entries(
  counted.parse(JSON.parse(readFileSync(join(here, 'counts.json'), 'utf8'))),
)

const PLACE = { latitude: 50, longitude: 14 }

async function read(name: string) {
  const path = join(files, name)
  const bytes = statSync(path).isDirectory() ? bundle(path) : readFileSync(path)
  return isIfc(bytes)
    ? readIfcFile({ name, bytes, at: PLACE })
    : readVenueFile({ name, bytes, at: null })
}

const bundle = (folder: string): Buffer =>
  Buffer.from(
    JSON.stringify({
      files: readdirSync(folder).map((name) => ({
        name,
        text: readFileSync(join(folder, name), 'utf8'),
      })),
    }),
  )

const roomsOf = (rooms: readonly PlannedRoom[]) => ({
  rooms: rooms.length,
  named: rooms.filter(({ name }) => name !== '').length,
  area: rooms.reduce((sum, { outline }) => sum + squareMetres(outline), 0),
})
const doorsOf = ({ parts }: PlannedFloor) => parts.filter(({ kind }) => kind === 'door').length

describe.each(counts)('the real venue %s', (name, venue) => {
  it.runIf(existsSync(join(files, name)))(
    'has the floors, rooms, names, doors and areas that other tools count',
    async () => {
      const { plan } = await read(name)
      if (venue.format === 'imdf') {
        // Sorts buildings by their rooms, because the expected counts name buildings in another
        // language.
        const sorted = <T extends { rooms: number }>(floors: readonly T[][]) =>
          floors.toSorted((one, other) => total(one) - total(other))
        const total = (floors: readonly { rooms: number }[]) =>
          floors.reduce((sum, { rooms }) => sum + rooms, 0)
        expect(
          sorted(
            plan.buildings.map(({ floors }) =>
              floors.map((one) => ({
                level: one.ordinal,
                ...roomsOf(one.rooms),
                doors: doorsOf(one),
              })),
            ),
          ),
        ).toEqual(
          sorted(venue.buildings.map(({ floors }) => floors)).map((floors) =>
            floors.map(approximate),
          ),
        )
        return
      }
      const floors = plan.buildings.flatMap((building) => building.floors)
      if (venue.format === 'osm') {
        expect(levelsOf(floors, taggedRooms(name))).toEqual(
          venue.floors.map((one) => approximate(one)),
        )
        return
      }
      const expected = venue.floors.filter(({ rooms, doors = 0 }) => rooms + doors > 0)
      expect(
        floors
          .filter(
            ({ rooms, parts }) => rooms.length > 0 || parts.some(({ kind }) => kind === 'door'),
          )
          .map((one) => ({
            ...(venue.format === 'wrld' ? { level: one.ordinal } : { name: one.name }),
            ...roomsOf(one.rooms),
            doors: doorsOf(one),
          })),
      ).toEqual(expected.map(approximate))
    },
  )
})

/** Areas to half a per cent; a model without quantities has no area to compare. */
const approximate = (one: z.output<typeof floor>) => ({
  ...one,
  ...(one.name === '' && { name: '0' }),
  area: one.area === 0 && one.rooms > 0 ? expect.any(Number) : within(one.area),
})

function levelsOf(floors: readonly PlannedFloor[], ids: ReadonlySet<string> | null) {
  const byLevel = new Map<number, PlannedRoom[]>()
  for (const { externalId, rooms } of floors) {
    const level = Number(externalId.replace('level ', ''))
    const wanted = rooms.filter((room) => ids === null || ids.has(elementOf(room.externalId)))
    if (wanted.length > 0) byLevel.set(level, [...(byLevel.get(level) ?? []), ...wanted])
  }
  return [...byLevel]
    .toSorted(([one], [other]) => one - other)
    .map(([level, rooms]) => ({ level, ...roomsOf(rooms) }))
}

const elementOf = (externalId: string): string => externalId.split('/').slice(0, 2).join('/')

/** Elements with `indoor=room`, found in the text of the file. */
function taggedRooms(name: string): ReadonlySet<string> {
  const text = readFileSync(join(files, name), 'utf8')
  if (name.endsWith('.osm'))
    return new Set(
      [...text.matchAll(/<(way|relation) id=["'](-?\d+)["'][\s\S]*?<\/\1>/g)].flatMap(
        ([element, kind, id]) =>
          /k=["']indoor["'] v=["']room["']/.test(element) ? [`${kind}/${id}`] : [],
      ),
    )
  const { features } = z
    .object({
      features: z.array(
        z.object({
          id: z.unknown(),
          properties: z.record(z.string(), z.unknown()),
        }),
      ),
    })
    .parse(JSON.parse(text))
  return new Set(
    features.flatMap(({ id, properties }) =>
      properties['indoor'] === 'room' ? [String(properties['@id'] ?? id)] : [],
    ),
  )
}

import { and, eq } from 'drizzle-orm'
import { areaOutline } from '#contract/rules/drawnArea.ts'
import type { Polygon, Position } from '#contract/venue/shapes.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Seed } from './rows.ts'

export async function seedAreas({ db, companyId, now, words }: Seed): Promise<void> {
  const rooms = await db
    .select({
      floorId: tables.room.floorId,
      kind: tables.room.kind,
      category: tables.room.category,
      outline: tables.room.outline,
    })
    .from(tables.room)
    .innerJoin(
      tables.floor,
      and(
        eq(tables.floor.companyId, tables.room.companyId),
        eq(tables.floor.id, tables.room.floorId),
      ),
    )
    .innerJoin(
      tables.building,
      and(
        eq(tables.building.companyId, tables.floor.companyId),
        eq(tables.building.id, tables.floor.buildingId),
      ),
    )
    .where(
      ofCompany(
        tables.room,
        companyId,
        eq(tables.building.externalId, 'demo-A'),
        eq(tables.floor.ordinal, 0),
      ),
    )
    .orderBy(tables.room.id)
  const corridor = rooms.find(({ kind }) => kind === 'corridor')
  const hall = rooms.find(({ category }) => category === 'waiting room')
  const drawn = { companyId, drawnAt: now, updatedAt: now }
  if (corridor)
    await db.insert(tables.area).values({
      ...drawn,
      floorId: corridor.floorId,
      name: words.areas.parking,
      colour: 'orange',
      outline: stripOf(corridor.outline, 0.06, 0.34),
    })
  if (hall)
    await db.insert(tables.area).values({
      ...drawn,
      floorId: hall.floorId,
      name: words.areas.pool,
      colour: 'purple',
      outline: stripOf(hall.outline, 0, 0.6),
    })
}

function stripOf({ coordinates: [ring = []] }: Polygon, from: number, to: number): Polygon {
  const [a = [0, 0], b = a, c = a, d = a] = ring
  const between = (one: Position, other: Position, part: number): Position => [
    one[0] + (other[0] - one[0]) * part,
    one[1] + (other[1] - one[1]) * part,
  ]
  return areaOutline([
    between(a, b, from),
    between(a, b, to),
    between(d, c, to),
    between(d, c, from),
  ])
}

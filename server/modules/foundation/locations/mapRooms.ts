import { asc, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'

export interface NamedRoom {
  id: Id<'room'>
  building: string
  floor: string
  code: string | null
  name: string
}

/** A room as `Main building / Ground floor / 0.12`: by its number, or else its name. */
export const roomText = ({ id, building, floor, code, name }: NamedRoom): string =>
  [building, floor, [code?.trim(), name.trim()].find(Boolean) ?? `#${id}`].join(' / ')

interface RoomsOfLocation {
  ids: Id<'room'>[]
  /** The text of each room, in the order of `ids`. */
  texts: string[]
  text: string
}

export async function roomTexts(
  { db, actor }: Scope,
  ids: readonly Id<'location'>[],
): Promise<ReadonlyMap<number, RoomsOfLocation>> {
  const texts = new Map<number, RoomsOfLocation>()
  if (ids.length === 0) return texts
  const { building, floor, room } = tables
  const rows = await db
    .select({
      id: room.id,
      building: building.name,
      floor: floor.name,
      code: room.code,
      name: room.name,
      locationId: room.locationId,
    })
    .from(room)
    .innerJoin(floor, joinOn(floor, room.floorId))
    .innerJoin(building, joinOn(building, floor.buildingId))
    .where(ofCompany(room, actor.companyId, inArray(room.locationId, [...ids])))
    .orderBy(asc(room.id))
  for (const { locationId, ...row } of rows) {
    const own = texts.get(locationId ?? 0)
    const all = [...(own?.texts ?? []), roomText(row)]
    texts.set(locationId ?? 0, {
      ids: [...(own?.ids ?? []), row.id],
      texts: all,
      text: all.join('; '),
    })
  }
  return texts
}

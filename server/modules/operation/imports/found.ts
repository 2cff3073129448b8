import type { Id } from '#contract/ids.ts'
import { similarKey } from '#contract/rules/fold.ts'
import { similarText } from '#db/foldText.ts'
import * as tables from '#db/schema/index.ts'
import { isAnyText } from '#kernel/data/listQueries.ts'
import { equalsOneOf } from '#kernel/data/lowerCaseLookup.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { addFault, type ReadRow } from './readRow.ts'

export type Places = ReadonlyMap<string, { id: Id<'location'>; name: string } | 'several'>

export const levelsOf = (said: string): string[] =>
  said
    .split(/\s+[/>]\s+/)
    .map((level) => level.trim())
    .filter((level) => level !== '')

/**
 * Locations by code, name or path, in lower case. A code takes precedence over a name, and a name
 * over a path.
 */
export async function placesNamed({ db, from }: Scope, names: readonly string[]): Promise<Places> {
  const said = [...new Set(names.map((name) => name.toLowerCase()))]
  if (said.length === 0) return new Map()
  const paths = said.flatMap((name) => {
    const levels = levelsOf(name)
    return levels.length > 1 ? [{ name, levels }] : []
  })
  const wanted = [...new Set([...said, ...paths.flatMap(({ levels }) => levels)])]
  const { location } = tables
  const found = await db
    .select({
      id: location.id,
      name: location.name,
      code: location.code,
      parentId: location.parentId,
    })
    .from(location)
    .where(
      from.locations(
        equalsOneOf(location, [
          { column: location.code, texts: wanted },
          { column: location.name, texts: wanted },
        ]),
      ),
    )
  const places = new Map<string, { id: Id<'location'>; name: string } | 'several'>()
  for (const { id, name } of found)
    places.set(name.toLowerCase(), places.has(name.toLowerCase()) ? 'several' : { id, name })
  for (const { id, name, code } of found) if (code) places.set(code.toLowerCase(), { id, name })
  for (const { name, levels } of paths) {
    if (places.has(name)) continue
    const [only, ...others] = levels.reduce<typeof found>(
      (outer, level, depth) =>
        found.filter(
          (one) =>
            one.name.toLowerCase() === level &&
            (depth === 0 || outer.some(({ id }) => id === one.parentId)),
        ),
      [],
    )
    if (only !== undefined) places.set(name, others.length > 0 ? 'several' : only)
  }
  return places
}

const MAX_COMPARED = 1_000

/** Names of locations that search takes for one of the first thousand names. */
export async function placesLike({ db, from }: Scope, names: readonly string[]): Promise<string[]> {
  const keys = [...new Set(names.slice(0, MAX_COMPARED).map(similarKey))]
  const { location } = tables
  const rows = await db
    .selectDistinct({ name: location.name })
    .from(location)
    .where(from.locations(isAnyText(similarText(location.name), keys)))
  return rows.map(({ name }) => name)
}

/** Returns why the location cannot be used, or null if it can. */
export function placeFault(
  places: Places,
  said: string,
): 'unknownParent' | 'ambiguousPlace' | null {
  const location = places.get(said.toLowerCase())
  return location === undefined ? 'unknownParent' : location === 'several' ? 'ambiguousPlace' : null
}

export function placeIn(places: Places, said: string): Id<'location'> {
  const location = places.get(said.toLowerCase())
  if (typeof location !== 'object') throw new Error('Where a row is was not found')
  return location.id
}

export type Owners = ReadonlyMap<string, { id: Id<'orgEntity'>; name: string } | 'several'>

/** Organisational entities by code or name, in lower case. A code takes precedence over a name. */
export async function ownersNamed({ db, actor }: Scope, rows: readonly ReadRow[]): Promise<Owners> {
  const owners = new Map<string, { id: Id<'orgEntity'>; name: string } | 'several'>()
  if (rows.every((read) => read.values['orgEntity'] === undefined)) return owners
  const found = await db
    .select({ id: tables.orgEntity.id, name: tables.orgEntity.name, code: tables.orgEntity.code })
    .from(tables.orgEntity)
    .where(ofCompany(tables.orgEntity, actor.companyId))
  for (const { id, name } of found)
    owners.set(name.toLowerCase(), owners.has(name.toLowerCase()) ? 'several' : { id, name })
  for (const { id, name, code } of found) owners.set(code.toLowerCase(), { id, name })
  return owners
}

export function ownerNameIn(owners: Owners, read: ReadRow): string | undefined {
  const value = read.values['orgEntity']
  if (value === undefined) return undefined
  const owner = owners.get(value.toLowerCase())
  if (typeof owner === 'object') return owner.name
  addFault(read, 'orgEntity', owner === undefined ? 'unknownOrgEntity' : 'ambiguousOrgEntity')
  return undefined
}

export function ownerIn(owners: Owners, said: string): Id<'orgEntity'> {
  const owner = owners.get(said.toLowerCase())
  if (typeof owner !== 'object') throw new Error('Whose a row is was not found')
  return owner.id
}

export async function namesOfOwners({ db, actor }: Scope): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: tables.orgEntity.id, name: tables.orgEntity.name })
    .from(tables.orgEntity)
    .where(ofCompany(tables.orgEntity, actor.companyId))
  return new Map(rows.map(({ id, name }) => [Number(id), name]))
}

export type Things = ReadonlyMap<string, { id: Id<'equipment'>; name: string } | 'several'>

/** Equipment by number or name, in lower case. A number takes precedence over a name. */
export async function findEquipment(
  { db, from }: Scope,
  names: readonly string[],
): Promise<Things> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))]
  const things = new Map<string, { id: Id<'equipment'>; name: string } | 'several'>()
  if (wanted.length === 0) return things
  const { equipment } = tables
  const found = await db
    .select({ id: equipment.id, name: equipment.name, number: equipment.equipmentId })
    .from(equipment)
    .where(
      from.equipment(
        equalsOneOf(equipment, [
          { column: equipment.equipmentId, texts: wanted },
          { column: equipment.name, texts: wanted },
        ]),
      ),
    )
  for (const { id, name } of found)
    things.set(name.toLowerCase(), things.has(name.toLowerCase()) ? 'several' : { id, name })
  for (const { id, name, number } of found)
    if (number) things.set(number.toLowerCase(), { id, name })
  return things
}

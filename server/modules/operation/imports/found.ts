/** Resolves the names in rows, as far as the importer may see them. */
import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { fault, type ReadRow } from './readRow.ts'

export type Places = ReadonlyMap<string, { id: Id<'location'>; name: string } | 'several'>

/** Locations by code or name, in lower case. A code takes precedence over a name. */
export async function placesNamed({ db, from }: Scope, names: readonly string[]): Promise<Places> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))]
  if (wanted.length === 0) return new Map()
  const found = await db
    .select({ id: tables.location.id, name: tables.location.name, code: tables.location.code })
    .from(tables.location)
    .where(
      from.locations(
        sql`(lower(${tables.location.code}) in ${wanted} or lower(${tables.location.name}) in ${wanted})`,
      ),
    )
  const places = new Map<string, { id: Id<'location'>; name: string } | 'several'>()
  for (const { id, name } of found)
    places.set(name.toLowerCase(), places.has(name.toLowerCase()) ? 'several' : { id, name })
  for (const { id, name, code } of found) if (code) places.set(code.toLowerCase(), { id, name })
  return places
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

/** The stored name of the row's owner. Adds an error if there is none. */
export function ownerSaid(owners: Owners, read: ReadRow): string | undefined {
  const value = read.values['orgEntity']
  if (value === undefined) return undefined
  const owner = owners.get(value.toLowerCase())
  if (typeof owner === 'object') return owner.name
  fault(read, 'orgEntity', owner === undefined ? 'unknownOrgEntity' : 'ambiguousOrgEntity')
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

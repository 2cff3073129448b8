/** Types, statuses and tags by name: matched case-insensitively, created if missing. */
import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { WordField } from '#contract/importWords.ts'
import type { ImportJob, ImportKind } from '#contract/imports.ts'
import { similarKey } from '#contract/rules/fold.ts'
import * as tables from '#db/schema/index.ts'
import { nameCollator } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { placesLike, placesNamed } from './found.ts'
import { namesIn } from './readRow.ts'
import type { Planned, WrittenBy } from './target.ts'

const listTables = {
  equipmentType: tables.equipmentType,
  equipmentStatus: tables.equipmentStatus,
  locationType: tables.locationType,
  tag: tables.tag,
  procedureType: tables.procedureType,
}
const fresh = {
  equipmentType: {},
  equipmentStatus: { colour: 'blue', isUsable: true },
  locationType: {},
  tag: { colour: 'blue' },
  procedureType: {},
} as const

export async function ensureNames<K extends keyof typeof listTables>(
  scope: Scope,
  kind: K,
  names: readonly (string | undefined)[],
  by: Pick<WrittenBy, 'made'>,
): Promise<Map<string, Id<K>>> {
  const {
    db,
    actor: { companyId },
  } = scope
  const table: (typeof listTables)[keyof typeof listTables] = listTables[kind]
  const wanted = new Map<string, string>()
  // The first spelling in the file is stored.
  for (const name of names)
    if (name !== undefined && !wanted.has(name.toLowerCase())) wanted.set(name.toLowerCase(), name)
  const read = async () =>
    new Map(
      (
        await db
          .select({ id: sql<Id<K>>`${table.id}`, name: sql<string>`${table.name}` })
          .from(table)
          .where(ofCompany(table, companyId))
      ).map((row) => [row.name.toLowerCase(), row.id]),
    )
  const known = await read()
  const missing = [...wanted].filter(([lower]) => !known.has(lower)).map(([, name]) => name)
  if (missing.length === 0) return known
  for (const name of missing) {
    // `fresh` fills each table's columns, which the union of tables cannot express.
    const [made] = await db
      .insert(table as typeof tables.tag)
      .values({ ...(fresh[kind] as typeof fresh.tag), companyId, name })
      .returning({ id: table.id })
    if (made) by.made(kind, { id: Number(made.id), name })
    if (made)
      await scope.journal({
        entity: kind,
        id: Number(made.id),
        name,
        before: null,
        after: { name },
      })
  }
  scope.changed(
    kind === 'equipmentType'
      ? 'EquipmentType'
      : kind === 'equipmentStatus'
        ? 'EquipmentStatus'
        : kind === 'tag'
          ? 'Tag'
          : kind === 'procedureType'
            ? 'ProcedureType'
            : 'LocationType',
  )
  return read()
}

const wordTables = { ...listTables, inventoryItem: tables.inventoryItem }
const listsOf: Partial<Record<ImportKind, Partial<Record<WordField, keyof typeof wordTables>>>> = {
  equipment: { type: 'equipmentType', status: 'equipmentStatus', tags: 'tag' },
  locations: { type: 'locationType' },
  stock: { item: 'inventoryItem' },
}
const SHOWN = 20

export class SaidWords {
  readonly #said = new Map<WordField, Map<string, string>>()
  readonly #kind: ImportKind
  constructor(kind: ImportKind) {
    this.#kind = kind
  }

  add(planned: readonly Planned[]): void {
    const lists = listsOf[this.#kind] ?? {}
    for (const { read, action } of planned) {
      if (action !== 'create' && action !== 'update') continue
      for (const field of ['type', 'status', 'tags', 'location', 'item'] as const) {
        if (field === 'location' ? !read.makesPlaces || read.place : lists[field] === undefined)
          continue
        const said = this.#said.get(field) ?? new Map<string, string>()
        this.#said.set(field, said)
        const value = read.values[field]
        for (const name of field === 'tags' ? namesIn(value) : value === undefined ? [] : [value])
          if (!said.has(name.toLowerCase())) said.set(name.toLowerCase(), name)
      }
    }
  }

  async newOnes(scope: Scope): Promise<ImportJob['newWords']> {
    const { db, actor } = scope
    const inOrder = nameCollator({ actor }).compare
    const all: ImportJob['newWords'] = []
    const add = (
      field: WordField,
      said: ReadonlyMap<string, string>,
      existing: readonly string[],
    ) => {
      if (said.size === 0) return
      const names = [...said.values()].sort(inOrder)
      const known = new Map(existing.map((name) => [similarKey(name), name]))
      const ofFile = new Map<string, string>()
      const similar = names.flatMap((name) => {
        const key = similarKey(name)
        const one = known.get(key)
        if (one !== undefined) return [{ name, known: one }]
        const other = ofFile.get(key)
        if (other !== undefined) return [{ name, known: other, isInFile: true as const }]
        ofFile.set(key, name)
        return []
      })
      all.push({
        field,
        count: said.size,
        names: names.slice(0, SHOWN),
        ...(similar.length > 0 && { similar: similar.slice(0, SHOWN) }),
      })
    }
    for (const [field, said] of this.#said) {
      if (field === 'location') {
        for (const name of (await placesNamed(scope, [...said.keys()])).keys()) said.delete(name)
        add(field, said, await placesLike(scope, [...said.values()]))
        continue
      }
      const list = listsOf[this.#kind]?.[field]
      if (list === undefined || said.size === 0) continue
      const table: (typeof wordTables)[keyof typeof wordTables] = wordTables[list]
      const rows = await db
        .select({ name: sql<string>`${table.name}` })
        .from(table)
        .where(ofCompany(table, actor.companyId))
      for (const { name } of rows) said.delete(name.toLowerCase())
      add(
        field,
        said,
        rows.map(({ name }) => name),
      )
    }
    return all
  }
}

/** Looks up a name that must exist by now. */
export function made<T>(byName: ReadonlyMap<string, T>, name: string): T {
  const found = byName.get(name.toLowerCase())
  if (found === undefined) throw new Error('What a row names was not made')
  return found
}

import { inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { failureKinds, type FailureKind } from '#contract/rules/closing.ts'
import { ticketPriorities, type TicketTarget } from '#contract/rules/ticketDue.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import type { Db } from '#kernel/data/transaction.ts'
import type { DemoPerson } from './people.ts'
import { keysOf, type Words } from './words.ts'
import * as tables from '#db/schema/index.ts'

export interface Seed {
  db: Db
  companyId: Id<'company'>
  now: Date
  users: (DemoPerson & { userId: Id<'user'>; firstName: string; lastName: string })[]
  language: Language
  words: Words
}

const BATCH = 400

/**
 * Inserts in batches: a statement of thousands of rows has more parameters than the protocol
 * allows.
 */
export async function insertAll<T extends PgTable>(
  db: Db,
  table: T,
  rows: T['$inferInsert'][],
): Promise<T['$inferSelect'][]> {
  const made: T['$inferSelect'][] = []
  for (let start = 0; start < rows.length; start += BATCH) {
    made.push(
      ...((await db
        .insert(table)
        .values(rows.slice(start, start + BATCH))
        .returning()) as T['$inferSelect'][]),
    ) // returning() of a generic table loses its row
  }
  return made
}

const MANY = 2_000

/** Inserts thousands of rows with the same columns. Returns ids in the order of the rows. */
export async function insertMany<T extends PgTable & { id: PgColumn }>(
  db: Db,
  table: T,
  rows: T['$inferInsert'][],
): Promise<T['$inferSelect']['id'][]> {
  const ids: T['$inferSelect']['id'][] = []
  for (let start = 0; start < rows.length; start += MANY) {
    const made = await db.execute<{ id: T['$inferSelect']['id'] }>(
      sql`${insertRows(table, rows.slice(start, start + MANY))} returning id`,
    )
    ids.push(...made.rows.map(({ id }) => id))
  }
  return ids
}

type TypeTable =
  | typeof tables.equipmentType
  | typeof tables.locationType
  | typeof tables.procedureType
  | typeof tables.tag
  | typeof tables.equipmentStatus
  | typeof tables.fellowType

/**
 * Inserts rows that have little more than a name, in the order of the names. Returns ids by key.
 */
export async function insertNamedRows<T extends TypeTable, K extends string>(
  { db, companyId }: Seed,
  table: T,
  names: Readonly<Record<K, string>>,
  facts: Partial<Record<K, Omit<T['$inferInsert'], 'companyId' | 'name'>>> = {},
): Promise<Record<K, T['$inferSelect']['id']>> {
  const keys = keysOf(names)
  const rows = keys.map((key) => ({ ...facts[key], companyId, name: names[key] }))
  const made = await insertAll(db, table, rows as T['$inferInsert'][])
  // one row for each key, in order
  return Object.fromEntries(keys.map((key, index) => [key, made[index]?.id])) as Record<
    K,
    T['$inferSelect']['id']
  >
}

export interface Place {
  id: Id<'location'>
  name: string
  path: Id<'location'>[]
}

export async function placeRow(
  seed: Seed,
  typeId: Id<'locationType'>,
  name: string,
  code: string,
  inside: Place | null,
  at: { latitude: number; longitude: number },
): Promise<Place> {
  // one row in, one place out
  return (await placeRows(seed, typeId, [{ name, code }], inside, at))[0] as Place
}

export async function placeRows(
  seed: Seed,
  typeId: Id<'locationType'>,
  rows: { name: string; code: string }[],
  inside: Place | null,
  at: { latitude: number; longitude: number },
): Promise<Place[]> {
  const made = await insertAll(
    seed.db,
    tables.location,
    rows.map(({ name, code }) => ({
      companyId: seed.companyId,
      typeId,
      name,
      code,
      parentId: inside?.id ?? null,
      ...at,
    })),
  )
  const outer = `{${(inside?.path ?? []).join(',')}}`
  await seed.db
    .update(tables.location)
    .set({ path: sql`${outer}::int[] || ${tables.location.id}` })
    .where(
      ofCompany(
        tables.location,
        seed.companyId,
        inArray(
          tables.location.id,
          made.map((row) => row.id),
        ),
      ),
    )
  return made.map((row) => ({
    id: row.id,
    name: row.name,
    path: [...(inside?.path ?? []), row.id],
  }))
}

type StateSpec = [
  name: string,
  category: 'open' | 'inProgress' | 'waiting' | 'closed',
  colour: (typeof tables.ticketState.$inferInsert)['colour'],
]

type TypeFacts = Pick<
  typeof tables.ticketType.$inferInsert,
  'defaultPriority' | 'targets' | 'problemAsk' | 'causeAsk' | 'remedyAsk' | 'closingProcedureId'
> & { failures?: Record<FailureKind, Record<string, string>> }

export async function ticketTypeWithStates(
  seed: Seed,
  name: string,
  colour: (typeof tables.ticketType.$inferInsert)['colour'],
  states: StateSpec[],
  { failures, ...facts }: TypeFacts = {},
) {
  const [type] = await seed.db
    .insert(tables.ticketType)
    .values({ companyId: seed.companyId, name, colour, ...facts })
    .returning()
  if (!type) throw new Error('The ticket type was not made')
  const rows = await insertAll(
    seed.db,
    tables.ticketState,
    states.map(([stateName, category, stateColour], position) => ({
      companyId: seed.companyId,
      ticketTypeId: type.id,
      position,
      name: stateName,
      category,
      colour: stateColour,
    })),
  )
  const codes =
    failures === undefined
      ? []
      : await insertAll(
          seed.db,
          tables.failureCode,
          failureKinds.flatMap((kind) =>
            Object.values(failures[kind]).map((failure, position) => ({
              companyId: seed.companyId,
              ticketTypeId: type.id,
              kind,
              position,
              name: failure,
            })),
          ),
        )
  return { ...type, states: rows, codes }
}

/** Hours until response and until completion, from the highest priority down. */
export const targetsOf = (...hours: [number, number][]): TicketTarget[] =>
  ticketPriorities.flatMap((priority, place) => {
    const target = hours[place]
    return target === undefined
      ? []
      : [{ priority, respondHours: target[0], resolveHours: target[1] }]
  })

/**
 * Replaces a person's name wherever it was stored at the time of an event. Matches by id, not by
 * text. Older rows without an id match by name, if no other user of the company has that name.
 */
import { ne, sql, type SQL } from 'drizzle-orm'
import type { RunEffect } from '#contract/automation/automation.ts'
import type { Id } from '#contract/ids.ts'
import type { JournalKey } from '#contract/journal/journalKeys.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

export interface Renaming {
  id: Id<'user'>
  formerly: string
  name: string
  isOnlyOne: boolean
}

/** Rows per transaction: some tens of milliseconds of database time. */
const STEP = 2_000

/** Journal fields kept for an anonymised person: permissions, not identity. */
const impersonal: readonly JournalKey<'user'>[] = [
  'isActive',
  'isAnonymised',
  'roles',
  'allEquipment',
  'allLocations',
  'allProcedures',
  'equipmentTypeIds',
  'locationTypeIds',
  'procedureTypeIds',
]

interface Place {
  table: string
  rename(scope: Scope, who: Renaming, span: SQL): Promise<unknown>
}

const bySetting = (table: string, parts: (who: Renaming) => { set: SQL; where: SQL }): Place => ({
  table,
  rename: ({ db }, who, span) => {
    const { set, where } = parts(who)
    return db.execute(sql`update ${sql.identifier(table)} set ${set} where ${span} and ${where}`)
  },
})

const withAuthor = (table: string): Place =>
  bySetting(table, ({ id, formerly, name, isOnlyOne }) => ({
    set: sql`by_name = ${name}`,
    where: sql`(by_id = ${id} or (${isOnlyOne} and by_id is null and by_name = ${formerly}))`,
  }))

/** A JSON column whose rows are read, rewritten here and written back in one statement. */
const byRewriting = (
  table: string,
  column: string,
  {
    where,
    rewrite,
  }: { where(who: Renaming): SQL; rewrite(value: unknown, who: Renaming): unknown },
): Place => ({
  table,
  async rename({ db, actor: { companyId } }, who, span) {
    const [name, field] = [sql.identifier(table), sql.identifier(column)]
    const { rows } = await db.execute<{ id: number; value: unknown }>(
      sql`select id, ${field} as value from ${name} where ${span} and ${where(who)}`,
    )
    if (rows.length === 0) return
    const written = rows.map(({ id, value }) => ({ id, value: rewrite(value, who) }))
    await db.execute(sql`update ${name} set ${field} = fresh.value
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as fresh(id int, value jsonb)
      where ${name}.company_id = ${companyId} and ${name}.id = fresh.id`)
  },
})

const places: readonly Place[] = [
  bySetting('journal_entry', ({ id, name }) => ({
    set: sql`by_name = ${name}`,
    where: sql`by_kind = 'user' and by_id = ${id}`,
  })),
  bySetting('journal_entry', ({ id, name }) => ({
    set: sql`entity_name = ${name}, changes = (
      select coalesce(jsonb_agg(one order by place), '[]'::jsonb)
      from jsonb_array_elements(changes) with ordinality as each(one, place)
      where one->>'field' in (${sql.join(
        impersonal.map((key) => sql`${key}`),
        sql`, `,
      )}))`,
    where: sql`entity = 'user' and entity_id = ${id}`,
  })),
  byRewriting('journal_entry', 'changes', {
    where: ({ id }) => sql`changes @? ${`$.** ? (@.kind == "user" && @.id == ${id})`}::jsonpath`,
    rewrite: (changes, { id, name }) => renamed(changes, id, name),
  }),
  bySetting('ticket_assignment', ({ id, name }) => ({
    set: sql`candidates = (
      select coalesce(jsonb_agg(case when (one->>'userId')::int = ${id}
        then one || jsonb_build_object('name', ${name}::text, 'words', '[]'::jsonb) else one end
        order by place), '[]'::jsonb)
      from jsonb_array_elements(candidates) with ordinality as each(one, place))`,
    where: sql`candidates @> jsonb_build_array(jsonb_build_object('userId', ${id}::int))`,
  })),
  withAuthor('floor_version'),
  withAuthor('alert'),
  withAuthor('survey_point'),
  withAuthor('radio_calibration'),
  byRewriting('automation_effect', 'said', {
    where: ({ id, formerly, isOnlyOne }) => sql`(said->>'userId' = ${String(id)}
      or said->>'assigneeId' = ${String(id)}
      or ',' || (said->>'userIds') || ',' like ${`%,${id},%`}
      or (${isOnlyOne} and (said->>'person' = ${formerly} or said->>'assignee' = ${formerly}
        or position(${formerly} in said->>'names') > 0)))`,
    rewrite: (details, who) => renamedDetails(details as RunEffect['details'], who),
  }),
  bySetting('hook_delivery', ({ id, name }) => ({
    set: sql`payload = jsonb_set(payload::jsonb, '{performer,name}', to_jsonb(${name}::text))::text`,
    where: sql`payload::jsonb @> jsonb_build_object('performer', jsonb_build_object('id', ${id}::int))`,
  })),
]

export type Reached = readonly number[]

/**
 * One transaction per step, so that a long history blocks no other writer. Rows written meanwhile
 * have higher ids: `renameRemaining` handles them in the final transaction.
 */
export async function renameInSteps(scope: Scope, who: Renaming): Promise<Reached> {
  const reached: number[] = []
  for (const column of places) {
    let after = 0
    for (let next: number | null = 0; next !== null;) {
      next = await scope.transaction((inside) => renameStep(inside, column, who, after))
      after = next ?? after
    }
    reached.push(after)
  }
  return reached
}

export async function renameRemaining(
  scope: Scope,
  who: Renaming,
  reached: Reached,
): Promise<void> {
  for (const [index, column] of places.entries()) {
    let after: number | null = reached[index] ?? 0
    while (after !== null) after = await renameStep(scope, column, who, after)
  }
}

/** Returns the last processed id, or null at the end. */
async function renameStep(
  scope: Scope,
  column: Place,
  who: Renaming,
  after: number,
): Promise<number | null> {
  const { companyId } = scope.actor
  const { rows } = await scope.db.execute<{ last: number | null }>(sql`select max(id) as last from (
    select id from ${sql.identifier(column.table)} where company_id = ${companyId} and id > ${after}
    order by id limit ${STEP}) as next`)
  const last = rows[0]?.last ?? null
  if (last === null) return null
  await column.rename(
    scope,
    who,
    sql`company_id = ${companyId} and id > ${after} and id <= ${Number(last)}`,
  )
  return Number(last)
}

export async function isOnlyOneCalled(
  { db, actor: { companyId } }: Scope,
  id: Id<'user'>,
  name: string,
): Promise<boolean> {
  const namesakes = await db
    .select({ id: tables.user.id })
    .from(tables.user)
    .where(
      ofCompany(
        tables.user,
        companyId,
        ne(tables.user.id, id),
        sql`${tables.user.firstName} || ' ' || ${tables.user.lastName} = ${name}`,
      ),
    )
    .limit(1)
  return namesakes.length === 0
}

/** Embedded objects with an id carry the name of that time. */
export function renamed(value: unknown, id: number, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, id, name))
  if (typeof value !== 'object' || value === null) return value
  const isIt = Reflect.get(value, 'kind') === 'user' && Reflect.get(value, 'id') === id
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, renamed(each, id, name)]),
  )
  return isIt && 'name' in inner ? { ...inner, name } : inner
}

/** A run's effects name one person, or several joined in one string. */
export function renamedDetails(
  details: RunEffect['details'],
  { id, formerly, name, isOnlyOne }: Renaming,
): RunEffect['details'] {
  const isTheirs = (own: RunEffect['details'][string] | undefined, said: unknown) =>
    own === undefined ? isOnlyOne && said === formerly : Number(own) === Number(id)
  const { person, userId, assignee, assigneeId, names, userIds } = details
  return {
    ...details,
    ...(person !== undefined && isTheirs(userId, person) && { person: name }),
    ...(assignee !== undefined && isTheirs(assigneeId, assignee) && { assignee: name }),
    ...(typeof names === 'string' && {
      names: renamedIn(names, userIds, isTheirs, formerly, name),
    }),
  }
}

function renamedIn(
  names: string,
  userIds: RunEffect['details'][string] | undefined,
  isTheirs: (own: string | undefined, said: string) => boolean,
  formerly: string,
  name: string,
): string {
  const parts = names.split(', ')
  const ids = typeof userIds === 'string' ? userIds.split(',') : []
  // A name contains a comma, so parts cannot be matched to ids.
  if (ids.length > 0 && ids.length !== parts.length)
    return ids.some((own) => isTheirs(own, '')) ? names.replace(formerly, () => name) : names
  return parts.map((part, index) => (isTheirs(ids[index], part) ? name : part)).join(', ')
}

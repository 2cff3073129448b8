import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type {
  JournalChange,
  JournalEntity,
  NamedClause,
  NamedThing,
} from '#contract/journal/journal.ts'
import { isReference } from '#contract/journal/references.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { hasUnrestrictedView } from '#kernel/access/rights.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { hostOf } from '../hooks/index.ts'

type Entry = typeof tables.journalEntry.$inferSelect

/** Undefined (all) for users who see everything, so that they pay no cost. */
export const visibleEntries = (scope: Scope): SQL | undefined =>
  and(ofRights(scope), ofVisibleRows(scope))

/** Working time of others, costs and prices are shown by their own rights. */
function ofRights({ can, actor }: Scope): SQL | undefined {
  const { entity, byKind, byId, changes } = tables.journalEntry
  return and(
    can('viewer|work')
      ? undefined
      : sql`(${entity} <> 'ticketTime' or (${byKind} = 'user' and ${byId} = ${actor.userId}))`,
    can('viewer|costs')
      ? undefined
      : sql`${entity} <> 'ticketCost' and not (${entity} = 'inventoryItem'
          and ${changes} @> '[{"field":"price"}]'::jsonb)`,
  )
}

function ofVisibleRows(scope: Scope): SQL | undefined {
  if (hasUnrestrictedView(scope.actor)) return undefined
  const { from } = scope
  const own = (table: typeof tables.gateway | typeof tables.beacon) =>
    ofCompany(
      table,
      scope.actor.companyId,
      sql`(${table.equipmentId} is null
        or ${table.equipmentId} in (select ${tables.equipment.id} from ${tables.equipment}
        where ${from.ever.equipment()}))`,
    )
  const seen: Partial<Record<JournalEntity, SQL>> = {
    equipment: sql`select ${tables.equipment.id} from ${tables.equipment} where ${from.ever.equipment()}`,
    location: sql`select ${tables.location.id} from ${tables.location} where ${from.ever.locations()}`,
    procedure: sql`select ${tables.procedure.id} from ${tables.procedure} where ${from.ever.procedures()}`,
    procedureLog: sql`select ${tables.procedureLog.id} from ${tables.procedureLog} where ${from.procedureLogs()}`,
    ticket: sql`select ${tables.ticket.id} from ${tables.ticket} where ${from.tickets()}`,
    ticketTime: sql`select ${tables.ticket.id} from ${tables.ticket} where ${from.tickets()}`,
    ticketCost: sql`select ${tables.ticket.id} from ${tables.ticket} where ${from.tickets()}`,
    automation: sql`select ${tables.automation.id} from ${tables.automation} where ${from.automations()}`,
    rrule: sql`select ${tables.rrule.id} from ${tables.rrule} where ${from.rrules()}`,
    duty: sql`select ${tables.duty.id} from ${tables.duty} where ${from.duties()}`,
    gateway: sql`select ${tables.gateway.id} from ${tables.gateway} where ${own(tables.gateway)}`,
    sensor: sql`select ${tables.sensor.id} from ${tables.sensor} where ${from.ever.sensors()}`,
    beacon: sql`select ${tables.beacon.id} from ${tables.beacon} where ${own(tables.beacon)}`,
    equipmentType: sql`select ${tables.equipmentType.id} from ${tables.equipmentType}
      where ${from.equipmentTypes()}`,
    locationType: sql`select ${tables.locationType.id} from ${tables.locationType} where ${from.locationTypes()}`,
    procedureType: sql`select ${tables.procedureType.id} from ${tables.procedureType}
      where ${from.procedureTypes()}`,
    import: sql`select ${tables.importJob.id} from ${tables.importJob}
      where ${tables.importJob.startedBy} = ${scope.actor.userId}`,
  }
  const kinds = Object.keys(seen) as JournalEntity[]
  return or(
    sql`${tables.journalEntry.entity} not in (${sql.join(
      kinds.map((kind) => sql`${kind}`),
      sql`, `,
    )})`,
    ...kinds.map(
      (kind) =>
        sql`(${tables.journalEntry.entity} = ${kind}
          and ${tables.journalEntry.entityId} in (${seen[kind] ?? sql`null`}))`,
    ),
  )
}

type Kind =
  | 'equipment'
  | 'location'
  | 'procedure'
  | 'equipmentType'
  | 'locationType'
  | 'procedureType'

/**
 * Fields whose values are names of other records. A value that lists several is shown whole or not
 * at all.
 */
const namedBy: Partial<Record<JournalEntity, Record<string, Kind>>> = {
  equipment: { location: 'location', type: 'equipmentType' },
  location: { parent: 'location', type: 'locationType' },
  procedure: { type: 'procedureType' },
  procedureLog: { procedure: 'procedure' },
  ticket: { equipment: 'equipment', location: 'location' },
  gateway: { equipment: 'equipment' },
  beacon: { equipment: 'equipment' },
  sensor: { equipment: 'equipment', location: 'location' },
  duty: { location: 'location' },
  zoneRule: { location: 'location', equipmentType: 'equipmentType' },
  building: { location: 'location' },
  company: { roomEquipmentTypeId: 'equipmentType' },
  user: {
    equipmentTypeIds: 'equipmentType',
    locationTypeIds: 'locationType',
    procedureTypeIds: 'procedureType',
  },
  equipmentType: { replacedBy: 'equipmentType' },
  locationType: { replacedBy: 'locationType' },
  procedureType: { replacedBy: 'procedureType' },
}
const kinds = new Set<string>([
  'equipment',
  'location',
  'procedure',
  'equipmentType',
  'locationType',
  'procedureType',
])
const types = new Set<string>(['equipmentType', 'locationType', 'procedureType'])
const kindOf = (entity: JournalEntity, field: string): Kind | undefined =>
  // one of the three checked above
  namedBy[entity]?.[field] ?? (types.has(field) ? (field as Kind) : undefined)

export async function readableEntries(scope: Scope, rows: readonly Entry[]): Promise<Entry[]> {
  const names = await namesSeen(scope, rows)
  const unseen = await causesUnseen(scope, rows)
  const limited = !hasUnrestrictedView(scope.actor)
  const visible = (entry: Entry, change: JournalChange): JournalChange => {
    const { entity } = entry
    if (entity === 'apiHook' && change.field === 'url') return hostOnly(change)
    if (entity === 'user' && isContact(change.field) && !mayReadContact(scope, entry))
      return hidden(change)
    if (!limited) return change
    if (entity === 'automation' && change.field === 'missing') return hidden(change)
    const kind = kindOf(entity, change.field)
    const isSeen = (value: unknown) =>
      typeof value !== 'string' ||
      value === '' ||
      kind === undefined ||
      names.has(`${kind}:${value}`)
    const mayName = (thing: NamedThing) =>
      !isKind(thing.kind) || names.has(`${thing.kind}#${thing.id}`)
    // A value about a location, equipment or procedure is shown only with that record.
    if (!thingsIn(change.part).every(mayName))
      return hidden({ field: change.field, before: null, after: null })
    const values = [change.before, change.after]
    return values.every((value) => isSeen(value) && thingsIn(value).every(mayName))
      ? clausesFor(change, mayName)
      : hidden(change)
  }
  return rows.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) => visible(entry, change)),
    entityName:
      limited && entry.entity === 'gateway' && !names.has(`equipment:${entry.entityName}`)
        ? ''
        : entry.entityName,
    byName: unseen.has(`${entry.byKind}:${entry.byId}`) ? '' : entry.byName,
  }))
}

const isKind = (kind: string): kind is Kind => kinds.has(kind)
const thingsIn = (value: unknown): NamedThing[] =>
  [value]
    .flat()
    .filter((one): one is NamedThing => typeof one === 'object' && one !== null && isReference(one))
const isClause = (one: unknown): one is NamedClause =>
  typeof one === 'object' && one !== null && 'clause' in one && 'names' in one
const clausesIn = (value: unknown): NamedClause[] => [value].flat().filter(isClause)

function clausesFor(change: JournalChange, mayName: (thing: NamedThing) => boolean): JournalChange {
  const visible = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((one: unknown) =>
          isClause(one) ? { ...one, names: one.names.filter(mayName) } : one,
        )
      : value
  return { ...change, before: visible(change.before), after: visible(change.after) }
}

/** The URL after the host may contain a secret. The change itself is shown. */
function hostOnly(change: JournalChange): JournalChange {
  const [before, after] = [hosted(change.before), hosted(change.after)]
  return before === after ? hidden(change) : { ...change, before, after }
}
const hosted = (value: unknown) => (typeof value === 'string' ? hostOf(value) : value)
const hidden = ({ field, part }: JournalChange): JournalChange => ({
  field,
  ...(part !== undefined && { part }),
  before: null,
  after: null,
  isHidden: true,
})
const isContact = (field: string) => field === 'email' || field === 'phone'
/** Email and phone are shown to users with the users permission, and to the person. */
const mayReadContact = (scope: Scope, { entityId }: Entry) =>
  scope.can('editor|users') || entityId === scope.actor.userId

/** The visible names in these entries, as `kind:name`, and as `kind#id` if the entry has an id. */
async function namesSeen(
  { db, from, actor }: Scope,
  rows: readonly Entry[],
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  if (hasUnrestrictedView(actor)) return seen
  const wanted = new Map<Kind, Set<string>>()
  const want = (kind: Kind | undefined, value: unknown) => {
    if (kind === undefined || typeof value !== 'string') return
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(value))
  }
  const ids = new Map<Kind, Set<number>>()
  for (const { entity, entityName, changes } of rows) {
    for (const { kind, id } of changes.flatMap(({ part, before, after }) =>
      [part, before, after].flatMap((value) => [
        ...thingsIn(value),
        ...clausesIn(value).flatMap(({ names }) => names),
      ]),
    )) {
      if (isKind(kind)) ids.set(kind, (ids.get(kind) ?? new Set()).add(id))
    }
    if (entity === 'gateway') want('equipment', entityName)
    for (const { field, before, after } of changes)
      for (const value of [before, after]) want(kindOf(entity, field), value)
  }
  const tableOf: Record<
    Kind,
    { table: PgTable & { id: AnyPgColumn; name: AnyPgColumn }; where: SQL }
  > = {
    equipment: { table: tables.equipment, where: from.ever.equipment() },
    location: { table: tables.location, where: from.ever.locations() },
    procedure: { table: tables.procedure, where: from.ever.procedures() },
    equipmentType: { table: tables.equipmentType, where: from.equipmentTypes() },
    locationType: { table: tables.locationType, where: from.locationTypes() },
    procedureType: { table: tables.procedureType, where: from.procedureTypes() },
  }
  for (const [kind, values] of wanted) {
    const { table, where } = tableOf[kind]
    const found = await db
      .selectDistinct({ name: sql<string>`${table.name}` })
      .from(table)
      .where(and(where, inArray(table.name, [...values])))
    for (const { name } of found) seen.add(`${kind}:${name}`)
  }
  for (const [kind, known] of ids) {
    const { table, where } = tableOf[kind]
    const found = await db
      .select({ id: sql<number>`${table.id}` })
      .from(table)
      .where(and(where, inArray(sql`${table.id}`, [...known])))
    for (const { id } of found) seen.add(`${kind}#${id}`)
  }
  return seen
}

/** Causes to hide, as `kind:id`: rules of hidden logs, imports of other users. */
async function causesUnseen(
  { db, from, actor }: Scope,
  rows: readonly Entry[],
): Promise<ReadonlySet<string>> {
  if (hasUnrestrictedView(actor)) return new Set()
  const ids = (kind: Entry['byKind']) => [
    ...new Set(
      rows.flatMap(({ byKind, byId }) => (byKind === kind && byId !== null ? [byId] : [])),
    ),
  ]
  const imports = [...new Set([...ids('import'), ...ids('importUndo')])]
  const unseen = new Set([
    ...ids('automation').map((id) => `automation:${id}`),
    ...imports.flatMap((id) => [`import:${id}`, `importUndo:${id}`]),
  ])
  if (ids('automation').length > 0) {
    const runs = await db
      .select({ id: tables.automationRun.id })
      .from(tables.automationRun)
      .where(from.automationRuns(inArray(sql`${tables.automationRun.id}`, ids('automation'))))
    for (const { id } of runs) unseen.delete(`automation:${id}`)
  }
  if (imports.length > 0 && actor.userId !== null) {
    const jobs = await db
      .select({ id: tables.importJob.id })
      .from(tables.importJob)
      .where(
        ofCompany(
          tables.importJob,
          actor.companyId,
          inArray(sql`${tables.importJob.id}`, imports),
          eq(tables.importJob.startedBy, actor.userId),
        ),
      )
    for (const { id } of jobs) {
      unseen.delete(`import:${id}`)
      unseen.delete(`importUndo:${id}`)
    }
  }
  return unseen
}

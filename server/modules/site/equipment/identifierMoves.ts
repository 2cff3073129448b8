import { and, asc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import { equipmentFields } from '#contract/equipment/equipmentFields.ts'
import { identifierNamed } from '#contract/equipment/identifierHeadings.ts'
import type { IdentifierKey } from '#contract/equipment/identifierKeys.ts'
import {
  identifierMoves as contract,
  type IdentifierProposal,
  type IdentifierSource,
} from '#contract/equipment/identifierMoves.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { count } from '#kernel/data/listQueries.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { updateAll, type Change } from './equipment.ts'
import { decideMove, identifierValue } from './identifierValue.ts'

const STEP = 500
const NAMES_READ = 5_000
const VALUES_READ = 5_000

export const identifierMoveHandlers: Handlers<typeof contract> = {
  async listIdentifierMoves(scope) {
    const sources = await sourcesOf(scope)
    const proposals: IdentifierProposal[] = []
    for (const source of sources) proposals.push(await countsOf(scope, source))
    return {
      proposals: proposals.filter(
        ({ movable, conflicts, unfit }) => movable + conflicts + unfit > 0,
      ),
      moved: await movedOf(scope),
    }
  },
  moveIdentifiers: (scope, { body }) => move(scope, body),
  undoIdentifierMove: (scope, { body }) => undo(scope, body),
}

interface Named {
  source: IdentifierSource
  name: string
  field: IdentifierKey
}

async function sourcesOf(scope: Scope): Promise<Named[]> {
  const { db, actor, from } = scope
  const facts = await db.execute<{ name: string }>(sql`select fact ->> 'key' as name
    from ${tables.equipment}, jsonb_array_elements(${tables.equipment.details}) as fact
    where ${from.equipment()} group by fact ->> 'key'
    order by ${byName(scope, sql`fact ->> 'key'`)} limit ${NAMES_READ}`)
  const fields = await db
    .select({ id: tables.metadataField.id, name: tables.metadataField.name })
    .from(tables.metadataField)
    .where(
      ofCompany(
        tables.metadataField,
        actor.companyId,
        eq(tables.metadataField.belongsTo, 'equipment'),
        inArray(tables.metadataField.dataType, ['text', 'date']),
      ),
    )
  const named = (source: IdentifierSource, name: string): Named[] => {
    const field = identifierNamed(name)
    return field === null ? [] : [{ source, name, field }]
  }
  return [
    ...facts.rows.flatMap(({ name }) => named({ kind: 'fact', name }, name)),
    ...fields.flatMap(({ id, name }) => named({ kind: 'metadata', metadataFieldId: id }, name)),
  ]
}

/**
 * SQL for the source's value; null without one. The first of several facts with one name counts.
 */
const valueOf = (source: IdentifierSource): SQL =>
  source.kind === 'fact'
    ? sql`(select fact ->> 'value' from jsonb_array_elements(${tables.equipment.details})
        with ordinality as of_name(fact, place)
        where fact ->> 'key' = ${source.name} order by place limit 1)`
    : sql`(${tables.equipment.metadata} ->> ${String(source.metadataFieldId)}::text)`

/** Counts by value, because only the field's own rules know which values it accepts. */
async function countsOf(
  { db, from }: Scope,
  { source, name, field }: Named,
): Promise<IdentifierProposal> {
  const stored = sql<string>`coalesce(${tables.equipment[field]}::text, '')`
  const value = sql<string>`trim(coalesce(${valueOf(source)}, ''))`
  const { max, kind } = equipmentFields[field]
  const isText = kind !== 'day' && kind !== 'gtin'
  // Texts are checked by length only, so their values need not be distinguished.
  const shown = isText
    ? sql<string>`case when char_length(${value}) > ${max} then repeat('x', ${max + 1}) else 'x' end`
    : value
  const isSame = sql<boolean>`lower(${stored}) = lower(${value})`
  const groups = await db
    .select({ value: shown, isEmpty: sql<boolean>`${stored} = ''`, isSame, count })
    .from(tables.equipment)
    .where(from.equipment(sql`${value} <> ''`))
    .groupBy(sql`1`, sql`2`, sql`3`)
    .orderBy(sql`4 desc`)
    .limit(VALUES_READ)
  const sums = { movable: 0, conflicts: 0, unfit: 0 }
  for (const group of groups) {
    if (identifierValue(field, group.value) === null) sums.unfit += group.count
    else if (group.isEmpty) sums.movable += group.count
    else if (!group.isSame) sums.conflicts += group.count
    else if (source.kind === 'fact') sums.movable += group.count
  }
  return { source, name, field, ...sums }
}

interface Step {
  source: IdentifierSource
  field: IdentifierKey
  after: number
}

async function move(scope: Scope, { source, field, after }: Step) {
  const { db, actor, from } = scope
  const rows = await db
    .select({
      id: tables.equipment.id,
      version: tables.equipment.version,
      details: tables.equipment.details,
      stored: sql<string | null>`${tables.equipment[field]}::text`,
      value: sql<string>`${valueOf(source)}`,
    })
    .from(tables.equipment)
    .where(
      from.equipment(
        and(
          gt(tables.equipment.id, after as Id<'equipment'>),
          sql`trim(coalesce(${valueOf(source)}, '')) <> ''`,
        ),
      ),
    )
    .orderBy(asc(tables.equipment.id))
    .limit(STEP)
    .for('update')
  const changes: Change[] = []
  const moved: (typeof tables.identifierMove.$inferInsert)[] = []
  for (const { id, version, details, stored, value } of rows) {
    const decision = decideMove(field, value, stored)
    if (decision.action === 'leave') continue
    const isSet = decision.action === 'set'
    if (!isSet && source.kind === 'metadata') continue
    changes.push({
      id,
      version,
      change: {
        ...(isSet && { [field]: decision.value }),
        ...(source.kind === 'fact' && { details: withoutFirst(details, source.name) }),
      },
    })
    moved.push({
      companyId: actor.companyId,
      equipmentId: id,
      field,
      value,
      isSet,
      ...keyOf(source),
    })
  }
  await updateAll(scope, changes)
  if (moved.length > 0) await db.insert(tables.identifierMove).values(moved)
  return {
    done: changes.length,
    left: rows.filter(({ value, stored }) => decideMove(field, value, stored).action === 'leave')
      .length,
    next: rows.length < STEP ? null : (rows.at(-1)?.id ?? null),
  }
}

function withoutFirst(details: tables.Details, name: string): tables.Details {
  const place = details.findIndex(({ key }) => key === name)
  return details.filter((_fact, index) => index !== place)
}

const keyOf = (source: IdentifierSource) => ({
  factName: source.kind === 'fact' ? source.name : null,
  metadataFieldId: source.kind === 'metadata' ? source.metadataFieldId : null,
})
const isOf = (source: IdentifierSource): SQL =>
  source.kind === 'fact'
    ? eq(tables.identifierMove.factName, source.name)
    : eq(tables.identifierMove.metadataFieldId, source.metadataFieldId)

async function undo(scope: Scope, { source, field, after }: Step) {
  const { db, actor, from } = scope
  const { identifierMove, equipment } = tables
  const rows = await db
    .select({
      move: identifierMove,
      id: equipment.id,
      version: equipment.version,
      details: equipment.details,
      stored: sql<string | null>`${equipment[field]}::text`,
    })
    .from(identifierMove)
    .innerJoin(
      equipment,
      and(
        eq(equipment.companyId, identifierMove.companyId),
        eq(equipment.id, identifierMove.equipmentId),
      ),
    )
    .where(
      ofCompany(
        identifierMove,
        actor.companyId,
        eq(identifierMove.field, field),
        isOf(source),
        sql`${identifierMove.id} > ${after}`,
        from.equipment(),
      ),
    )
    .orderBy(asc(identifierMove.id))
    .limit(STEP)
  const back = rows.filter(
    ({ move: { value, isSet }, stored }) =>
      !isSet || stored?.toLowerCase() === identifierValue(field, value)?.toLowerCase(),
  )
  await updateAll(
    scope,
    back.map(({ id, version, details, move: { value, isSet } }) => ({
      id,
      version,
      change: {
        ...(isSet && { [field]: null }),
        ...(source.kind === 'fact' && { details: [...details, { key: source.name, value }] }),
      },
    })),
  )
  if (back.length > 0)
    await db.delete(identifierMove).where(
      ofCompany(
        identifierMove,
        actor.companyId,
        inArray(
          identifierMove.id,
          back.map(({ move: { id } }) => id),
        ),
      ),
    )
  return {
    done: back.length,
    left: rows.length - back.length,
    next: rows.length < STEP ? null : (rows.at(-1)?.move.id ?? null),
  }
}

async function movedOf({ db, actor, from }: Scope) {
  const { identifierMove, equipment, metadataField } = tables
  const rows = await db
    .select({
      field: identifierMove.field,
      factName: identifierMove.factName,
      metadataFieldId: identifierMove.metadataFieldId,
      fieldName: metadataField.name,
      count,
    })
    .from(identifierMove)
    .innerJoin(
      equipment,
      and(
        eq(equipment.companyId, identifierMove.companyId),
        eq(equipment.id, identifierMove.equipmentId),
      ),
    )
    .leftJoin(
      metadataField,
      and(
        eq(metadataField.companyId, identifierMove.companyId),
        eq(metadataField.id, identifierMove.metadataFieldId),
      ),
    )
    .where(ofCompany(identifierMove, actor.companyId, from.equipment()))
    .groupBy(
      identifierMove.field,
      identifierMove.factName,
      identifierMove.metadataFieldId,
      metadataField.name,
    )
    .orderBy(
      identifierMove.field,
      byName({ actor }, sql`coalesce(${identifierMove.factName}, ${metadataField.name})`),
    )
  return rows.flatMap(({ field, factName, metadataFieldId, fieldName, count: moved }) => {
    const source: IdentifierSource | null =
      factName !== null
        ? { kind: 'fact', name: factName }
        : metadataFieldId !== null && fieldName !== null
          ? { kind: 'metadata', metadataFieldId }
          : null
    return source === null
      ? []
      : [{ source, field, name: factName ?? fieldName ?? '', count: moved }]
  })
}

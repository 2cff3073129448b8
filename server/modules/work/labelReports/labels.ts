/** Labels of equipment and locations, as signed-in people print and switch them. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { LabelState, LabelSubject } from '#contract/labelReports.ts'
import type { Id } from '#contract/ids.ts'
import { KEPT_HASH } from '#contract/rules/labelReports.ts'
import { MAX_LABELS } from '#contract/rules/labels.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { count } from '#kernel/data/listQueries.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { hashOfCode } from '#kernel/data/labelCodeHash.ts'
import { freshCode } from './codes.ts'
import { readSettings } from './settings.ts'

/** No row has it. The contract asks for one of both. */
const NOTHING = 0 as Id<'location'>

interface Subjects {
  equipmentIds?: readonly Id<'equipment'>[] | undefined
  locationIds?: readonly Id<'location'>[] | undefined
}

async function visible(scope: Scope, { equipmentIds = [], locationIds = [] }: Subjects) {
  const { db, from } = scope
  const equipment =
    equipmentIds.length === 0
      ? []
      : await db
          .select({ id: tables.equipment.id })
          .from(tables.equipment)
          .where(from.equipment(inArray(tables.equipment.id, [...equipmentIds])))
  const locations =
    locationIds.length === 0
      ? []
      : await db
          .select({ id: tables.location.id })
          .from(tables.location)
          .where(from.locations(inArray(tables.location.id, [...locationIds])))
  if (equipment.length !== new Set(equipmentIds).size)
    throw refuseNotFound('equipment', 'body.equipmentIds')
  if (locations.length !== new Set(locationIds).size)
    throw refuseNotFound('location', 'body.locationIds')
  return [
    ...equipment.map(({ id }) => ({ equipmentId: id, locationId: null })),
    ...locations.map(({ id }) => ({ equipmentId: null, locationId: id })),
  ]
}

const ofSubjects = ({ actor }: Scope, { equipmentIds = [], locationIds = [] }: Subjects): SQL =>
  ofCompany(
    tables.reportLabel,
    actor.companyId,
    sql`(${tables.reportLabel.equipmentId} = any(${sql.param([...equipmentIds])}::int[])
      or ${tables.reportLabel.locationId} = any(${sql.param([...locationIds])}::int[]))`,
  )

export async function makeCodes(scope: Scope, subjects: Subjects) {
  const { db, actor, clock } = scope
  const things = await visible(scope, subjects)
  if (things.length === 0) return []
  const now = clock.now()
  await db
    .insert(tables.reportLabel)
    .values(
      things.map((of) => ({
        ...of,
        ...freshCode(),
        companyId: actor.companyId,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflictDoNothing()
  const rows = await db.select().from(tables.reportLabel).where(ofSubjects(scope, subjects))
  return rows.map(({ equipmentId, locationId, code, printedAt }) => ({
    equipmentId,
    locationId,
    code,
    printedAt: printedAt?.toISOString() ?? null,
  }))
}

export async function setPrinted(scope: Scope, subjects: Subjects): Promise<number> {
  if (subjects.equipmentIds !== undefined) scope.must('editor|equipment')
  if (subjects.locationIds !== undefined) scope.must('editor|locations')
  await visible(scope, subjects)
  const rows = await scope.db
    .update(tables.reportLabel)
    .set({ printedAt: scope.clock.now() })
    .where(and(ofSubjects(scope, subjects), isNull(tables.reportLabel.printedAt)))
    .returning({ id: tables.reportLabel.id })
  return rows.length
}

export async function countToPrint({ db, from, actor }: Scope) {
  const lacks = (column: SQL) => sql`not exists (select from ${tables.reportLabel} as printed
    where printed.company_id = ${actor.companyId} and printed.printed_at is not null and ${column})`
  const lackingEquipment = from.equipment(lacks(sql`printed.equipment_id = ${tables.equipment.id}`))
  const [equipment] = await db.select({ count }).from(tables.equipment).where(lackingEquipment)
  const things = await db
    .select({ id: tables.equipment.id })
    .from(tables.equipment)
    .where(lackingEquipment)
    .orderBy(byName({ actor }, tables.equipment.name), asc(tables.equipment.id))
    .limit(MAX_LABELS)
  const lackingLocations = from.locations(lacks(sql`printed.location_id = ${tables.location.id}`))
  const [locations] = await db.select({ count }).from(tables.location).where(lackingLocations)
  const places = await db
    .select({ id: tables.location.id })
    .from(tables.location)
    .where(lackingLocations)
    .orderBy(byName({ actor }, tables.location.name), asc(tables.location.id))
    .limit(MAX_LABELS)
  return {
    equipment: equipment?.count ?? 0,
    locations: locations?.count ?? 0,
    equipmentIds: things.map(({ id }) => id),
    locationIds: places.map(({ id }) => id),
  }
}

/** Throws the same 404 for codes that are unknown, foreign or of something hidden. */
export async function openCode({ db, actor, from }: Scope, code: string) {
  const [row] = await db
    .select({
      equipmentId: tables.reportLabel.equipmentId,
      locationId: tables.reportLabel.locationId,
    })
    .from(tables.reportLabel)
    .where(
      ofCompany(
        tables.reportLabel,
        actor.companyId,
        eq(tables.reportLabel.codeHash, hashOfCode(code)),
        standsOnVisible(from),
      ),
    )
  if (!row) throw refuseNotFound('label')
  return row
}

const MAX_KEPT = 10_000

/** The newest prints. A hash does not lead back to its code. */
export async function keptHashes({ db, actor, from }: Scope) {
  const rows = await db
    .select({
      hash: sql<string>`left(${tables.reportLabel.codeHash}, ${KEPT_HASH})`,
      equipmentId: tables.reportLabel.equipmentId,
      locationId: tables.reportLabel.locationId,
    })
    .from(tables.reportLabel)
    .where(
      ofCompany(
        tables.reportLabel,
        actor.companyId,
        isNotNull(tables.reportLabel.printedAt),
        standsOnVisible(from),
      ),
    )
    .orderBy(desc(tables.reportLabel.printedAt), desc(tables.reportLabel.id))
    .limit(MAX_KEPT)
  return { rows }
}

const standsOnVisible = (from: Scope['from']): SQL =>
  sql`(${tables.reportLabel.equipmentId} in (select ${tables.equipment.id}
    from ${tables.equipment} where ${from.equipment()})
    or ${tables.reportLabel.locationId} in (select ${tables.location.id}
    from ${tables.location} where ${from.locations()}))`

const isOf = ({ actor }: Scope, of: LabelSubject): SQL =>
  ofCompany(
    tables.reportLabel,
    actor.companyId,
    of.equipmentId === undefined
      ? eq(tables.reportLabel.locationId, of.locationId ?? NOTHING)
      : eq(tables.reportLabel.equipmentId, of.equipmentId),
  )

async function subjectOf(scope: Scope, of: LabelSubject) {
  const { db, from } = scope
  if (of.equipmentId !== undefined) {
    const [row] = await db
      .select({
        id: tables.equipment.id,
        name: tables.equipment.name,
        kindId: sql<number | null>`(select standing.type_id from ${tables.location} as standing
          where standing.company_id = ${tables.equipment.companyId}
          and standing.id = ${tables.equipment.locationId})`,
      })
      .from(tables.equipment)
      .where(from.equipment(eq(tables.equipment.id, of.equipmentId)))
    if (!row) throw refuseNotFound('equipment', 'body.equipmentId')
    return { ...row, entity: 'equipment' as const }
  }
  const [row] = await db
    .select({
      id: tables.location.id,
      name: tables.location.name,
      kindId: sql<number | null>`${tables.location.typeId}`,
    })
    .from(tables.location)
    .where(from.locations(eq(tables.location.id, of.locationId ?? NOTHING)))
  if (!row) throw refuseNotFound('location', 'body.locationId')
  return { ...row, entity: 'location' as const }
}

export async function labelOf(scope: Scope, of: LabelSubject): Promise<LabelState> {
  const { kindId } = await subjectOf(scope, of)
  const [row] = await scope.db.select().from(tables.reportLabel).where(isOf(scope, of))
  const [reports] = await scope.db
    .select({ count })
    .from(tables.ticketReport)
    .where(
      ofCompany(
        tables.ticketReport,
        scope.actor.companyId,
        eq(tables.ticketReport.labelId, row?.id ?? 0),
        isNotNull(tables.ticketReport.ticketId),
      ),
    )
  const settings = await readSettings(scope)
  return {
    takesReports: row?.takesReports ?? null,
    isOfKind: settings.locationTypeIds.some((id) => id === kindId),
    printedAt: row?.printedAt?.toISOString() ?? null,
    isOnForCompany: settings.isOn,
    reportCount: reports?.count ?? 0,
  }
}

const mustEdit = (scope: Scope, of: LabelSubject): void =>
  scope.must(of.equipmentId === undefined ? 'editor|locations' : 'editor|equipment')

export async function setLabel(
  scope: Scope,
  of: LabelSubject,
  takesReports: boolean | null,
): Promise<LabelState> {
  mustEdit(scope, of)
  const before = await labelOf(scope, of)
  await ensure(scope, of)
  await scope.db
    .update(tables.reportLabel)
    .set({ takesReports, updatedAt: scope.clock.now() })
    .where(isOf(scope, of))
  const { entity, id, name } = await subjectOf(scope, of)
  await scope.journal({
    entity,
    id,
    name,
    before: { takesReports: before.takesReports },
    after: { takesReports },
  })
  return labelOf(scope, of)
}

const ensure = (scope: Scope, of: LabelSubject) =>
  makeCodes(
    scope,
    of.equipmentId === undefined
      ? { locationIds: [of.locationId ?? NOTHING] }
      : { equipmentIds: [of.equipmentId] },
  )

export async function revokeLabel(scope: Scope, of: LabelSubject): Promise<LabelState> {
  mustEdit(scope, of)
  const { entity, id, name } = await subjectOf(scope, of)
  await ensure(scope, of)
  await scope.db
    .update(tables.reportLabel)
    .set({ ...freshCode(), printedAt: null, updatedAt: scope.clock.now() })
    .where(isOf(scope, of))
  await scope.journal({
    entity,
    id,
    name,
    before: { labelRevoked: null },
    after: { labelRevoked: true },
  })
  return labelOf(scope, of)
}

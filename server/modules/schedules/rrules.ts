/**
 * Schedule rules: what may be written, what the journal hears, what an edit does to what was made.
 */
import { and, asc, eq, gt, inArray, isNull, notInArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids'
import { rrule as shape, type RruleDraft } from '#contract/rrules'
import type { Reference } from '#contract/references'
import {
  company,
  companySettings,
  equipment,
  equipmentStatus,
  equipmentType,
  location,
  locationType,
  occurrence,
  procedure,
  role,
  rrule,
  rruleObject,
  tag,
  user,
} from '../../db/schema/index.ts'
import { badInput, badInputs, notThere, stale } from '../../kernel/errors.ts'
import { joinOn } from '../../kernel/joinOn.ts'
import { readableAs, refersTo, type Readable } from '../../kernel/journal.ts'
import { mustBeThere } from '../../kernel/named.ts'
import { replaceReferences } from '../../kernel/references.ts'
import { versionFor } from '../../kernel/lastWord.ts'
import type { Scope } from '../../kernel/scope.ts'
import { mayChooseOf } from '../dashboards/index.ts'
import { fits, objectTables } from './objects.ts'
import { companyTime, planOf, timingFaults, type CompanyTime } from './schedule.ts'

type Row = typeof rrule.$inferSelect
type View = z.input<typeof shape>

export async function timeOf({ db, actor }: Scope): Promise<CompanyTime> {
  const [found] = await db
    .select({ company, settings: companySettings })
    .from(company)
    .leftJoin(companySettings, eq(companySettings.companyId, company.id))
    .where(eq(company.id, actor.companyId))
  if (!found) throw new Error('The company is not there')
  const {
    company: { timezone, language },
    settings,
  } = found
  return companyTime({
    timezone,
    language,
    weekStart: settings?.weekStart ?? null,
    workingHours: settings?.workingHours ?? [],
    holidays: settings?.holidays ?? [],
  })
}

/** Of the things that one may see. */
const countedOf = (
  { from }: Scope,
  ...states: ('due' | 'late')[]
) => sql<number>`(select count(*)::int from ${occurrence}
  where ${from.occurrences(sql`${occurrence.rruleId} = ${rrule.id}`, inArray(occurrence.state, states))})`
export const sortColumns = {
  name: rrule.name,
  procedure: procedure.name,
  updatedAt: rrule.updatedAt,
}

/** Rules whose procedure one may see. */
export function selectRules(scope: Scope, where: SQL | undefined) {
  const { db, from } = scope
  const [open, late] = [countedOf(scope, 'due', 'late'), countedOf(scope, 'late')]
  return db
    .select({ rrule, procedure: { id: procedure.id, name: procedure.name }, open, late })
    .from(rrule)
    .innerJoin(procedure, joinOn(procedure, rrule.procedureId))
    .where(from.procedures(isNull(rrule.deletedAt), where))
    .$dynamic()
}
export type Selected = Awaited<ReturnType<typeof selectRules>>[number]

export const draftOf = (row: Row): RruleDraft => ({
  name: row.name,
  procedureId: row.procedureId,
  rruleData: row.data,
  objects: row.objects,
  kind: row.kind,
  rule: row.rule,
  every: row.every,
  restartAfter: row.restartAfter,
  repeatCount: row.repeatCount,
  start: row.start,
  end: row.end,
  deadline: row.deadline,
  reminder: row.reminder,
  onHoliday: row.onHoliday,
  onNonWorkingDay: row.onNonWorkingDay,
  whenOverdue: row.whenOverdue,
  userIds: row.userIds,
  roleIds: row.roleIds,
  isActive: row.isActive,
})

/** `known`: the company's time, of who has asked for it together with the rows. */
export async function viewOf(
  scope: Scope,
  rows: readonly Selected[],
  known?: CompanyTime,
): Promise<View[]> {
  const [time, objectCounts] = await Promise.all([
    known ?? timeOf(scope),
    countObjectsOfAll(
      scope,
      rows.map((row) => draftOf(row.rrule)),
    ),
  ])
  const now = scope.clock.now().toISOString()
  const made: View[] = []
  for (const [at, selected] of rows.entries()) {
    const { rrule: row, procedure: home, open: openCount, late: lateCount } = selected
    const draft = draftOf(row)
    const next = row.isActive
      ? planOf(draft, time, { from: now, limit: 3 }).find(({ outcome }) => outcome !== 'skipped')
      : undefined
    made.push({
      ...draft,
      id: row.id,
      procedure: home,
      objectCount: objectCounts[at] ?? 0,
      openCount,
      lateCount,
      nextAt: next?.at ?? null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      version: row.version,
    })
  }
  return made
}

type Reach = Pick<RruleDraft, 'rruleData' | 'objects' | 'procedureId'>

/** What fits now, of what one may see; the rule itself takes in all that fits. */
export async function countObjects(scope: Scope, draft: Reach): Promise<number> {
  const [counted] = await countObjectsOfAll(scope, [draft])
  return counted ?? 0
}

/** The same of each, in their order; those of a page of short rules in one statement. */
export async function countObjectsOfAll(
  { db, from }: Scope,
  drafts: readonly Reach[],
): Promise<number[]> {
  const counts: number[] = []
  for (const some of inPortions(drafts)) {
    const each = some.map(({ rruleData, objects, procedureId }) => {
      const { table, from: rights } = objectTables[objects]
      const where = from[rights](fits({ data: rruleData, objects, procedureId }))
      return sql`(select count(*)::int from ${table} where ${where})`
    })
    const { rows } = await db.execute<{ counts: number[] }>(
      sql`select array[${sql.join(each, sql`, `)}] as counts`,
    )
    counts.push(...(rows[0]?.counts ?? []))
  }
  return counts
}

/** So many ids in one statement: each is a parameter of it, of which there may be 65,535. */
const MAX_NAMED = 10_000

function inPortions(drafts: readonly Reach[]): Reach[][] {
  const portions: Reach[][] = []
  let left = 0
  for (const draft of drafts) {
    const ids = 10 + Object.values(draft.rruleData).flat().length
    const current = portions.at(-1)
    if (current && left >= ids) current.push(draft)
    else portions.push([draft])
    left = (current && left >= ids ? left : MAX_NAMED) - ids
  }
  return portions
}

export async function one(scope: Scope, id: Id<'rrule'>): Promise<Selected> {
  const [found] = await selectRules(scope, eq(rrule.id, id))
  if (!found) throw notThere('schedule rule')
  return found
}

export async function detail(scope: Scope, id: Id<'rrule'>): Promise<View> {
  const [found] = await viewOf(scope, [await one(scope, id)])
  if (!found) throw notThere('schedule rule')
  return found
}

export async function create(
  scope: Scope,
  draft: RruleDraft,
  madeByRunId: Id<'automationRun'> | null = null,
): Promise<View> {
  await check(scope, draft)
  const now = scope.clock.now()
  const { rruleData, ...facts } = draft
  const [made] = await scope.db
    .insert(rrule)
    .values({
      ...facts,
      data: rruleData,
      madeByRunId,
      companyId: scope.actor.companyId,
      activeFrom: now,
      nextEvaluationAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!made) throw new Error('The rule was not kept')
  await replaceReferences(
    scope.db,
    scope.actor.companyId,
    { kind: 'rrule', id: made.id },
    referencesOf(draft),
  )
  await scope.journal({
    entity: 'rrule',
    id: made.id,
    name: draft.name ?? '',
    before: null,
    after: readable(draft),
  })
  return detail(scope, made.id)
}

/**
 * What was done stays. What is planned and not yet begun goes, and the new rule begins to count
 * now.
 */
export async function update(
  scope: Scope,
  id: Id<'rrule'>,
  sent: number | undefined,
  draft: RruleDraft,
): Promise<View> {
  const { db, actor, clock } = scope
  const version = await versionFor(scope, rrule, id, sent)
  const { rrule: before } = await one(scope, id)
  if (before.version !== version) throw stale(version, before.version, await detail(scope, id))
  await check(scope, draft, before)
  const now = clock.now()
  const { rruleData, ...facts } = draft
  const isOtherTiming =
    JSON.stringify(timingPart(draftOf(before))) !== JSON.stringify(timingPart(draft))
  const written = await db
    .update(rrule)
    .set({
      ...facts,
      data: rruleData,
      nextEvaluationAt: now,
      ...(isOtherTiming && { activeFrom: now }),
      version: sql`${rrule.version} + 1`,
      updatedAt: now,
    })
    .where(and(eq(rrule.companyId, actor.companyId), eq(rrule.id, id), eq(rrule.version, version)))
    .returning({ id: rrule.id })
  if (written.length === 0) throw stale(version, version + 1)
  if (isOtherTiming) {
    await db
      .delete(occurrence)
      .where(
        and(
          eq(occurrence.companyId, actor.companyId),
          eq(occurrence.rruleId, id),
          gt(occurrence.at, now),
          inArray(occurrence.state, ['planned', 'due']),
        ),
      )
    await db
      .update(rruleObject)
      .set({ since: now })
      .where(and(eq(rruleObject.companyId, actor.companyId), eq(rruleObject.rruleId, id)))
  }
  await replaceReferences(db, actor.companyId, { kind: 'rrule', id }, referencesOf(draft))
  await scope.journal({
    entity: 'rrule',
    id,
    name: draft.name ?? '',
    before: readable(draftOf(before)),
    after: readable(draft),
  })
  return detail(scope, id)
}

export async function remove(scope: Scope, id: Id<'rrule'>): Promise<void> {
  const { db, actor, clock } = scope
  const { rrule: before } = await one(scope, id)
  const now = clock.now()
  await db
    .update(rrule)
    .set({
      deletedAt: now,
      isActive: false,
      nextEvaluationAt: null,
      version: sql`${rrule.version} + 1`,
    })
    .where(and(eq(rrule.companyId, actor.companyId), eq(rrule.id, id)))
  await db
    .update(occurrence)
    .set({ state: 'closed', version: sql`${occurrence.version} + 1`, updatedAt: now })
    .where(
      and(
        eq(occurrence.companyId, actor.companyId),
        eq(occurrence.rruleId, id),
        inArray(occurrence.state, ['planned', 'due', 'late']),
      ),
    )
  await replaceReferences(db, actor.companyId, { kind: 'rrule', id }, [])
  await scope.journal({
    entity: 'rrule',
    id,
    name: before.name ?? '',
    before: readable(draftOf(before)),
    after: null,
  })
}

const timingPart = ({
  kind,
  rule,
  every,
  restartAfter,
  repeatCount,
  start,
  end,
  deadline,
  reminder,
  onHoliday,
  onNonWorkingDay,
}: RruleDraft) => [
  kind,
  rule,
  every,
  restartAfter,
  repeatCount,
  start,
  end,
  deadline,
  reminder,
  onHoliday,
  onNonWorkingDay,
]
/** When it comes is one sentence; all else stands for itself. */
const readable = ({
  procedureId,
  rruleData,
  rule,
  kind: howOften,
  every,
  start,
  onHoliday,
  onNonWorkingDay,
  userIds,
  roleIds,
  ...rest
}: RruleDraft): Readable<'rrule'> =>
  readableAs('rrule')({
    ...rest,
    procedure: { kind: 'procedure', id: procedureId },
    rule: { kind: howOften, rule, every, start, onHoliday, onNonWorkingDay },
    start,
    ...Object.fromEntries(
      kinds.map(([field, kind]) => [field, refersTo(kind, rruleData[field] ?? [])]),
    ),
    userIds: refersTo('user', userIds),
    roleIds: refersTo('role', roleIds),
  })

const kinds = [
  ['equipmentIds', 'equipment', equipment],
  ['equipmentTypeIds', 'equipmentType', equipmentType],
  ['equipmentStatusIds', 'equipmentStatus', equipmentStatus],
  ['locationIds', 'location', location],
  ['locationTypeIds', 'locationType', locationType],
  ['tagIds', 'tag', tag],
] as const

function referencesOf(draft: RruleDraft): Reference[] {
  return [
    { kind: 'procedure', id: draft.procedureId },
    ...kinds.flatMap(([field, kind]) => (draft.rruleData[field] ?? []).map((id) => ({ kind, id }))),
    ...draft.userIds.map((id) => ({ kind: 'user' as const, id })),
    ...draft.roleIds.map((id) => ({ kind: 'role' as const, id })),
  ]
}

/**
 * What is new in it must be there and may be chosen by this person; what the rule named `before`
 * must still be there.
 */
async function check(scope: Scope, draft: RruleDraft, before?: Row): Promise<void> {
  const { db, actor, from } = scope
  const [home] = await db
    .select({ target: procedure.target, equipmentTypeIds: procedure.equipmentTypeIds })
    .from(procedure)
    .where(from.procedures(eq(procedure.id, draft.procedureId)))
  if (!home) throw notThere('procedure', 'body.procedureId')
  if (home.target !== 'either' && (home.target === 'equipment') !== (draft.objects === 'equipment'))
    throw badInput(
      'body.objects',
      'wrongTarget',
      `This procedure is performed on ${home.target === 'equipment' ? 'equipment' : 'locations'}.`,
    )
  for (const [field, kind, table] of kinds) {
    const wanted: readonly number[] = draft.rruleData[field] ?? []
    const known: readonly number[] = before?.data[field] ?? []
    await mustBeThere(scope, table, wanted, kind, `body.rruleData.${field}`)
    await mayChooseOf(
      scope,
      field,
      wanted.filter((id) => !known.includes(id)),
      `body.rruleData.${field}`,
    )
  }
  await mustFit(scope, draft, home.equipmentTypeIds)
  await mustBeThere(scope, user, draft.userIds, 'person', 'body.userIds')
  await mustBeThere(scope, role, draft.roleIds, 'role', 'body.roleIds')
  if (draft.kind === 'rolling' && draft.every === null)
    throw badInput('body.every', 'required', 'Say how often.')
  const faults = timingFaults(draft, actor.timezone)
  if (faults.length > 0)
    throw badInputs(
      faults.map(({ code, part, value }) => ({
        path: 'body.rule',
        code,
        message: [part, value].filter((each) => each !== null).join(' ') || code,
      })),
    )
}

/** What a rule names one by one must be what the procedure is for; of its groups only that is due. */
async function mustFit(
  { db, actor }: Scope,
  { objects, rruleData }: RruleDraft,
  typeIds: readonly Id<'equipmentType'>[],
): Promise<void> {
  const named = rruleData.equipmentIds ?? []
  if (typeIds.length === 0 || objects !== 'equipment') return
  const others = (rruleData.equipmentTypeIds ?? []).filter((id) => !typeIds.includes(id))
  const [strange] =
    named.length === 0
      ? []
      : await db
          .select({ id: equipment.id })
          .from(equipment)
          .where(
            and(
              eq(equipment.companyId, actor.companyId),
              inArray(equipment.id, named),
              notInArray(equipment.typeId, [...typeIds]),
            ),
          )
          .limit(1)
  const path = strange === undefined ? 'equipmentTypeIds' : 'equipmentIds'
  if (strange !== undefined || others.length > 0)
    throw badInput(
      `body.rruleData.${path}`,
      'wrongEquipmentType',
      'The procedure is for equipment of other types.',
    )
}

export const inOrder = [asc(procedure.name), asc(rrule.id)]

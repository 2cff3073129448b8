import { isDeepStrictEqual } from 'node:util'
import { eq, inArray, notInArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Reference } from '#contract/journal/references.ts'
import type { RuleFault } from '#contract/recurrence/ruleLines.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, badInputs, refuseNotFound } from '#kernel/http/errors.ts'
import { readableAs, toReferences, type Readable } from '#kernel/events/journal.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { timeOf } from '../../foundation/company/index.ts'
import { draftOf } from './readRules.ts'
import { dayOffFaults, isSameTiming, tooLongSpans, timingFaults } from './schedule.ts'
import { mayChooseOf } from '../../foundation/filters/index.ts'

/** The timing is one sentence; every other field is separate. */
export const readable = ({
  procedureId,
  rruleData,
  rule,
  kind: howOften,
  every,
  start,
  onHoliday,
  onNonWorkingDay,
  use,
  userIds,
  roleIds,
  ...rest
}: RruleDraft): Readable<'rrule'> =>
  readableAs('rrule')({
    ...rest,
    procedure: { kind: 'procedure', id: procedureId },
    rule: {
      kind: howOften,
      rule,
      every,
      start,
      onHoliday,
      onNonWorkingDay,
      use: use && limitsOf(use),
    },
    meterType: use && { kind: 'meterType', id: use.meterTypeId },
    start,
    ...Object.fromEntries(
      kinds.map(([field, kind]) => [field, toReferences(kind, rruleData[field] ?? [])]),
    ),
    userIds: toReferences('user', userIds),
    roleIds: toReferences('role', roleIds),
  })

/** The meter is a reference of its own. */
const limitsOf = ({ meterTypeId: _id, ...limits }: NonNullable<RruleDraft['use']>) => limits

const kinds = [
  ['equipmentIds', 'equipment', tables.equipment],
  ['equipmentTypeIds', 'equipmentType', tables.equipmentType],
  ['equipmentStatusIds', 'equipmentStatus', tables.equipmentStatus],
  ['locationIds', 'location', tables.location],
  ['locationTypeIds', 'locationType', tables.locationType],
  ['tagIds', 'tag', tables.tag],
] as const

export function referencesOf(draft: RruleDraft): Reference[] {
  return [
    { kind: 'procedure', id: draft.procedureId },
    ...kinds.flatMap(([field, kind]) => (draft.rruleData[field] ?? []).map((id) => ({ kind, id }))),
    ...draft.userIds.map((id) => ({ kind: 'user' as const, id })),
    ...draft.roleIds.map((id) => ({ kind: 'role' as const, id })),
  ]
}

/**
 * New references must exist and be selectable by this user. Unchanged ones from `before` are not
 * validated, so that a schedule with obsolete references can still be renamed and disabled.
 */
export async function checkSchedule(
  scope: Scope,
  draft: RruleDraft,
  before?: typeof tables.rrule.$inferSelect,
): Promise<void> {
  const old = before && draftOf(before)
  await checkReferences(scope, draft, old)
  if (!isDeepStrictEqual(old?.userIds, draft.userIds))
    await requireRows(scope, tables.user, draft.userIds, 'person', 'body.userIds')
  if (!isDeepStrictEqual(old?.roleIds, draft.roleIds))
    await requireRows(scope, tables.role, draft.roleIds, 'role', 'body.roleIds')
  if (old === undefined || !isSameTiming(old, draft)) await checkTiming(scope, draft)
}

/** What a preview needs: the procedure, its targets, and the meter. */
export async function checkReferences(
  scope: Scope,
  draft: RruleDraft,
  old: RruleDraft | undefined,
): Promise<void> {
  const { db, from } = scope
  const [procedure] = await db
    .select({
      target: tables.procedure.target,
      equipmentTypeIds: tables.procedure.equipmentTypeIds,
    })
    .from(tables.procedure)
    .where(from.procedures(eq(tables.procedure.id, draft.procedureId)))
  if (!procedure) throw refuseNotFound('procedure', 'body.procedureId')
  if (old === undefined || !isSameReach(old, draft)) await checkReach(scope, draft, procedure, old)
  if (draft.kind === 'byUse' && draft.use !== null && !isDeepStrictEqual(old?.use, draft.use))
    await checkUse(scope, draft.use, draft.objects)
}

const isSameReach = (one: RruleDraft, other: RruleDraft): boolean =>
  (['procedureId', 'objects', 'rruleData'] as const).every((part) =>
    isDeepStrictEqual(one[part], other[part]),
  )

async function checkReach(
  scope: Scope,
  draft: RruleDraft,
  procedure: Pick<typeof tables.procedure.$inferSelect, 'target' | 'equipmentTypeIds'>,
  old: RruleDraft | undefined,
): Promise<void> {
  if (
    procedure.target !== 'either' &&
    (procedure.target === 'equipment') !== (draft.objects === 'equipment')
  )
    throw badInput(
      'body.objects',
      'wrongTarget',
      `This procedure is performed on ${procedure.target === 'equipment' ? 'equipment' : 'locations'}.`,
    )
  for (const [field, kind, table] of kinds) {
    const wanted: readonly number[] = draft.rruleData[field] ?? []
    const known: readonly number[] = old?.rruleData[field] ?? []
    await requireRows(scope, table, wanted, kind, `body.rruleData.${field}`)
    await mayChooseOf(
      scope,
      field,
      wanted.filter((id) => !known.includes(id)),
      `body.rruleData.${field}`,
    )
  }
  await mustFit(scope, draft, procedure.equipmentTypeIds)
}

const pathsOf: Partial<Record<RuleFault['code'], string>> = {
  endBeforeStart: 'body.end',
  latestBeforeEarliest: 'body.use',
}

async function checkTiming(scope: Scope, draft: RruleDraft): Promise<void> {
  refuseLongSpans(draft, 'body')
  if (draft.kind === 'byUse' && draft.use === null)
    throw badInput('body.use', 'required', 'Say after which use.')
  if (draft.kind === 'rolling' && draft.every === null)
    throw badInput('body.every', 'required', 'Say how often.')
  const faults = await faultsOfTiming(scope, draft)
  if (faults.length > 0)
    throw badInputs(
      faults.map(({ code, part, value }) => ({
        path: pathsOf[code] ?? 'body.rule',
        code,
        message: [part, value].filter((each) => each !== null).join(' ') || code,
      })),
    )
}

async function checkUse(
  scope: Scope,
  { meterTypeId }: NonNullable<RruleDraft['use']>,
  objects: RruleDraft['objects'],
): Promise<void> {
  if (objects !== 'equipment')
    throw badInput('body.objects', 'wrongTarget', 'Only equipment has meters.')
  await requireRows(scope, tables.meterType, [meterTypeId], 'meter type', 'body.use.meterTypeId')
}

/** Faults of the timing. Days off are checked only if the rule itself is valid. */
export async function faultsOfTiming(scope: Scope, draft: RruleDraft): Promise<RuleFault[]> {
  const written = timingFaults(draft, scope.actor.timezone)
  return written.length > 0 ? written : dayOffFaults(draft, await timeOf(scope))
}

export function refuseLongSpans(draft: RruleDraft, path: string): void {
  const long = tooLongSpans(draft)
  if (long.length > 0)
    throw badInputs(
      long.map((field) => ({
        path: `${path}.${field}`,
        code: 'spanTooLong',
        message: 'At most a hundred years',
      })),
    )
}

/**
 * Individually named equipment or locations must match the procedure. Groups are filtered instead.
 */
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
          .select({ id: tables.equipment.id })
          .from(tables.equipment)
          .where(
            ofCompany(
              tables.equipment,
              actor.companyId,
              inArray(tables.equipment.id, named),
              notInArray(tables.equipment.typeId, [...typeIds]),
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

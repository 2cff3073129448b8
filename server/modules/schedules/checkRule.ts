/** Validates the references of a schedule, and provides its journal values and uses. */
import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, notInArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Reference } from '#contract/journal/references.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import {
  equipment,
  equipmentStatus,
  equipmentType,
  location,
  locationType,
  procedure,
  role,
  rrule,
  tag,
  user,
} from '#db/schema/index.ts'
import { badInput, badInputs, notThere } from '#kernel/http/errors.ts'
import { readableAs, refersTo, type Readable } from '#kernel/events/journal.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { mayChooseOf } from '../dashboards/index.ts'
import { draftOf, timeOf } from './readRules.ts'
import { dayOffFaults, isSameTiming, longSpans, timingFaults } from './schedule.ts'

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
export async function check(
  scope: Scope,
  draft: RruleDraft,
  before?: typeof rrule.$inferSelect,
): Promise<void> {
  const { db, from } = scope
  const [home] = await db
    .select({ target: procedure.target, equipmentTypeIds: procedure.equipmentTypeIds })
    .from(procedure)
    .where(from.procedures(eq(procedure.id, draft.procedureId)))
  if (!home) throw notThere('procedure', 'body.procedureId')
  const old = before && draftOf(before)
  if (old === undefined || !isSameReach(old, draft)) await checkReach(scope, draft, home, old)
  if (!isDeepStrictEqual(old?.userIds, draft.userIds))
    await requireRows(scope, user, draft.userIds, 'person', 'body.userIds')
  if (!isDeepStrictEqual(old?.roleIds, draft.roleIds))
    await requireRows(scope, role, draft.roleIds, 'role', 'body.roleIds')
  if (old === undefined || !isSameTiming(old, draft)) await checkTiming(scope, draft)
}

const isSameReach = (one: RruleDraft, other: RruleDraft): boolean =>
  (['procedureId', 'objects', 'rruleData'] as const).every((part) =>
    isDeepStrictEqual(one[part], other[part]),
  )

async function checkReach(
  scope: Scope,
  draft: RruleDraft,
  home: Pick<typeof procedure.$inferSelect, 'target' | 'equipmentTypeIds'>,
  old: RruleDraft | undefined,
): Promise<void> {
  if (home.target !== 'either' && (home.target === 'equipment') !== (draft.objects === 'equipment'))
    throw badInput(
      'body.objects',
      'wrongTarget',
      `This procedure is performed on ${home.target === 'equipment' ? 'equipment' : 'locations'}.`,
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
  await mustFit(scope, draft, home.equipmentTypeIds)
}

async function checkTiming(scope: Scope, draft: RruleDraft): Promise<void> {
  refuseLongSpans(draft, 'body')
  if (draft.kind === 'rolling' && draft.every === null)
    throw badInput('body.every', 'required', 'Say how often.')
  const written = timingFaults(draft, scope.actor.timezone)
  const faults = written.length > 0 ? written : dayOffFaults(draft, await timeOf(scope))
  if (faults.length > 0)
    throw badInputs(
      faults.map(({ code, part, value }) => ({
        path: code === 'endBeforeStart' ? 'body.end' : 'body.rule',
        code,
        message: [part, value].filter((each) => each !== null).join(' ') || code,
      })),
    )
}

export function refuseLongSpans(draft: RruleDraft, path: string): void {
  const long = longSpans(draft)
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

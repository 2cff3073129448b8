/** Duties with their changes and people, as the rules of `dutySpans` need them. */
import { and, asc, eq, gte, inArray, or, sql, type SQL } from 'drizzle-orm'
import { reasonsAgainst } from '#contract/automation/chooseAssignee.ts'
import { dutyHindrances, type DutyHindrance } from '#contract/duties/duties.ts'
import type { DutyChange, Rotation } from '#contract/duties/dutySpans.ts'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { candidatesAmong } from '../assignees/index.ts'

export type DutyTableRow = typeof tables.duty.$inferSelect
export type ChangeTableRow = typeof tables.dutyChange.$inferSelect

interface DutyPerson {
  id: Id<'user'>
  name: string
  hindrances: DutyHindrance[]
}
export interface LoadedDuty {
  duty: DutyTableRow
  rotation: Rotation
  changes: ChangeTableRow[]
  people: ReadonlyMap<number, DutyPerson>
}

const toChange = (row: ChangeTableRow): DutyChange => ({
  id: row.id,
  kind: row.kind,
  userId: row.userId,
  from: row.from.getTime(),
  to: row.to.getTime(),
  withUserId: row.withUserId,
  withFrom: row.withFrom?.getTime() ?? null,
  withTo: row.withTo?.getTime() ?? null,
})

const isHindrance = (reason: string): reason is DutyHindrance =>
  dutyHindrances.some((one) => one === reason)

/** With the changes that end after `since`. */
export async function loadDuties(
  scope: Scope,
  rows: readonly DutyTableRow[],
  since: Date,
): Promise<LoadedDuty[]> {
  const { db, actor } = scope
  const ids = rows.map(({ id }) => id)
  const changes =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(tables.dutyChange)
          .where(
            ofCompany(
              tables.dutyChange,
              actor.companyId,
              isAnyId(tables.dutyChange.dutyId, ids),
              or(gte(tables.dutyChange.to, since), gte(tables.dutyChange.withTo, since)),
            ),
          )
          .orderBy(asc(tables.dutyChange.id))
  const ofDuty = groupBy(changes, ({ dutyId }): number => dutyId)
  const loaded: LoadedDuty[] = []
  for (const duty of rows) {
    const own = ofDuty.get(duty.id) ?? []
    loaded.push({
      duty,
      rotation: {
        ...duty,
        changes: own.filter(({ state }) => state === 'accepted').map(toChange),
      },
      changes: own,
      people: await peopleOf(scope, duty, own),
    })
  }
  return loaded
}

function peopleOf(
  scope: Scope,
  { shifts, locationId }: DutyTableRow,
  changes: readonly ChangeTableRow[],
): Promise<ReadonlyMap<number, DutyPerson>> {
  return dutyPeople(scope, locationId, [
    ...new Set([
      ...shifts.map(({ userId }) => userId),
      ...changes.flatMap((change) => [change.userId, change.withUserId ?? []].flat()),
    ]),
  ])
}

/** With the reasons against each. */
export async function dutyPeople(
  scope: Scope,
  locationId: DutyTableRow['locationId'],
  userIds: Id<'user'>[],
): Promise<ReadonlyMap<number, DutyPerson>> {
  if (userIds.length === 0) return new Map()
  const place = { equipmentId: null, locationId }
  const found = await candidatesAmong(scope, { userIds, roleIds: [] }, place)
  const now = scope.clock.now()
  return new Map(
    found.map((one) => [
      one.userId,
      { id: one.userId, name: one.name, hindrances: reasonsAgainst(one, now).filter(isHindrance) },
    ]),
  )
}

export const isAble =
  (people: LoadedDuty['people']) =>
  (userId: number): boolean =>
    people.get(userId)?.hindrances.length === 0

export async function selectDuties(scope: Scope, where?: SQL): Promise<DutyTableRow[]> {
  return scope.db
    .select()
    .from(tables.duty)
    .where(scope.from.duties(where))
    .orderBy(asc(tables.duty.id))
}

/** Duties in whose shifts or changes the person is named. */
export const namesPerson = (scope: Scope, userId: Id<'user'>): SQL => {
  const inChange = scope.db
    .select({ id: tables.dutyChange.dutyId })
    .from(tables.dutyChange)
    .where(
      ofCompany(
        tables.dutyChange,
        scope.actor.companyId,
        or(eq(tables.dutyChange.userId, userId), eq(tables.dutyChange.withUserId, userId)),
      ),
    )
  const named = JSON.stringify([{ userId }])
  return (
    and(or(sql`${tables.duty.shifts} @> ${named}::jsonb`, inArray(tables.duty.id, inChange))) ??
    sql`true`
  )
}

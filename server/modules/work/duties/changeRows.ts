import type { DutyChangeRow } from '#contract/duties/duties.ts'
import * as tables from '#db/schema/index.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { ChangeTableRow } from './rotations.ts'

export const mayManage = ({ can }: Scope): boolean => can('editor|duties')

export const mayAnswer = (scope: Scope, change: ChangeTableRow): boolean =>
  change.state === 'offered' && (mayManage(scope) || change.withUserId === scope.actor.userId)

/** Those who made a change may take it back, except a swap that the other person accepted. */
export const mayRemove = (scope: Scope, change: ChangeTableRow): boolean =>
  mayManage(scope) ||
  (change.byId === scope.actor.userId &&
    scope.actor.userId !== null &&
    !(change.kind === 'swap' && change.state === 'accepted'))

export async function changeRows(
  scope: Scope,
  changes: readonly ChangeTableRow[],
): Promise<DutyChangeRow[]> {
  const { db, actor } = scope
  const ids = [
    ...new Set(
      changes.flatMap(({ userId, withUserId, byId }) =>
        [userId, withUserId, byId].filter((one) => one !== null),
      ),
    ),
  ]
  const users =
    ids.length === 0
      ? []
      : await db
          .select({
            id: tables.user.id,
            firstName: tables.user.firstName,
            lastName: tables.user.lastName,
          })
          .from(tables.user)
          .where(ofCompany(tables.user, actor.companyId, isAnyId(tables.user.id, ids)))
  const names = new Map(users.map((one) => [one.id, `${one.firstName} ${one.lastName}`]))
  const person = (id: ChangeTableRow['userId']) => ({ id, name: names.get(id) ?? '' })
  return changes.map((change) => ({
    id: change.id,
    kind: change.kind,
    person: person(change.userId),
    from: change.from.toISOString(),
    to: change.to.toISOString(),
    with: change.withUserId === null ? null : person(change.withUserId),
    withFrom: change.withFrom?.toISOString() ?? null,
    withTo: change.withTo?.toISOString() ?? null,
    state: change.state,
    by: change.byId === null ? '' : (names.get(change.byId) ?? ''),
    enteredAt: change.createdAt.toISOString(),
    mayAnswer: mayAnswer(scope, change),
    mayRemove: mayRemove(scope, change),
  }))
}

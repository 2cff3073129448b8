import { asc, isNotNull, type SQL } from 'drizzle-orm'
import type { CallEnd, DutyCall } from '#contract/duties/dutyCall.ts'
import * as tables from '#db/schema/index.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** Who was called, and when they saw it, by the id of the step. */
export async function callsById(
  { db, actor }: Scope,
  where: SQL | undefined,
): Promise<Map<number, DutyCall>> {
  const steps = await db
    .select()
    .from(tables.dutyStep)
    .where(ofCompany(tables.dutyStep, actor.companyId, isNotNull(tables.dutyStep.firedAt), where))
    .orderBy(asc(tables.dutyStep.firedAt), asc(tables.dutyStep.id))
  const userIds = [
    ...new Set(steps.flatMap((step) => [...step.userIds, step.endedById ?? []].flat())),
  ]
  const alertIds = steps.flatMap(({ sentAlertId }) => sentAlertId ?? [])
  const users =
    userIds.length === 0
      ? []
      : await db
          .select({
            id: tables.user.id,
            firstName: tables.user.firstName,
            lastName: tables.user.lastName,
          })
          .from(tables.user)
          .where(ofCompany(tables.user, actor.companyId, isAnyId(tables.user.id, userIds)))
  const seen =
    alertIds.length === 0
      ? []
      : await db
          .select({
            alertId: tables.alertRecipient.alertId,
            userId: tables.alertRecipient.userId,
            seenAt: tables.alertRecipient.seenAt,
          })
          .from(tables.alertRecipient)
          .where(
            ofCompany(
              tables.alertRecipient,
              actor.companyId,
              isAnyId(tables.alertRecipient.alertId, alertIds),
            ),
          )
  const names = new Map(users.map((one) => [one.id, `${one.firstName} ${one.lastName}`]))
  const seenAt = new Map(seen.map((one) => [`${one.alertId} ${one.userId}`, one.seenAt]))
  return new Map(
    steps.map((step) => [
      step.id as number,
      {
        step: step.step,
        duty: step.dutyName,
        at: (step.firedAt ?? step.dueAt).toISOString(),
        outcome: step.outcome ?? 'nobody',
        people: step.userIds.map((id) => ({
          id,
          name: names.get(id) ?? '',
          seenAt: seenAt.get(`${step.sentAlertId} ${id}`)?.toISOString() ?? null,
        })),
        end: endOf(step, names),
      },
    ]),
  )
}

function endOf(
  { endedAt, endedWhy, endedByKind, endedById }: typeof tables.dutyStep.$inferSelect,
  names: ReadonlyMap<number, string>,
): (CallEnd & { at: string }) | null {
  if (endedAt === null || endedWhy === null) return null
  return {
    why: endedWhy,
    by: endedByKind ?? 'system',
    name: endedById === null ? null : (names.get(endedById) ?? null),
    at: endedAt.toISOString(),
  }
}

/** How calls ended, by the id of the first step, which ends with the others. */
export async function callEndsById(
  scope: Scope,
  where: SQL | undefined,
): Promise<Map<number, CallEnd & { at: string; duty: string }>> {
  const calls = await callsById(scope, where)
  return new Map([...calls].flatMap(([id, { duty, end }]) => (end ? [[id, { ...end, duty }]] : [])))
}

import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { DutyCall } from '#contract/duties/dutyCall.ts'
import type { duties as contract } from '#contract/duties/duties.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { callsById, endCalls } from '../calls/index.ts'
import { takeUp } from '../tickets/index.ts'

/** Only those whom the alert reached. */
async function selectOwn({ db, actor }: Scope, id: Id<'alert'>): Promise<void> {
  const found = await db
    .select({ id: tables.alertRecipient.id })
    .from(tables.alertRecipient)
    .where(
      ofCompany(
        tables.alertRecipient,
        actor.companyId,
        eq(tables.alertRecipient.alertId, id),
        actor.userId === null ? undefined : eq(tables.alertRecipient.userId, actor.userId),
      ),
    )
  if (found.length === 0) throw refuseNotFound('alert')
}

async function originOf({ db, actor }: Scope, id: Id<'alert'>) {
  const [step] = await db
    .select({ ticketId: tables.dutyStep.ticketId, alertId: tables.dutyStep.alertId })
    .from(tables.dutyStep)
    .where(
      ofCompany(
        tables.dutyStep,
        actor.companyId,
        or(eq(tables.dutyStep.sentAlertId, id), eq(tables.dutyStep.alertId, id)),
      ),
    )
    .limit(1)
  return step
}

async function listDutyCalls(scope: Scope, id: Id<'alert'>): Promise<DutyCall[]> {
  await selectOwn(scope, id)
  const origin = await originOf(scope, id)
  if (origin === undefined) return []
  const { ticketId, alertId } = origin
  const calls = await callsById(
    scope,
    ticketId === null
      ? alertId === null
        ? eq(tables.dutyStep.sentAlertId, id)
        : eq(tables.dutyStep.alertId, alertId)
      : eq(tables.dutyStep.ticketId, ticketId),
  )
  return [...calls.values()]
}

/** The first who says it has it; later ones learn who that is. */
async function takeAlert(scope: Scope, id: Id<'alert'>): Promise<{ takenBy: string }> {
  const { db, actor, clock } = scope
  await selectOwn(scope, id)
  const origin = await originOf(scope, id)
  if (origin === undefined) throw refuseNotFound('call')
  const { ticketId, alertId } = origin
  const mine = and(
    ticketId === null
      ? eq(tables.dutyStep.alertId, alertId ?? id)
      : eq(tables.dutyStep.ticketId, ticketId),
  )
  await endCalls(
    db,
    clock.now(),
    ticketId === null ? sql`step.alert_id = ${alertId}` : sql`step.ticket_id = ${ticketId}`,
  )
  const open = await db
    .select({ id: tables.dutyStep.id })
    .from(tables.dutyStep)
    .where(ofCompany(tables.dutyStep, actor.companyId, mine, isNull(tables.dutyStep.endedAt)))
    .for('update')
  if (open.length > 0) {
    if (ticketId !== null) await takeUp(scope, ticketId)
    await db
      .update(tables.dutyStep)
      .set({
        endedAt: clock.now(),
        endedWhy: 'taken',
        endedByKind: 'user',
        endedById: actor.userId,
        takenById: actor.userId,
      })
      .where(ofCompany(tables.dutyStep, actor.companyId, mine, isNull(tables.dutyStep.endedAt)))
  }
  if (actor.userId !== null)
    await db
      .update(tables.alertRecipient)
      .set({ seenAt: clock.now() })
      .where(
        ofCompany(
          tables.alertRecipient,
          actor.companyId,
          eq(tables.alertRecipient.alertId, id),
          eq(tables.alertRecipient.userId, actor.userId),
          isNull(tables.alertRecipient.seenAt),
        ),
      )
  scope.changed('Alert')
  const [taken] = await db
    .select({ firstName: tables.user.firstName, lastName: tables.user.lastName })
    .from(tables.dutyStep)
    .innerJoin(
      tables.user,
      and(
        eq(tables.user.companyId, tables.dutyStep.companyId),
        eq(tables.user.id, tables.dutyStep.takenById),
      ),
    )
    .where(ofCompany(tables.dutyStep, actor.companyId, mine))
    .limit(1)
  return { takenBy: taken ? `${taken.firstName} ${taken.lastName}` : '' }
}

export const takingHandlers: Pick<Handlers<typeof contract>, 'listDutyCalls' | 'takeAlert'> = {
  listDutyCalls: (scope, { body }) => listDutyCalls(scope, body.alertId),
  takeAlert: (scope, { params }) => takeAlert(scope, params.id),
}

/** Steps that wait, and their calls. Each is a row with its time, so a restart loses none. */
import { and, asc, eq, inArray, isNull, not, or, sql } from 'drizzle-orm'
import { reasonsAgainst } from '#contract/automation/chooseAssignee.ts'
import type { CallOutcome } from '#contract/duties/dutyCall.ts'
import type { StepTarget } from '#contract/duties/duties.ts'
import { dueTimesOfSteps } from '#contract/duties/steps.ts'
import type { Id } from '#contract/ids.ts'
import { refusesAssignee } from '#contract/rules/refusesAssignee.ts'
import * as tables from '#db/schema/index.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { isDue } from '#kernel/events/dueTimes.ts'
import type { TakenEvent } from '#kernel/events/eventSet.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { responsibleFor, saveCallAlert, sendCallMessages } from '../../foundation/alerts/index.ts'
import { candidatesAmong } from '../assignees/index.ts'
import { endCalls } from '../calls/index.ts'
import { onDutyNow } from './spans.ts'

const EVERY = 2_000
const AT_ONCE = 200
/** Four steps of a day each. */
const LONGEST_WAIT = 4 * 86_400_000

type StepRow = typeof tables.dutyStep.$inferSelect
interface StepOrder {
  dutyId: Id<'duty'>
  ticketId: Id<'ticket'> | null
  alertId: Id<'alert'> | null
}
export interface AlertCallOrder {
  dutyId: Id<'duty'>
  alertId: Id<'alert'>
  runId: Id<'automationRun'>
  ticketIds: readonly Id<'ticket'>[]
}

/** Duties without steps call nobody. */
async function startSteps(
  { db, actor, clock, changed }: Scope,
  orders: readonly StepOrder[],
): Promise<void> {
  if (orders.length === 0) return
  const duties = await db
    .select()
    .from(tables.duty)
    .where(
      ofCompany(
        tables.duty,
        actor.companyId,
        inArray(tables.duty.id, [...new Set(orders.map(({ dutyId }) => dutyId))]),
      ),
    )
  const now = clock.now()
  const rows = orders.flatMap(({ dutyId, ...about }) => {
    const duty = duties.find(({ id }) => id === dutyId)
    if (duty === undefined) return []
    const times = dueTimesOfSteps(duty.steps, now.getTime())
    return duty.steps.map(({ target, channels = [] }, index) => ({
      companyId: actor.companyId,
      dutyId,
      dutyName: duty.name,
      ...about,
      step: index + 1,
      target,
      channels,
      dueAt: new Date(times[index] ?? now.getTime()),
    }))
  })
  if (rows.length === 0) return
  await db.execute(sql`${insertRows(tables.dutyStep, rows)} on conflict do nothing`)
  changed('Alert')
}

/**
 * One incident calls once: a duty is called for the first alert of a run that names it, and if the
 * run opened a ticket, about the ticket.
 */
export async function startAlertCalls(
  scope: Scope,
  wanted: readonly AlertCallOrder[],
): Promise<void> {
  const { db, actor } = scope
  const orders = await withoutOpenCalls(scope, await firstOfRuns(scope, wanted))
  const ids = orders.flatMap(({ ticketIds }) => ticketIds)
  const opened =
    ids.length === 0
      ? []
      : await db
          .select({ id: tables.ticket.id, runId: tables.ticket.automationRunId })
          .from(tables.ticket)
          .where(ofCompany(tables.ticket, actor.companyId, isAnyId(tables.ticket.id, ids)))
          .orderBy(asc(tables.ticket.id))
  const all = orders.map(({ dutyId, alertId, runId, ticketIds }) => ({
    dutyId,
    alertId,
    ticketId:
      opened.find((ticket) => ticket.runId === runId && ticketIds.includes(ticket.id))?.id ?? null,
  }))
  await startSteps(scope, all)
  for (const { dutyId, alertId, ticketId } of all)
    if (ticketId !== null)
      await db
        .update(tables.dutyStep)
        .set({ alertId })
        .where(
          ofCompany(
            tables.dutyStep,
            actor.companyId,
            eq(tables.dutyStep.ticketId, ticketId),
            eq(tables.dutyStep.dutyId, dutyId),
            isNull(tables.dutyStep.alertId),
          ),
        )
}

async function firstOfRuns(
  { db, actor }: Scope,
  orders: readonly AlertCallOrder[],
): Promise<AlertCallOrder[]> {
  if (orders.length === 0) return []
  // A run that is retried may have called before.
  const called = await db
    .select({ dutyId: tables.dutyStep.dutyId, runId: tables.alert.runId })
    .from(tables.dutyStep)
    .innerJoin(tables.alert, joinOn(tables.alert, tables.dutyStep.alertId))
    .where(
      ofCompany(
        tables.dutyStep,
        actor.companyId,
        isAnyId(
          tables.alert.runId,
          orders.map(({ runId }) => runId),
        ),
      ),
    )
  const known = new Set(called.map(({ dutyId, runId }) => `${dutyId} ${runId}`))
  return orders.filter(({ dutyId, runId }) => {
    const key = `${dutyId} ${runId}`
    const isFirst = !known.has(key)
    known.add(key)
    return isFirst
  })
}

/** A known problem whose ticket still calls the duty does not call it a second time. */
async function withoutOpenCalls(
  { db, actor }: Scope,
  orders: readonly AlertCallOrder[],
): Promise<AlertCallOrder[]> {
  const ticketIds = orders.flatMap((order) => order.ticketIds)
  if (ticketIds.length === 0) return [...orders]
  const ticketId = sql<number>`coalesce(${tables.dutyStep.ticketId}, ${tables.alert.ticketId})`
  const open = await db
    .selectDistinct({ dutyId: tables.dutyStep.dutyId, ticketId })
    .from(tables.dutyStep)
    .leftJoin(tables.alert, joinOn(tables.alert, tables.dutyStep.alertId))
    .innerJoin(
      tables.ticket,
      and(eq(tables.ticket.companyId, tables.dutyStep.companyId), eq(tables.ticket.id, ticketId)),
    )
    .where(
      ofCompany(
        tables.dutyStep,
        actor.companyId,
        and(
          isAnyId(tables.ticket.id, ticketIds),
          isNull(tables.dutyStep.endedAt),
          // Tickets of these runs take the steps over instead.
          or(
            isNull(tables.ticket.automationRunId),
            not(
              isAnyId(
                tables.ticket.automationRunId,
                orders.map(({ runId }) => runId),
              ),
            ),
          ),
        ),
      ),
    )
  return orders.filter(
    (order) =>
      !open.some(
        (called) =>
          called.dutyId === order.dutyId && order.ticketIds.some((id) => id === called.ticketId),
      ),
  )
}

/** Tickets whose type calls a duty. A duty with a location is for tickets there and below. */
export async function onTicketsOpened(events: readonly TakenEvent<'ticket.opened'>[]) {
  const [first] = events
  if (!first) return
  const { scope } = first
  const ids = events.map(({ payload }) => payload.ticketId)
  const { rows } = await scope.db.execute<{ ticketId: number; dutyId: number }>(sql`
    select ticket.id as "ticketId", duty.id as "dutyId"
    from ticket join ticket_state state on state.company_id = ticket.company_id
      and state.id = ticket.state_id and state.category = 'open'
    join duty on duty.company_id = ticket.company_id and ticket.type_id = any(duty.ticket_type_ids)
    left join equipment thing on thing.company_id = ticket.company_id and thing.id = ticket.equipment_id
    where ticket.company_id = ${scope.actor.companyId} and ticket.id = any(${`{${ids.join(',')}}`}::int[])
      and jsonb_array_length(duty.steps) > 0
      and (duty.location_id is null or duty.location_id in (
        with recursive above(id, parent) as (
          select place.id, place.parent_id from location place
            where place.company_id = ticket.company_id
            and place.id = coalesce(ticket.location_id, thing.location_id)
          union select place.id, place.parent_id from location place join above on place.id = above.parent
            where place.company_id = ticket.company_id)
        select id from above))
    order by ticket.id, duty.id`)
  // The run that opened the ticket may have sent its alert first.
  for (const { ticketId, dutyId } of rows)
    await scope.db.execute(sql`update duty_step set ticket_id = ${ticketId}
      from alert join ticket on ticket.company_id = alert.company_id and ticket.automation_run_id = alert.run_id
      where alert.company_id = ${scope.actor.companyId} and ticket.id = ${ticketId}
      and duty_step.company_id = alert.company_id and duty_step.alert_id = alert.id
      and duty_step.duty_id = ${dutyId} and duty_step.ticket_id is null
      and not exists (select from duty_step own where own.company_id = alert.company_id
        and own.ticket_id = ${ticketId} and own.duty_id = ${dutyId})`)
  await startSteps(
    scope,
    rows.map(({ ticketId, dutyId }) => ({
      ticketId: ticketId as Id<'ticket'>,
      alertId: null,
      dutyId: dutyId as Id<'duty'>,
    })),
  )
}

export function startCallingDuties(kernel: Kernel): void {
  startJob(kernel, { name: 'steps of duties', every: EVERY, run: () => fireSteps(kernel) })
}

export async function fireSteps(kernel: Kernel): Promise<void> {
  const due = await asSystem(kernel.pool, async (db) => {
    const now = kernel.clock.now()
    for (const { companyId, ticketId } of await endCalls(db, now))
      kernel.live.publish(companyId, [
        'Alert',
        ...(ticketId === null ? [] : [{ type: 'Ticket' as const, id: ticketId }]),
      ])
    return db
      .select({ id: tables.dutyStep.id, companyId: tables.dutyStep.companyId })
      .from(tables.dutyStep)
      .where(
        and(
          isNull(tables.dutyStep.firedAt),
          isNull(tables.dutyStep.endedAt),
          isDue(tables.dutyStep.dueAt, now, LONGEST_WAIT),
        ),
      )
      .orderBy(tables.dutyStep.dueAt, tables.dutyStep.id)
      .limit(AT_ONCE)
  })
  for (const { id, companyId } of due)
    await asSystemActor(kernel, companyId, (scope) => fire(scope, id)).catch((error: unknown) =>
      kernel.log.error({ err: error, companyId, step: id }, 'a step of a duty was not called'),
    )
}

/** The lock on the row makes a second server find the step called. */
async function fire(scope: Scope, id: StepRow['id']): Promise<void> {
  const { db, actor, clock } = scope
  const own = ofCompany(tables.dutyStep, actor.companyId, eq(tables.dutyStep.id, id))
  await endCalls(db, clock.now(), sql`step.id = ${id}`)
  const [row] = await db.select().from(tables.dutyStep).where(own).for('update')
  if (!row || row.firedAt !== null || row.endedAt !== null) return
  const about = await aboutOf(scope, row)
  if (about === null) {
    await db.update(tables.dutyStep).set({ endedAt: clock.now() }).where(own)
    return
  }
  const { userIds, outcome } = await peopleOf(scope, row, about)
  const sentAlertId =
    userIds.length === 0
      ? null
      : await saveCallAlert(scope, { ...about, dutyId: row.dutyId }, userIds)
  await sendCallMessages(scope, about, { userIds, channels: row.channels })
  await db
    .update(tables.dutyStep)
    .set({ firedAt: clock.now(), outcome, userIds, sentAlertId })
    .where(own)
  if (userIds.length === 0) await passOn(scope, row)
  if (row.ticketId !== null) scope.changed({ type: 'Ticket', id: row.ticketId })
  scope.changed('Alert')
}

async function aboutOf({ db, actor }: Scope, { ticketId, alertId }: StepRow) {
  if (ticketId === null && alertId !== null) {
    const [alert] = await db
      .select()
      .from(tables.alert)
      .where(ofCompany(tables.alert, actor.companyId, eq(tables.alert.id, alertId)))
    if (!alert) return null
    const { text, runId, automationName, procedureLogId, equipmentId, locationId, causeId } = alert
    return {
      title: text ?? automationName ?? '',
      text,
      runId,
      automationName,
      procedureLogId,
      equipmentId,
      locationId,
      ticketId: alert.ticketId,
      causeId,
      needsTickets: false,
    }
  }
  const [ticket] = await db
    .select({
      id: tables.ticket.id,
      title: tables.ticket.title,
      equipmentId: tables.ticket.equipmentId,
      locationId: tables.ticket.locationId,
      causeId: tables.alert.causeId,
    })
    .from(tables.ticket)
    .leftJoin(
      tables.alert,
      ofCompany(tables.alert, actor.companyId, eq(tables.alert.id, alertId ?? sql`0`)),
    )
    .where(ofCompany(tables.ticket, actor.companyId, eq(tables.ticket.id, ticketId ?? sql`0`)))
  if (!ticket) return null
  return {
    title: ticket.title,
    text: null,
    runId: null,
    automationName: null,
    procedureLogId: null,
    equipmentId: ticket.equipmentId,
    locationId: ticket.locationId,
    ticketId: ticket.id,
    // Of the alert that called for the same run.
    causeId: ticket.causeId,
    needsTickets: true,
  }
}
type AboutRow = NonNullable<Awaited<ReturnType<typeof aboutOf>>>

async function peopleOf(
  scope: Scope,
  { target, dutyId }: StepRow,
  { equipmentId, locationId, needsTickets }: AboutRow,
): Promise<{ userIds: Id<'user'>[]; outcome: CallOutcome }> {
  const found = await usersOf(scope, target, dutyId)
  if (found.length === 0) return { userIds: [], outcome: 'nobody' }
  const among = { userIds: found, roleIds: [] }
  const candidates = await candidatesAmong(scope, among, { equipmentId, locationId })
  const userIds = candidates
    .filter((one) =>
      reasonsAgainst(one, scope.clock.now()).every(
        (reason) => !refusesAssignee(reason) || (reason === 'mayNotHandleTickets' && !needsTickets),
      ),
    )
    .map(({ userId }) => userId)
  return { userIds, outcome: userIds.length === 0 ? 'notEligible' : 'called' }
}

async function usersOf(
  scope: Scope,
  target: StepTarget,
  dutyId: Id<'duty'>,
): Promise<Id<'user'>[]> {
  if (target.to === 'user') return [target.userId]
  if (target.to === 'managers') {
    const [duty] = await scope.db
      .select({ locationId: tables.duty.locationId })
      .from(tables.duty)
      .where(ofCompany(tables.duty, scope.actor.companyId, eq(tables.duty.id, dutyId)))
    return duty ? responsibleFor(scope, 'editor|duties', duty.locationId) : []
  }
  const found = await onDutyNow(scope, target.to === 'duty' ? target.dutyId : dutyId)
  return found?.userId == null ? [] : [found.userId]
}

/** The later steps come as much earlier as the next one, which is due at once. */
async function passOn(
  { db, actor, clock }: Scope,
  { dutyId, ticketId, alertId, step }: StepRow,
): Promise<void> {
  await db.execute(sql`with later as (select id, due_at from duty_step
      where company_id = ${actor.companyId} and duty_id = ${dutyId} and step > ${step}
      and ticket_id is not distinct from ${ticketId}::int and alert_id is not distinct from ${alertId}::int)
    update duty_step set due_at = duty_step.due_at - ((select min(due_at) from later) - ${clock.now()}::timestamptz)
    from later where duty_step.company_id = ${actor.companyId} and duty_step.id = later.id`)
}

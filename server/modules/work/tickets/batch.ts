/** Changes many tickets at once, in one transaction and a fixed number of statements. */
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { askedKinds, failureKinds, isClosing, type ClosingNeed } from '#contract/rules/closing.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { countLeft, verdictOn, type LeftReason } from '#contract/rules/ticketBatch.ts'
import { dueTimes } from '#contract/rules/ticketDue.ts'
import { MAX_TICKET_BATCH } from '#contract/ticketBatchBounds.ts'
import { UNDO_BATCH_HOURS, type ticketBatches as contract } from '#contract/ticketBatches.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { count, isAnyId } from '#kernel/data/listQueries.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { writeChanges, type RowChange } from '#kernel/data/updateRows.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { notifyTicketsGiven, notifyTicketsMoved } from '../../foundation/alerts/index.ts'
import { checkAssignee, ticketsSeenBy } from '../assignees/index.ts'
import { endWorkOn, startWork } from '../workTime/index.ts'
import {
  answeredFailures,
  asksOf,
  failureColumns,
  failureOf,
  needsOf,
  stateColumns,
} from './closing.ts'
import { codesByType } from './failureCodes.ts'
import { targetCounters } from './initialState.ts'
import { ticketsWhere } from './listWhere.ts'
import { readable, selectTickets, statesOf, type Selected } from './rows.ts'

type Order = z.output<typeof contract.changeTickets.body>
type State = Awaited<ReturnType<typeof statesOf>>[number]
type Was = (typeof tables.ticketBatch.$inferSelect)['tickets'][number]['was']
interface Planned {
  row: Selected
  verdict: 'change' | 'same' | LeftReason
  /** Undefined if the state stays. */
  next: State | undefined
  failure: ReturnType<typeof failureOf>
}
interface Plan {
  total: number
  cut: number
  planned: readonly Planned[]
}

export const ticketBatchHandlers: Handlers<typeof contract> = {
  async previewTicketBatch(scope, { body }) {
    const plan = await planOf(scope, body)
    return { ...outcomeOf(plan, isOnlyUnanswered), asks: await asksIn(scope, plan) }
  },
  async changeTickets(scope, { body }) {
    const plan = await planOf(scope, body)
    const changing = plan.planned.filter(({ verdict }) => verdict === 'change')
    return { ...outcomeOf(plan), id: await apply(scope, body, changing) }
  },
  undoTicketBatch: (scope, { params }) => undo(scope, params.id),
}

const isOnlyUnanswered = ({ verdict }: Planned): boolean => verdict === 'failure'

/** `counts`: left tickets that count as changed, because the user is asked before. */
function outcomeOf({ total, cut, planned }: Plan, counts: (one: Planned) => boolean = () => false) {
  const verdicts = planned.map((one) => (counts(one) ? 'change' : one.verdict))
  return {
    total,
    cut,
    change: verdicts.filter((one) => one === 'change').length,
    same: verdicts.filter((one) => one === 'same').length,
    left: countLeft(verdicts),
  }
}

async function planOf(scope: Scope, { which, change, failures = [] }: Order): Promise<Plan> {
  await requireNamed(scope, { which, change, failures })
  const { rows, versions, total } = await wanted(scope, which)
  if (change.kind === 'assignee' && change.assigneeId !== null)
    await checkAssignee(
      scope,
      change.assigneeId,
      { equipmentId: null, locationId: null },
      'body.change.assigneeId',
    )
  const seen =
    change.kind === 'assignee' && change.assigneeId !== null
      ? await ticketsSeenBy(
          scope,
          change.assigneeId,
          rows.map(({ ticket }) => ticket.id),
        )
      : null
  const nextOf = await nextStates(scope, rows, change)
  const failureFor = await answersFor(scope, rows, failures)
  const closing = rows.filter((row) => {
    const next = nextOf(row).next
    return next !== undefined && isClosing(row.state.category, next.category)
  })
  const needs = await needsOf(scope, closing, failureFor)
  const isClosingRow = new Set(closing)
  const planned = rows.map((row): Planned => {
    const { ticket } = row
    const { next, step } = nextOf(row)
    const closes = isClosingRow.has(row)
    const open: ClosingNeed[] = closes ? needs(row) : []
    return {
      row,
      next,
      failure: closes ? failureFor(row) : failureOf(ticket),
      verdict: verdictOn({
        isStale: versions !== null && versions.get(ticket.id) !== ticket.version,
        isMerged: ticket.mergedIntoId !== null,
        isSame:
          change.kind === 'state'
            ? isThere(row, change.to)
            : change.kind === 'assignee'
              ? ticket.assigneeId === change.assigneeId
              : ticket.priority === change.priority,
        step,
        mayBeGiven: seen === null || seen.has(ticket.id),
        needs: open,
      }),
    }
  })
  return { total, cut: total - rows.length, planned }
}

/** What the call names must be of this company, also where no ticket takes it. */
async function requireNamed(scope: Scope, { change, failures = [] }: Order): Promise<void> {
  const stateIds = change.kind === 'state' && 'stateId' in change.to ? [change.to.stateId] : []
  await requireRows(scope, tables.ticketState, stateIds, 'ticket state', 'body.change.to.stateId')
  const typeIds = [...new Set(failures.map(({ ticketTypeId }) => ticketTypeId))]
  await requireRows(scope, tables.ticketType, typeIds, 'ticket type', 'body.failures')
  const codeIds = failures.flatMap(({ failure }) =>
    failureKinds.flatMap((kind) => {
      const answer = failure[kind]
      return answer && 'codeId' in answer ? [answer.codeId] : []
    }),
  )
  const known = [...new Set(codeIds)]
  await requireRows(scope, tables.failureCode, known, 'value of a list', 'body.failures')
}

async function wanted(scope: Scope, which: Order['which']) {
  if ('tickets' in which) {
    const versions = new Map(
      which.tickets.map(({ id, version }): [number, number] => [id, version]),
    )
    const rows = await selectTickets(
      scope,
      scope.from.tickets(isAnyId(tables.ticket.id, [...versions.keys()])),
    ).orderBy(tables.ticket.id)
    if (rows.length < versions.size) throw refuseNotFound('ticket', 'body.which.tickets')
    return { rows, versions, total: versions.size }
  }
  const where = ticketsWhere(scope, which.question)
  const [total] = await scope.db.select({ count }).from(tables.ticket).where(where)
  const rows = await selectTickets(scope, where).orderBy(tables.ticket.id).limit(MAX_TICKET_BATCH)
  return { rows, versions: null, total: total?.count ?? rows.length }
}

type To = Extract<Order['change'], { kind: 'state' }>['to']

const isThere = ({ state }: Selected, to: To): boolean =>
  'stateId' in to ? state.id === to.stateId : state.category === to.category

async function nextStates(
  scope: Scope,
  rows: readonly Selected[],
  change: Order['change'],
): Promise<(row: Selected) => { next: State | undefined; step: 'free' | 'none' | 'barred' }> {
  if (change.kind !== 'state') return () => ({ next: undefined, step: 'free' })
  const { to } = change
  const states = await statesOf(scope, [...new Set(rows.map(({ type }) => type.id))])
  const fitting = groupBy(
    states.filter((state) =>
      'stateId' in to ? state.id === to.stateId : state.category === to.category,
    ),
    (state): number => state.ticketTypeId,
  )
  return ({ type, state }) => {
    const own = fitting.get(type.id) ?? []
    const next = own.find(
      ({ id }) => state.nextStateIds === null || state.nextStateIds.includes(id),
    )
    return { next, step: next !== undefined ? 'free' : own.length === 0 ? 'none' : 'barred' }
  }
}

/** An answer that the ticket has is kept. */
async function answersFor(
  scope: Scope,
  rows: readonly Selected[],
  failures: NonNullable<Order['failures']>,
): Promise<(row: Pick<Selected, 'ticket' | 'type'>) => ReturnType<typeof failureOf>> {
  const given = new Map<number, Awaited<ReturnType<typeof answeredFailures>>>()
  const types = new Set(rows.map(({ type }): number => type.id))
  for (const { ticketTypeId, failure } of failures)
    if (types.has(ticketTypeId)) given.set(ticketTypeId, await answeredFailures(scope, failure))
  return (row) => {
    const before = failureOf(row.ticket)
    const after = { ...(given.get(row.type.id)?.(row) ?? before) }
    for (const kind of failureKinds)
      if (before[kind].id !== null || before[kind].text !== null) after[kind] = before[kind]
    return after
  }
}

/** What the dialog asks: for each type, if one of its tickets closes without an asked answer. */
async function asksIn(scope: Scope, { planned }: Plan) {
  const asking = planned.filter(
    ({ verdict, row, next, failure }) =>
      (verdict === 'change' || verdict === 'failure') &&
      next !== undefined &&
      isClosing(row.state.category, next.category) &&
      askedKinds(asksOf(row.type)).some(
        (kind) => failure[kind].id === null && failure[kind].text === null,
      ),
  )
  const types = [...groupBy(asking, ({ row }): number => row.type.id).values()]
  const codes = await codesByType(
    scope,
    types.flatMap(([one]) => one?.row.type.id ?? []),
  )
  return types.flatMap((some) => {
    const type = some[0]?.row.type
    return type === undefined
      ? []
      : [
          {
            ticketTypeId: type.id,
            name: type.name,
            count: some.length,
            asks: asksOf(type),
            codes: (codes.get(type.id) ?? []).filter(({ isRetired }) => !isRetired),
          },
        ]
  })
}

async function apply(
  scope: Scope,
  { change }: Order,
  changing: readonly Planned[],
): Promise<Id<'ticketBatch'> | null> {
  const { actor, clock, db } = scope
  if (changing.length === 0 || actor.userId === null) return null
  const counterOf = await targetCounters(
    scope,
    change.kind === 'priority' ? changing.map(({ row }) => row.type) : [],
  )
  const after = await write(
    scope,
    changing.map(({ row, next, failure }) => ({
      row,
      set:
        change.kind === 'assignee'
          ? { assigneeId: change.assigneeId }
          : change.kind === 'priority'
            ? {
                priority: change.priority,
                ...dueTimes(
                  row.type.targets,
                  change.priority,
                  row.ticket.openedAt,
                  counterOf(row.type),
                ),
              }
            : next === undefined
              ? {}
              : { ...stateColumns(row.ticket, next, clock.now()), ...failureColumns(failure) },
    })),
  )
  await followUp(scope, change, changing)
  const versions = new Map(after.map(({ ticket }): [number, number] => [ticket.id, ticket.version]))
  const [kept] = await db
    .insert(tables.ticketBatch)
    .values({
      companyId: actor.companyId,
      changedBy: actor.userId,
      createdAt: clock.now(),
      tickets: changing.map(({ row: { ticket } }) => ({
        id: ticket.id,
        version: versions.get(ticket.id) ?? ticket.version + 1,
        was: wasOf(ticket),
      })),
    })
    .returning({ id: tables.ticketBatch.id })
  return kept?.id ?? null
}

/** Working time and alerts, as if each ticket had been changed alone. */
async function followUp(
  scope: Scope,
  change: Order['change'],
  changing: readonly Planned[],
): Promise<void> {
  if (change.kind === 'assignee' && change.assigneeId !== null)
    await notifyTicketsGiven(
      scope,
      changing.map(({ row }) => row.ticket),
      change.assigneeId,
    )
  const [first] = changing
  // A person works on one ticket at a time.
  if (
    changing.length === 1 &&
    first?.next?.category === 'inProgress' &&
    first.row.ticket.assigneeId === scope.actor.userId
  )
    await startWork(scope, { ticketId: first.row.ticket.id, at: scope.clock.now() })
  for (const some of groupBy(changing, ({ next }): number => next?.id ?? 0).values()) {
    const next = some[0]?.next
    if (next === undefined) continue
    const moved = some.map(({ row }) => row.ticket)
    if (next.category === 'waiting' || next.category === 'closed')
      await endWorkOn(
        scope,
        moved.map(({ id }) => id),
        { isClosing: next.category === 'closed' },
      )
    await notifyTicketsMoved(scope, moved, next.name)
  }
}

async function undo(scope: Scope, id: Id<'ticketBatch'>) {
  const { db, actor, clock } = scope
  const [batch] = await db
    .select()
    .from(tables.ticketBatch)
    .where(ofCompany(tables.ticketBatch, actor.companyId, eq(tables.ticketBatch.id, id)))
    .for('update')
  const isOver =
    batch === undefined ||
    +batch.createdAt + UNDO_BATCH_HOURS * 3_600_000 < +clock.now() ||
    batch.changedBy !== actor.userId
  if (isOver) throw refuseNotFound('change of tickets')
  const known = new Map(batch.tickets.map((one): [number, typeof one] => [one.id, one]))
  if (batch.undoneAt !== null) return { restored: 0, left: known.size }
  const now = await selectTickets(
    scope,
    scope.from.tickets(isAnyId(tables.ticket.id, [...known.keys()])),
  )
  const states = await statesOf(scope, [...new Set(now.map(({ type }) => type.id))])
  const stateIds = new Set(states.map((state): number => state.id))
  const rows = now.flatMap((row) => {
    const was = known.get(row.ticket.id)
    // A state may have been removed from its type since.
    return was?.version === row.ticket.version && stateIds.has(was.was.stateId)
      ? [{ row, set: was.was }]
      : []
  })
  await write(scope, rows)
  await db
    .update(tables.ticketBatch)
    .set({ undoneAt: clock.now() })
    .where(ofCompany(tables.ticketBatch, actor.companyId, eq(tables.ticketBatch.id, id)))
  return { restored: rows.length, left: known.size - rows.length }
}

/** Writes each ticket if nobody changed it since it was read, and journals what changed. */
async function write(
  scope: Scope,
  changes: readonly { row: Selected; set: object }[],
): Promise<Selected[]> {
  const { db, clock } = scope
  if (changes.length === 0) return []
  await writeChanges(
    db,
    tables.ticket,
    changes.map(({ row: { ticket }, set }): RowChange => ({
      id: ticket.id,
      version: ticket.version,
      set,
    })),
    { at: clock.now(), where: (isOfRow) => scope.from.tickets(isOfRow) },
  )
  const after = await selectTickets(
    scope,
    scope.from.tickets(
      isAnyId(
        tables.ticket.id,
        changes.map(({ row }) => row.ticket.id),
      ),
    ),
  )
  const now = new Map(after.map((row): [number, Selected] => [row.ticket.id, row]))
  await scope.journal(
    ...changes.map(({ row }) => ({
      entity: 'ticket' as const,
      id: row.ticket.id,
      name: row.ticket.title,
      before: readable(row),
      after: readable(now.get(row.ticket.id) ?? row),
    })),
  )
  for (const { row } of changes) {
    scope.changed({ type: 'Ticket', id: row.ticket.id })
    if (row.ticket.equipmentId !== null)
      scope.changed({ type: 'Equipment', id: row.ticket.equipmentId })
  }
  return after
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const wasOf = (ticket: Selected['ticket']): Was => ({
  stateId: ticket.stateId,
  assigneeId: ticket.assigneeId,
  priority: ticket.priority,
  respondBy: iso(ticket.respondBy),
  dueBy: iso(ticket.dueBy),
  closedAt: iso(ticket.closedAt),
  reopenedAt: iso(ticket.reopenedAt),
  ...failureColumns(failureOf(ticket)),
})

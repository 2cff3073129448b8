import { asc, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm'
import type { z } from 'zod'
import type { Colour } from '#contract/colours.ts'
import type { Id } from '#contract/ids.ts'
import type { tickets as contract, TicketStateDraft } from '#contract/tickets.ts'
import type { FailureAsk } from '#contract/rules/closing.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import type { TargetClock, TicketPriority, TicketTarget } from '#contract/rules/ticketDue.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { conflict, refuseNotFound, Refusal } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import {
  listedBy,
  usedInFacts,
  referenceListHandlers,
  type Use,
} from '../../foundation/referenceLists/index.ts'
import { referenceGone } from '../../foundation/review/index.ts'
import { codesByType, offeredNames, saveCodes, type Code } from './failureCodes.ts'

/**
 * Tickets move to the new type's first state of the same category. If it has none, to its first
 * state.
 */
const tickets: Use = {
  ...usedInFacts(
    {
      kind: 'ticket',
      table: tables.ticket,
      name: sql`${tables.ticket.title}`,
      visible: (from) => from.tickets(),
      holds: true,
      journalled: { entity: 'ticket', field: 'type' },
    },
    'typeId',
    tables.ticket.typeId,
  ),
  put: (_from, to) => ({
    typeId: sql`${to}`,
    ...codesOfOtherType(to),
    stateId: sql`(select new.id from ticket_state old
      join ticket_state new on new.company_id = old.company_id and new.ticket_type_id = ${to}
      where old.company_id = ${tables.ticket.companyId} and old.id = ${tables.ticket.stateId}
      order by (new.category = old.category) desc, new.position limit 1)`,
  }),
}

/** An answer becomes the new type's value of the same name, or else a text of its own. */
function codesOfOtherType(to: number | null) {
  const { ticket } = tables
  const same = (column: SQLWrapper) => sql`(select new.id from failure_code old
    join failure_code new on new.company_id = old.company_id and new.ticket_type_id = ${to}
    and new.kind = old.kind and lower(new.name) = lower(old.name)
    where old.company_id = ${ticket.companyId} and old.id = ${column}
    order by new.is_retired, new.id limit 1)`
  const text = (column: SQLWrapper, given: SQLWrapper) => sql`case when ${same(column)} is not null
    then null else coalesce(${given}, (select old.name from failure_code old
    where old.company_id = ${ticket.companyId} and old.id = ${column})) end`
  return {
    problemId: same(ticket.problemId),
    problemText: text(ticket.problemId, ticket.problemText),
    causeId: same(ticket.causeId),
    causeText: text(ticket.causeId, ticket.causeText),
    remedyId: same(ticket.remedyId),
    remedyText: text(ticket.remedyId, ticket.remedyText),
  }
}

const referenceList = referenceListHandlers<{
  colour: Colour
  defaultPriority: TicketPriority
  targets: TicketTarget[]
  targetClock: TargetClock
  problemAsk: FailureAsk
  causeAsk: FailureAsk
  remedyAsk: FailureAsk
  closingProcedureId: Id<'procedure'> | null
}>({
  table: tables.ticketType,
  entity: 'ticketType',
  extra: [
    'colour',
    'defaultPriority',
    'targets',
    'targetClock',
    'problemAsk',
    'causeAsk',
    'remedyAsk',
  ],
  lists: { closingProcedureId: 'procedure' },
  check: (scope, { closingProcedureId }) =>
    requireRows(
      scope,
      tables.procedure,
      typeof closingProcedureId === 'number' ? [closingProcedureId] : [],
      'procedure',
      'body.closingProcedureId',
    ),
  uses: [
    tickets,
    listedBy(
      {
        kind: 'duty',
        table: tables.duty,
        name: sql`${tables.duty.name}`,
        visible: (from) => from.duties(),
        holds: false,
      },
      'ticketTypeIds',
      tables.duty.ticketTypeIds,
    ),
  ],
})

type Row = Awaited<ReturnType<typeof referenceList.create>>
type Draft = z.output<typeof contract.createTicketType.body>
type Change = z.output<typeof contract.updateTicketType.body>
interface One {
  params: { id: Id<'ticketType'> }
}

async function withStates<R extends Pick<Row, 'id'>>(
  scope: Scope,
  rows: readonly R[],
): Promise<(R & { states: TicketStateDraft[]; failureCodes: Code[] })[]> {
  const { db, actor } = scope
  const ids = rows.map(({ id }) => id)
  const found =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(tables.ticketState)
          .where(
            ofCompany(
              tables.ticketState,
              actor.companyId,
              inArray(sql`${tables.ticketState.ticketTypeId}`, ids),
            ),
          )
          .orderBy(asc(tables.ticketState.position), asc(tables.ticketState.id))
  const codes = await codesByType(scope, ids)
  const byType = groupBy(found, (state): number => state.ticketTypeId)
  return rows.map((row) => {
    const states = byType.get(row.id) ?? []
    const placeOf = (id: number) => states.findIndex((state) => state.id === id)
    return {
      ...row,
      failureCodes: codes.get(row.id) ?? [],
      states: states.map(({ id, name, category, colour, nextStateIds }) => ({
        id,
        name,
        category,
        colour,
        next:
          nextStateIds === null
            ? null
            : nextStateIds.map(placeOf).filter((position) => position >= 0),
      })),
    }
  })
}

async function whole(scope: Scope, row: Row) {
  const [found] = await withStates(scope, [row])
  if (!found) throw refuseNotFound('ticket type')
  return found
}

export const ticketTypeHandlers = {
  async list(scope: Scope, call: Parameters<typeof referenceList.list>[1]) {
    const { count, rows } = await referenceList.list(scope, call)
    return { count, rows: await withStates(scope, rows) }
  },
  async create(scope: Scope, { body: { states, failureCodes, ...facts } }: { body: Draft }) {
    const made = await referenceList.create(scope, { body: facts })
    const id = made.id as Id<'ticketType'>
    await saveStates(scope, id, states)
    if (failureCodes !== undefined) await saveCodes(scope, id, failureCodes)
    return whole(scope, made)
  },
  async update(
    scope: Scope,
    { params, body: { states, failureCodes, ...change } }: One & { body: Change },
  ) {
    const before = await listsOf(scope, params.id)
    const after = await referenceList
      .update(scope, { params, body: change })
      .catch(async (error: unknown) => {
        throw await withCurrentStates(scope, error)
      })
    if (states !== undefined) await saveStates(scope, params.id, states)
    if (failureCodes !== undefined) await saveCodes(scope, params.id, failureCodes)
    if (states !== undefined || failureCodes !== undefined)
      await scope.journal({
        entity: 'ticketType',
        id: params.id,
        name: after.name,
        before,
        after: await listsOf(scope, params.id),
      })
    return whole(scope, after)
  },
  remove: referenceList.remove,
  uses: referenceList.uses,
  replace: referenceList.replace,
}

async function listsOf(scope: Scope, id: Id<'ticketType'>) {
  const codes = (await codesByType(scope, [id])).get(id) ?? []
  return {
    states: await stateNames(scope, id),
    problems: offeredNames(codes, 'problem'),
    causes: offeredNames(codes, 'cause'),
    remedies: offeredNames(codes, 'remedy'),
  }
}

async function stateNames({ db, actor }: Scope, id: Id<'ticketType'>): Promise<string[]> {
  const found = await db
    .select({ name: tables.ticketState.name })
    .from(tables.ticketState)
    .where(ofCompany(tables.ticketState, actor.companyId, eq(tables.ticketState.ticketTypeId, id)))
    .orderBy(asc(tables.ticketState.position))
  return found.map(({ name }) => name)
}

/** On a version conflict, adds the states to the current row. */
async function withCurrentStates(scope: Scope, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || error.extra.current === undefined) return error
  const current = await whole(scope, error.extra.current as Row)
  return new Refusal(error.status, error.message, error.errors, { ...error.extra, current })
}

/** Makes the stored states equal to `wanted`. Throws 409 if a removed state has tickets. */
async function saveStates(
  scope: Scope,
  typeId: Id<'ticketType'>,
  wanted: readonly TicketStateDraft[],
): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const before = await db
    .select()
    .from(tables.ticketState)
    .where(ofCompany(tables.ticketState, companyId, eq(tables.ticketState.ticketTypeId, typeId)))
  const strange = wanted.findIndex(
    ({ id }) => id !== null && !before.some((state) => state.id === id),
  )
  if (strange >= 0) throw refuseNotFound('ticket state', `body.states.${strange}.id`)
  await removeStates(
    scope,
    before.filter((state) => !wanted.some(({ id }) => id === state.id)),
  )
  const ids: Id<'ticketState'>[] = []
  for (const [position, { id, name, category, colour }] of wanted.entries()) {
    const facts = { position, name, category, colour }
    const [kept] =
      id === null
        ? await db
            .insert(tables.ticketState)
            .values({ ...facts, companyId, ticketTypeId: typeId, createdAt: clock.now() })
            .returning({ id: tables.ticketState.id })
        : await db
            .update(tables.ticketState)
            .set({ ...facts, ...nextVersion(tables.ticketState, clock.now()) })
            .where(ofCompany(tables.ticketState, companyId, eq(tables.ticketState.id, id)))
            .returning({ id: tables.ticketState.id })
    if (!kept) throw new Error('The state was not kept')
    ids.push(kept.id)
  }
  // Written after all ids are known.
  for (const [position, { next }] of wanted.entries()) {
    const nextStateIds =
      next === null ? null : next.map((position) => ids[position]).filter((id) => id !== undefined)
    await db
      .update(tables.ticketState)
      .set({ nextStateIds })
      .where(
        ofCompany(
          tables.ticketState,
          companyId,
          eq(tables.ticketState.id, ids[position] ?? ids[0] ?? raise()),
        ),
      )
  }
}

async function removeStates(
  scope: Scope,
  removed: readonly (typeof tables.ticketState.$inferSelect)[],
): Promise<void> {
  for (const state of removed) {
    const {
      db,
      actor: { companyId },
    } = scope
    const standing = await db
      .select({ id: tables.ticket.id })
      .from(tables.ticket)
      .where(ofCompany(tables.ticket, companyId, eq(tables.ticket.stateId, state.id)))
      .limit(1)
    if (standing.length > 0)
      throw conflict(`Tickets stand in “${state.name}”, so it stays.`, [
        { path: 'body.states', code: 'stateInUse', message: state.name },
      ])
    await db
      .delete(tables.ticketState)
      .where(ofCompany(tables.ticketState, companyId, eq(tables.ticketState.id, state.id)))
    await referenceGone(scope, { kind: 'ticketState', id: state.id }, state.name)
  }
}

function raise(): never {
  throw new Error('A ticket type has no state')
}

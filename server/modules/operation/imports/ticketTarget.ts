/**
 * Imports tickets with their history: times come from the file. Notifies nobody and runs no
 * automation.
 */
import { inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  changeTicket,
  deadlinesOf,
  deleteTickets,
  insertTickets,
  selectTickets,
  ticketsWithComments,
  type ImportedTicket,
  type SelectedTicket,
} from '../../work/tickets/index.ts'
import { ownersNamed, placesNamed, findEquipment } from './found.ts'
import { peopleNamed } from './peopleNamed.ts'
import { addFault, instantIn, type ReadRow } from './readRow.ts'
import {
  actionOf,
  currentValues,
  changedFields,
  givenTexts,
  takeDefaultType,
  type Target,
  type Written,
} from './target.ts'
import { metadataSaid, metadataText } from './ownValues.ts'
import { ticketDraft, type TicketsAround } from './ticketDraft.ts'
import { secondOf, textOfTicket, typesOf } from './ticketText.ts'

export const ticketTarget: Target = {
  partOf: () =>
    Promise.resolve(({ values }) =>
      [values['openedAt'], values['equipment'], values['location'], values['description']]
        .join('\n')
        .toLowerCase(),
    ),
  order: (_scope, rows) => Promise.resolve([...rows]),
  async plan(scope, rows) {
    const around = await aroundOf(scope, rows)
    const meant = new Set<number>()
    return rows.map((read) => {
      const old = around.ticketOf(read)
      if (old === undefined) takeDefaultType(read)
      else if (meant.has(old.ticket.id)) addFault(read, 'title', 'duplicateKey', read.key)
      if (old !== undefined) meant.add(old.ticket.id)
      const { said } = ticketDraft(scope, around, read, old)
      const changes = changedFields(
        old && { ...textOfTicket(old), ...metadataText(old.ticket.metadata, read) },
        {
          ...givenTexts(read, {
            ...said,
            id: old === undefined ? undefined : String(old.ticket.id),
          }),
          ...metadataSaid(read),
        },
      )
      return { read, action: actionOf(read, old !== undefined, changes), changes }
    })
  },
  async write(scope, planned) {
    const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
    const around = await aroundOf(
      scope,
      rows.map(({ read }) => read),
    )
    const written: Written[] = []
    const drafts: ImportedTicket[] = []
    for (const { read } of rows) {
      const old = around.ticketOf(read)
      const { change, type } = ticketDraft(scope, around, read, old)
      if (old !== undefined) {
        const whole = { ...change, ...(await newDeadlines(scope, old, change)) }
        await changeTicket(scope, old.ticket.id, old.ticket.version, whole)
        written.push({
          id: old.ticket.id,
          name: read.name,
          before: currentValues(old.ticket, whole),
        })
        continue
      }
      if (type === undefined) throw new Error('The type of a row was not found')
      const draft = around.whole(read, type, change)
      const isOpen = draft.closedAt == null
      drafts.push(
        isOpen && draft.dueBy === undefined && draft.respondBy === undefined
          ? { ...draft, ...(await deadlinesOf(scope, type, draft)) }
          : draft,
      )
    }
    for (const { id, name } of await insertTickets(scope, drafts))
      written.push({ id, name, before: null })
    return written
  },
  editor: 'editor|tickets',
  tags: ['Ticket', 'Equipment'],
  undo: {
    table: tables.ticket,
    held: (scope, ids) => ticketsWithComments(scope, ids as readonly Id<'ticket'>[]),
    remove: (scope, ids) => deleteTickets(scope, ids as readonly Id<'ticket'>[]),
    async restore(scope, changed) {
      for (const { id, version, before } of changed)
        await changeTicket(scope, id as Id<'ticket'>, version, withDates(before))
    },
  },
}

const instants = ['openedAt', 'respondBy', 'dueBy', 'closedAt'] as const

function withDates(before: object): Partial<ImportedTicket> {
  const change: Record<string, unknown> = { ...before }
  for (const key of instants)
    if (typeof change[key] === 'string') change[key] = new Date(change[key])
  return change
}

/** Recomputes deadlines after a new priority, unless the file sets deadlines. */
async function newDeadlines(
  scope: Scope,
  { ticket, type }: SelectedTicket,
  change: Partial<ImportedTicket>,
): Promise<Partial<ImportedTicket>> {
  const { priority, respondBy, dueBy } = change
  if (priority === undefined || priority === ticket.priority) return {}
  if (respondBy !== undefined || dueBy !== undefined) return {}
  return deadlinesOf(scope, type, { priority, openedAt: ticket.openedAt })
}

/**
 * Matches by id and opening time, because other systems also number from 1; otherwise by title and
 * opening time.
 */
function matcherOf(stored: readonly SelectedTicket[]) {
  const byId = new Map(stored.map((one) => [String(one.ticket.id), one]))
  return ({ values: { id, title, openedAt, equipment } }: ReadRow): SelectedTicket | undefined => {
    const isTitled = (one: SelectedTicket) =>
      one.ticket.title.toLowerCase() === title?.toLowerCase()
    const own = id === undefined ? undefined : byId.get(id)
    if (own !== undefined)
      if (openedAt === undefined ? isTitled(own) : secondOf(own.ticket.openedAt) === openedAt)
        return own
    const some = stored.filter((one) => isTitled(one) && secondOf(one.ticket.openedAt) === openedAt)
    const exact = some.find(
      (one) => (one.equipment?.name ?? '').toLowerCase() === (equipment ?? '').toLowerCase(),
    )
    return some.length > 1 ? exact : some[0]
  }
}

/**
 * True for tickets opened in one of these seconds, found by the index of times. Both ends are
 * parameters: computed in SQL, they would keep the planner from the index under row-level security.
 */
export function openedIn(companyId: Id<'company'>, seconds: readonly string[]): SQL | undefined {
  const starts = seconds.map((second) => new Date(second))
  if (starts.length === 0) return undefined
  const from = starts.map((at) => at.toISOString())
  const to = starts.map((at) => new Date(at.getTime() + 1_000).toISOString())
  return sql`${tables.ticket.id} = any(array(select opened.id
    from unnest(${sql.param(from)}::timestamptz[], ${sql.param(to)}::timestamptz[]) as said (starts, ends)
    join ${tables.ticket} as opened on opened.company_id = ${companyId}
      and opened.opened_at >= said.starts and opened.opened_at < said.ends))`
}

async function aroundOf(
  scope: Scope,
  rows: readonly ReadRow[],
): Promise<TicketsAround & { ticketOf(read: ReadRow): SelectedTicket | undefined }> {
  const said = (field: string) => rows.flatMap(({ values }) => values[field] ?? [])
  const ids = said('id')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0 && id < 2_147_483_647)
  const isMeant = or(
    ids.length > 0 ? inArray(sql`${tables.ticket.id}`, ids) : undefined,
    openedIn(scope.actor.companyId, [
      ...new Set(rows.flatMap((row) => instantIn(row, 'openedAt')?.toISOString() ?? [])),
    ]),
  )
  const stored =
    isMeant === undefined ? [] : await selectTickets(scope, scope.from.tickets(sql`(${isMeant})`))
  return {
    ticketOf: matcherOf(stored),
    types: await typesOf(scope),
    things: await findEquipment(scope, said('equipment')),
    places: await placesNamed(scope, said('location')),
    owners: await ownersNamed(scope, rows),
    people: await peopleNamed(scope, [...said('opener'), ...said('assignee')]),
    whole: (read, type, change) => ({
      title: read.name,
      typeId: type.id,
      stateId: type.firstState,
      priority: type.defaultPriority,
      openerId: scope.actor.userId,
      openedAt: scope.clock.now(),
      ...change,
    }),
  }
}

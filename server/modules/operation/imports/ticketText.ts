import { asc } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { ticketPriorities } from '#contract/rules/ticketDue.ts'
import { ticketCategories } from '#contract/tickets.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { SelectedTicket } from '../../work/tickets/index.ts'
import { wordReader } from './words.ts'

type State = typeof tables.ticketState.$inferSelect
export type TicketType = typeof tables.ticketType.$inferSelect & {
  states: readonly State[]
  firstState: Id<'ticketState'>
}

/** ISO time to the second, as in files. */
export const secondOf = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z')
const atOrNot = (at: Date | null) => (at === null ? '' : secondOf(at))

const nameOf = (person: { firstName: string; lastName: string } | null) =>
  person === null ? '' : `${person.firstName} ${person.lastName}`

export const textOfTicket = ({
  ticket: row,
  type,
  state,
  equipment,
  location,
  orgEntity,
  opener,
  assignee,
}: SelectedTicket): Record<string, string> => ({
  id: String(row.id),
  title: row.title,
  type: type.name,
  state: state.name,
  priority: row.priority,
  equipment: equipment?.name ?? '',
  location: location?.name ?? '',
  orgEntity: orgEntity?.name ?? '',
  opener: nameOf(opener),
  assignee: nameOf(assignee),
  openedAt: secondOf(row.openedAt),
  respondBy: atOrNot(row.respondBy),
  dueBy: atOrNot(row.dueBy),
  closedAt: atOrNot(row.closedAt),
  description: row.description ?? '',
})

export async function typesOf({ db, actor }: Scope): Promise<ReadonlyMap<string, TicketType>> {
  const { ticketType, ticketState } = tables
  const types = await db.select().from(ticketType).where(ofCompany(ticketType, actor.companyId))
  const states = groupBy(
    await db
      .select()
      .from(ticketState)
      .where(ofCompany(ticketState, actor.companyId))
      .orderBy(asc(ticketState.position)),
    ({ ticketTypeId }) => ticketTypeId,
  )
  return new Map(
    types.flatMap((type) => {
      const own = states.get(type.id) ?? []
      const first = own.find(({ category }) => category === 'open') ?? own[0]
      return first === undefined
        ? []
        : [[type.name.toLowerCase(), { ...type, states: own, firstState: first.id }] as const]
    }),
  )
}

const ownPriority = wordReader(ticketPriorities, (priority) => `priority_${priority}`)
const ownCategory = wordReader(ticketCategories, (category) => `category_${category}`)

const otherPriorities: readonly [RegExp, (typeof ticketPriorities)[number]][] = [
  [/^(critical|emergency|highest|immediate)$/i, 'urgent'],
  [/^(major)$/i, 'high'],
  [/^(medium|moderate|standard)$/i, 'normal'],
  [/^(lowest|minor)$/i, 'low'],
]
const otherCategories: readonly [RegExp, (typeof ticketCategories)[number]][] = [
  [/^(new|requested|submitted|reopened)$/i, 'open'],
  [/^(assigned|in[ _-]progress|started|active)$/i, 'inProgress'],
  [/^(on[ _-]hold|pending|paused)$/i, 'waiting'],
  [/^(done|complete|completed|resolved|solved|finished|cancell?ed|rejected)$/i, 'closed'],
]

export const priorityIn = (said: string) =>
  ownPriority(said) ?? otherPriorities.find(([words]) => words.test(said.trim()))?.[1]

/** Finds the state of this name, or else the first state of the phase that the word means. */
export function stateIn({ states }: TicketType, said: string): State | undefined {
  const named = states.find(({ name }) => name.toLowerCase() === said.toLowerCase())
  if (named !== undefined) return named
  const category =
    ownCategory(said) ?? otherCategories.find(([words]) => words.test(said.trim()))?.[1]
  return states.find((state) => state.category === category)
}

import type { Input } from '#contract/endpoint.ts'
import type { TicketViewSettings, ticketViews } from '#contract/ticketViews.ts'
import { readAddress, writeAddress } from '#lib/addressState.ts'
import { NOBODY, noFilters, ticketsShape, type TicketsState } from '../ticketsAddress.ts'

export type GivenSettings = Input<typeof ticketViews.createTicketView>['body']['settings']

const inOrder = (ids: number[]) => [...ids].sort((one, other) => one - other)
const ifAny = <K extends string, T>(key: K, list: T[]) =>
  (list.length === 0 ? {} : { [key]: list }) as { [key in K]?: T[] }
const ifTrue = <K extends string>(key: K, value: boolean) =>
  (value ? { [key]: true } : {}) as { [key in K]?: true }

/** What a view keeps of the list. The open panel and the page belong to one visit. */
export function settingsOf(state: TicketsState): GivenSettings {
  const search = state.search.trim()
  return {
    ...(state.list !== 'open' && { list: state.list }),
    ...(search !== '' && { search }),
    ...ifAny('types', inOrder(state.types)),
    ...ifAny('states', inOrder(state.states)),
    ...(state.category !== 'any' && { category: state.category }),
    ...ifAny('assignees', inOrder(state.assignees.filter((id) => id !== NOBODY))),
    ...ifTrue('unassigned', state.assignees.includes(NOBODY)),
    ...ifAny('equipment', inOrder(state.equipment)),
    ...ifAny('place', inOrder(state.place)),
    ...ifAny('org', inOrder(state.org)),
    ...ifAny('priorities', state.priorities),
    ...ifTrue('overdue', state.overdue),
    ...ifTrue('unable', state.unable),
    ...ifTrue('repeated', state.repeated),
    ...ifTrue('reported', state.reported),
    ...ifAny('failure', inOrder(state.failure)),
    ...(state.ownField !== null &&
      state.ownText !== '' && { ownField: state.ownField, ownText: state.ownText }),
    ...(state.sort !== ticketsShape.sort.read(null) && { sort: state.sort }),
    ...(state.view !== 'list' && { layout: state.view }),
    ...ifAny('columns', state.columns),
  }
}

/** The query string of the list that a view shows. Equal for equal views. */
export function addressOf(settings: TicketViewSettings | GivenSettings): string {
  const { unassigned, assignees = [], layout, columns = [], ...filters } = settings
  return writeAddress(ticketsShape, new URLSearchParams(), {
    ...noFilters,
    ...filters,
    assignees: unassigned === true ? [NOBODY] : assignees,
    view: layout ?? 'list',
    columns,
  }).toString()
}

export const settingsAt = (address: string): GivenSettings =>
  settingsOf(readAddress(ticketsShape, new URLSearchParams(address)))

/** Saved views of the ticket list: filters, order, columns and layout under a name. */
import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { id, idParam, ids } from './ids.ts'
import { ownColumns } from './metadataValues.ts'
import { ticketLayouts, ticketLists } from './rules/ticketFilters.ts'
import { ticketPriorities } from './rules/ticketDue.ts'
import { MAX_VIEWS } from './ticketViewBounds.ts'
import { listAnswer, name, text, version } from './shapes.ts'
import { ticketCategories, tickets } from './tickets.ts'

const flag = z.literal(true).optional()

/**
 * What the list's address holds, as ids and words. *Mine* and *overdue* mean the reader and the
 * present, whenever the view is opened.
 */
export const ticketViewSettings = z.strictObject({
  list: z.enum(ticketLists).optional(),
  search: text(200).optional(),
  types: ids('ticketType').optional(),
  states: ids('ticketState').optional(),
  category: z.enum(ticketCategories).optional(),
  assignees: ids('user').optional(),
  unassigned: flag,
  equipment: ids('equipment').optional(),
  place: ids('location').optional(),
  org: ids('orgEntity').optional(),
  priorities: z.array(z.enum(ticketPriorities)).max(ticketPriorities.length).optional(),
  overdue: flag,
  unable: flag,
  repeated: flag,
  reported: flag,
  failure: ids('failureCode').optional(),
  ownField: id('metadataField').optional(),
  ownText: text(200, 1).optional(),
  sort: tickets.listTickets.body.shape.sort,
  layout: z.enum(ticketLayouts).optional(),
  columns: ownColumns,
})
export type TicketViewSettings = z.infer<typeof ticketViewSettings>

/** Settings that name objects. */
export const viewNames = [
  'types',
  'states',
  'assignees',
  'equipment',
  'place',
  'org',
  'failure',
  'ownField',
  'columns',
] as const
export type ViewName = (typeof viewNames)[number]

const view = z.object({
  id: id('ticketView'),
  name: z.string(),
  settings: ticketViewSettings,
  isShared: z.boolean(),
  /** The ticket list opens with it for this user. */
  isDefault: z.boolean(),
  /** Filters that name something deleted, or hidden from this user. They still narrow the list. */
  missing: z.array(z.enum(viewNames)),
  version,
})
export type TicketView = z.infer<typeof view>

const one = { params: z.object({ id: idParam('ticketView') }) } as const
const viewIds = z.array(id('ticketView')).min(1).max(MAX_VIEWS)

export const ticketViews = {
  listTicketViews: query({
    method: 'GET',
    path: '/api/ticket-views',
    access: 'session',
    summary: 'Own and shared views of tickets, in their order',
    response: listAnswer(view),
    reads: ['TicketView'],
  }),
  countTicketViews: query({
    method: 'GET',
    path: '/api/ticket-views/counts',
    access: 'session',
    summary: 'How many tickets each view shows to the user',
    takesTurn: true,
    /** Counting ends at `MAX_VIEW_COUNT` + 1. */
    response: z.object({
      counts: z.array(z.object({ viewId: id('ticketView'), count: z.number().int() })),
    }),
    reads: ['Ticket', 'TicketView'],
  }),
  createTicketView: mutation({
    method: 'POST',
    path: '/api/ticket-views',
    access: 'session',
    summary: 'Save a view of tickets; sharing it needs the right to manage reference lists',
    body: z.strictObject({ name, settings: ticketViewSettings, isShared: z.boolean() }),
    response: view,
    writes: ['TicketView'],
  }),
  updateTicketView: mutation({
    method: 'PUT',
    path: '/api/ticket-views/{id}',
    access: 'session',
    summary: 'Rename, change, share or unshare a view of tickets',
    ...one,
    body: z.strictObject({
      name: name.optional(),
      settings: ticketViewSettings.optional(),
      isShared: z.boolean().optional(),
      version,
    }),
    response: view,
    writes: ['TicketView'],
  }),
  orderTicketViews: mutation({
    method: 'POST',
    path: '/api/ticket-views/order',
    access: 'session',
    summary: 'Put own or shared views in order; views that are not named follow',
    body: z.strictObject({ viewIds }),
    response: z.object({ ordered: z.number().int() }),
    writes: ['TicketView'],
  }),
  chooseTicketView: mutation({
    method: 'POST',
    path: '/api/ticket-views/default',
    access: 'session',
    summary: 'Choose the view that the ticket list opens with, or none',
    body: z.strictObject({ viewId: id('ticketView').nullable() }),
    response: z.object({ viewId: id('ticketView').nullable() }),
    writes: ['TicketView'],
  }),
  deleteTicketView: mutation({
    method: 'DELETE',
    path: '/api/ticket-views/{id}',
    access: 'session',
    summary: 'Delete a view of tickets; it can be restored for a day',
    ...one,
    response: z.object({ deleted: z.literal(true) }),
    writes: ['TicketView'],
  }),
  restoreTicketView: mutation({
    method: 'POST',
    path: '/api/ticket-views/{id}/restore',
    access: 'session',
    summary: 'Restore a view that was deleted within a day',
    ...one,
    response: view,
    writes: ['TicketView'],
  }),
}

/** Hours and costs of tickets, grouped by what the tickets are about. */
import { z } from 'zod'
import { query } from '#contract/endpoint.ts'
import { filterObject } from '#contract/filter.ts'
import { id } from '#contract/ids.ts'
import { MAX_RANGES, reportRange } from '#contract/reports.ts'

export const ticketMeasures = ['hours', 'costs'] as const
export type TicketMeasure = (typeof ticketMeasures)[number]

/** None of them is a person: working time is not compared between people. */
export const ticketDimensions = [
  'location',
  'locationType',
  'equipment',
  'equipmentType',
  'equipmentStatus',
  'orgEntity',
  'ticketType',
  'problem',
  'cause',
  'remedy',
  'dayOfWeek',
] as const
export type TicketDimension = (typeof ticketDimensions)[number]

const asked = {
  measure: z.enum(ticketMeasures),
  by: z.enum(ticketDimensions).default('location'),
  filter: filterObject.default({}),
}
/** Hours: whole minutes. Costs: an amount in the company's currency. */
const value = z.number()

const answer = z.object({
  /** Null for hours. */
  currency: z.string().nullable(),
  ranges: z.array(
    z.object({
      from: z.iso.date(),
      to: z.iso.date(),
      value,
      tickets: z.number().int(),
      isPartial: z.boolean(),
    }),
  ),
  /** Largest first, by the first range. Every range has the same groups. */
  groups: z.array(
    z.object({
      /** For a day of the week 0 (Sunday) to 6. Null for tickets without a value. */
      id: z.number().int().nullable(),
      name: z.string(),
      values: z.array(z.object({ value, tickets: z.number().int() })),
    }),
  ),
  /** Number of groups after this page. */
  remaining: z.number().int(),
})
export type TicketReport = z.output<typeof answer>

const ticketRow = z.object({
  id: id('ticket'),
  title: z.string(),
  place: z.string().nullable(),
  value,
})

const page = {
  limit: z.number().int().min(1).max(500).default(100),
  offset: z.number().int().min(0).max(10_000_000).default(0),
}

export const ticketReports = {
  getTicketReport: query({
    method: 'POST',
    path: '/api/reports/tickets',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'Hours or costs of tickets in each range; also needs the right to see them',
    body: z.strictObject({
      ...asked,
      ranges: z.array(reportRange).min(1).max(MAX_RANGES),
      ...page,
    }),
    response: answer,
    reads: ['Ticket', 'Company'],
  }),
  listTicketReportRows: query({
    method: 'POST',
    path: '/api/reports/tickets/rows',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'The tickets behind one group, or behind a whole range, largest first',
    body: z.strictObject({
      ...asked,
      range: reportRange,
      /** Omit for the whole range; null for tickets without a value in the dimension. */
      group: z.number().int().min(0).max(2_147_483_647).nullable().optional(),
      ...page,
    }),
    response: z.object({
      currency: z.string().nullable(),
      count: z.number().int(),
      value,
      rows: z.array(ticketRow),
    }),
    reads: ['Ticket', 'Company'],
  }),
}

/** The last 52 weeks of equipment and locations in one line: checks, scores, tickets and status. */
import { z } from 'zod'
import { query } from './endpoint.ts'
import { id, idParam, ids } from './ids.ts'
import { instant } from './shapes.ts'

/** See `YearWeek`. */
const week = z.object({
  done: z.number().int(),
  missed: z.number().int(),
  score: z.number().nullable(),
  openTickets: z.number().int(),
  isUnusable: z.boolean(),
})
const year = z.object({
  /** When the last week ends; each week has seven days. */
  until: instant,
  /** Oldest first; counts only what the user may see. */
  weeks: z.array(week),
})

/** 52 characters, oldest week first (`lineOf`). */
const line = z.string()
const reads = ['Occurrence', 'ProcedureLog', 'Ticket'] as const

export const yearStrips = {
  listEquipmentYears: query({
    method: 'POST',
    path: '/api/equipment/get-years',
    access: 'session',
    summary: 'A year of each equipment as a line of 52 letters; those not seen are left out',
    body: z.strictObject({ ids: ids('equipment').max(100) }),
    response: z.object({ rows: z.array(z.object({ id: id('equipment'), line })) }),
    reads: [...reads],
  }),
  getEquipmentYear: query({
    method: 'GET',
    path: '/api/equipment/{id}/year',
    access: 'session',
    summary: 'A year of one equipment, week by week',
    params: z.object({ id: idParam('equipment') }),
    response: year,
    reads: [...reads],
  }),
  getLocationYear: query({
    method: 'GET',
    path: '/api/locations/{id}/year',
    access: 'session',
    summary: 'A year of what was done and reported at one place itself, week by week',
    params: z.object({ id: idParam('location') }),
    response: year,
    reads: [...reads],
  }),
}

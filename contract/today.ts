/** How the company stands, for who reads reports: six figures with their weeks, and who is behind. */
import { z } from 'zod'
import { query } from './endpoint.ts'
import { id } from './ids.ts'
import { figureKeys } from './rules/companyFigures.ts'
import { instant } from './shapes.ts'

const figure = z.object({
  key: z.enum(figureKeys),
  /**
   * One a week, the oldest first; the last is now and, where it counts rows, the count of their
   * list. Null: there was nothing to judge. Percent for `onTime` and `score`, each of the seven
   * days before its moment; of the others what there was at that moment.
   */
  weeks: z.array(z.number().nullable()),
  /** As the company's settings say; null: none. */
  target: z.number().nullable(),
})
export type CompanyFigure = z.infer<typeof figure>

export const today = {
  getCompanyFigures: query({
    method: 'GET',
    path: '/api/today/company-figures',
    access: 'can:viewer|reports',
    summary: 'Six figures of the company over eight weeks, of what the asker may see',
    response: z.object({
      /** The moments that the weeks end at, as many as each figure has values. */
      moments: z.array(instant),
      figures: z.array(figure),
    }),
    reads: ['Company'],
  }),
  getBehind: query({
    method: 'GET',
    path: '/api/today/behind',
    access: 'can:viewer|reports',
    summary: 'The parts of the building and the people with most that is overdue, six of each',
    response: z.object({
      /** Places that hold rooms, with all inside them. */
      places: z.array(
        z.object({
          id: id('location'),
          name: z.string(),
          lateThings: z.number().int(),
          /** Percent of the checks of the last seven days; null: none came due. */
          onTime: z.number().nullable(),
          onTimeBefore: z.number().nullable(),
        }),
      ),
      placesRemaining: z.number().int(),
      people: z.array(
        z.object({ id: id('user'), name: z.string(), overdueTickets: z.number().int() }),
      ),
      peopleRemaining: z.number().int(),
    }),
    reads: ['Company'],
  }),
}

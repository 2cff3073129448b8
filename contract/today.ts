/**
 * The company's overview. Users who read reports get seven weekly figures and the overdue rankings;
 * administrators get pending upkeep and set-up steps.
 */
import { z } from 'zod'
import { query } from './endpoint.ts'
import { id } from './ids.ts'
import { figureKeys } from './rules/companyFigures.ts'
import { instant } from './shapes.ts'

const figure = z.object({
  key: z.enum(figureKeys),
  /**
   * One value per week, oldest first; null if there was nothing to measure. `onTime`,
   * `availability` and `score` are percent over the seven calendar days up to that moment. Other figures are counts at that
   * moment; the last equals the count of their list.
   */
  weeks: z.array(z.number().nullable()),
  /** From the company's settings; null if not set. */
  target: z.number().nullable(),
})
export type CompanyFigure = z.infer<typeof figure>

/** Set-up steps of a new company, in order. */
export const setUpSteps = [
  'locations',
  'equipment',
  'procedures',
  'schedules',
  'people',
  'automations',
] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** Null if the user may not change this kind of entity. */
const waiting = z.number().int().nullable()

export const today = {
  getCompanyFigures: query({
    method: 'GET',
    path: '/api/today/company-figures',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'Seven figures of the company over eight weeks, of what the asker may see',
    response: z.object({
      /** When each week ends, one per value of a figure. */
      moments: z.array(instant),
      figures: z.array(figure),
    }),
    reads: ['Company'],
  }),
  getBehind: query({
    method: 'GET',
    path: '/api/today/behind',
    access: 'can:viewer|reports',
    readsMuch: true,
    summary: 'The parts of the building and the people with most that is overdue, six of each',
    response: z.object({
      /** Locations that contain rooms, with everything inside them. */
      places: z.array(
        z.object({
          id: id('location'),
          name: z.string(),
          lateThings: z.number().int(),
          /** Percent of the checks due in the last seven calendar days; null if none was due. */
          onTime: z.number().nullable(),
          onTimeBefore: z.number().nullable(),
        }),
      ),
      placesRemaining: z.number().int(),
      /** Null for unassigned tickets. */
      people: z.array(
        z.object({
          id: id('user').nullable(),
          name: z.string().nullable(),
          overdueTickets: z.number().int(),
        }),
      ),
      peopleRemaining: z.number().int(),
    }),
    reads: ['Company'],
  }),
  getUpkeep: query({
    method: 'GET',
    path: '/api/today/upkeep',
    access: 'session',
    summary: 'What waits for who keeps the company in order, each as many as its list holds',
    response: z.object({
      /** Automations waiting for review; `failing`: automations with a failed run this week. */
      reviews: waiting,
      failing: waiting,
      silentGateways: waiting,
      withoutRole: waiting,
      invited: waiting,
      imports: waiting,
      /** Steps the company has not done yet and the user may do. */
      missing: z.array(z.enum(setUpSteps)),
    }),
    reads: ['Automation', 'User', 'Import', 'Company'],
  }),
}

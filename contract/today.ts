/**
 * How the company stands: six figures with their weeks and who is behind, for who reads reports;
 * what is to be kept in order and set up, for who may.
 */
import { z } from 'zod'
import { query } from './endpoint.ts'
import { id } from './ids.ts'
import { figureKeys } from './rules/companyFigures.ts'
import { instant } from './shapes.ts'

const figure = z.object({
  key: z.enum(figureKeys),
  /**
   * One a week, the oldest first; the last is now and, where it counts rows, the count of their
   * list. Null: there was nothing to judge. Percent for `onTime` and `score`, over the seven
   * calendar days that end with the day of their moment; of the others what there was at that
   * moment.
   */
  weeks: z.array(z.number().nullable()),
  /** As the company's settings say; null: none. */
  target: z.number().nullable(),
})
export type CompanyFigure = z.infer<typeof figure>

/** What a new company sets up, in this order. */
export const setUpSteps = [
  'locations',
  'equipment',
  'procedures',
  'schedules',
  'people',
  'automations',
] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** Of who may not change such a thing: null. */
const waiting = z.number().int().nullable()

export const today = {
  getCompanyFigures: query({
    method: 'GET',
    path: '/api/today/company-figures',
    access: 'can:viewer|reports',
    readsMuch: true,
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
    readsMuch: true,
    summary: 'The parts of the building and the people with most that is overdue, six of each',
    response: z.object({
      /** Places that hold rooms, with all inside them. */
      places: z.array(
        z.object({
          id: id('location'),
          name: z.string(),
          lateThings: z.number().int(),
          /** Percent of the checks of the last seven calendar days; null if none came due. */
          onTime: z.number().nullable(),
          onTimeBefore: z.number().nullable(),
        }),
      ),
      placesRemaining: z.number().int(),
      /** Null: what nobody has. */
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
      /** Rules that wait for a person's look; and rules of which a run failed this week. */
      reviews: waiting,
      failing: waiting,
      silentGateways: waiting,
      withoutRole: waiting,
      invited: waiting,
      /** Imports that are being read, written or taken back now. */
      imports: waiting,
      /** What the company has none of yet and the asker may make. */
      missing: z.array(z.enum(setUpSteps)),
    }),
    reads: ['Automation', 'User', 'Import', 'Company'],
  }),
}

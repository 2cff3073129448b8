import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { givenDay, instant, text } from '#contract/shapes.ts'

/**
 * `noAnswer`: the address cannot be reached. `notAllowed`: it lies in a private network. `refused`
 * and `failed`: HTTP 4xx and 5xx. The other faults are about the file.
 */
const calendarFetchFaults = [
  'noAnswer',
  'notAllowed',
  'refused',
  'failed',
  'tooLarge',
  'notACalendar',
  'tooManyEvents',
] as const
export type CalendarFetchFault = (typeof calendarFetchFaults)[number]

export const MAX_CALENDAR_DAYS = 1_000

const calendarAddress = text(2_000, 1)
  .trim()
  .refine(
    (value) => URL.canParse(value) && /^(?:https?|webcal):$/.test(new URL(value).protocol),
    'Not the address of a calendar',
  )
  .meta({ example: 'https://calendars.sample.test/holidays.ics' })

const followedCalendar = z.object({
  address: z.string(),
  /** Holidays of this year and the next two. */
  rows: z.array(z.object({ date: givenDay, name: z.string() })),
  left: z.object({
    outside: z.number().int(),
    cancelled: z.number().int(),
    unread: z.number().int(),
    /** Number of days dropped above `MAX_CALENDAR_DAYS`. */
    cut: z.number().int(),
  }),
  /** When the calendar was last fetched, changed or not. */
  checkedAt: instant.nullable(),
  /** The current series of failures. `rows` come from the last success. */
  fault: z
    .object({
      code: z.enum(calendarFetchFaults),
      status: z.number().int().nullable(),
      since: instant,
      triedAt: instant,
    })
    .nullable(),
})
export type FollowedCalendar = z.output<typeof followedCalendar>

export const followedCalendars = {
  getFollowedCalendar: query({
    method: 'GET',
    path: '/api/holiday-calendar',
    access: 'can:editor|company',
    summary: 'The public calendar that the company follows for its holidays, as it was read last',
    response: z.object({ calendar: followedCalendar.nullable() }),
    reads: ['Company'],
  }),
  followCalendar: mutation({
    method: 'PUT',
    path: '/api/holiday-calendar',
    access: 'can:editor|company',
    transaction: 'none',
    summary: 'Follow a public calendar. It is read now and daily; nothing is taken over by itself',
    body: z.strictObject({ address: calendarAddress }),
    response: followedCalendar,
    writes: ['Company'],
  }),
  checkFollowedCalendar: mutation({
    method: 'POST',
    path: '/api/holiday-calendar/check',
    access: 'can:editor|company',
    transaction: 'none',
    summary: 'Read the followed calendar now',
    response: followedCalendar,
    writes: ['Company'],
  }),
  unfollowCalendar: mutation({
    method: 'DELETE',
    path: '/api/holiday-calendar',
    access: 'can:editor|company',
    summary: 'Follow the calendar no more. Days that were taken over stay',
    response: z.object({ unfollowed: z.literal(true) }),
    writes: ['Company'],
  }),
}

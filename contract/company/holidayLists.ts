import { z } from 'zod'
import { query } from '#contract/endpoint.ts'
import { givenDay, text } from '#contract/shapes.ts'

/**
 * `official`: published by the country. `calculated`: follows from rules. `estimated`: depends on
 * the moon or a government decision, so it is a proposal.
 */
const holidayCertainties = ['official', 'calculated', 'estimated'] as const

const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Not a country code')
  .meta({ example: 'CZ' })
const regionCode = text(40, 1).meta({ example: 'SCT' })

const listedHoliday = z.object({
  date: givenDay,
  name: z.string(),
  kind: z.enum(['closed', 'working']),
  certainty: z.enum(holidayCertainties),
})
export type ListedHoliday = z.output<typeof listedHoliday>

const holidaySource = z.object({
  title: z.string(),
  url: z.string(),
  /** The date when the list was published; if unknown, when it was read. */
  seen: givenDay,
  certainty: z.enum(holidayCertainties),
})
export type HolidaySource = z.output<typeof holidaySource>

export const MAX_SEEN_HOLIDAYS = 1_000

export const followedHolidayList = z.strictObject({
  country: countryCode,
  region: regionCode.nullable(),
  seen: z
    .array(givenDay)
    .max(MAX_SEEN_HOLIDAYS)
    .refine((days) => new Set(days).size === days.length, 'A day is named twice'),
})
export type FollowedHolidayList = z.output<typeof followedHolidayList>

export const holidayLists = {
  listHolidayCountries: query({
    method: 'GET',
    path: '/api/holiday-countries',
    access: 'can:editor|company',
    summary: 'The countries whose public holidays are known, with their regions',
    response: z.object({
      rows: z.array(
        z.object({
          country: countryCode,
          regions: z.array(z.object({ region: regionCode, name: z.string() })),
        }),
      ),
    }),
    reads: [],
  }),
  getHolidayList: query({
    method: 'GET',
    path: '/api/holiday-countries/{country}',
    access: 'can:editor|company',
    summary: 'The public holidays of a country or region for two years from today',
    params: z.object({ country: countryCode, region: regionCode.optional() }),
    response: z.object({ rows: z.array(listedHoliday), sources: z.array(holidaySource) }),
    reads: ['Company'],
  }),
}

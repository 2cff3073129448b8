import { z } from 'zod'
import { timezone } from '#contract/auth/auth.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { id, ids } from '#contract/ids.ts'
import { languages } from '#contract/languages.ts'
import { figureKeys, isPercent } from '#contract/rules/companyFigures.ts'
import { isCurrency } from '#contract/rules/money.ts'
import { yearlyCalendars, yearlyKey } from '#contract/rules/yearlyDates.ts'
import { contradiction, hoursOverlap, overlapping } from '#contract/rules/workingTime.ts'
import { clockTime, isSpan, notASpan, startTime, weekday, weekdays } from './weekShapes.ts'
import { MAX_CALENDAR_DAYS } from './followedCalendar.ts'
import { followedHolidayList } from './holidayLists.ts'
import { givenDay, name, text, version } from '#contract/shapes.ts'
import { identityProviders } from '#contract/auth/waysIn.ts'

export const MAX_HOURS_OF_DAY = 8

const holiday = z
  .strictObject({
    date: givenDay.meta({ example: '2026-12-24' }),
    name,
    yearly: z.boolean(),
    /**
     * The calendar by which a yearly day recurs, such as 15 Nisan; `date` is one of its days. If
     * omitted, the Gregorian calendar applies.
     */
    calendar: z.enum(yearlyCalendars).optional(),
    /**
     * If omitted, the company is closed on this day. A working day overrides its weekday and a
     * yearly holiday.
     */
    kind: z.enum(['closed', 'working']).optional(),
    /**
     * Hours of this working day. If omitted, the hours of its weekday apply, or of the nearest
     * earlier weekday with hours. An end before the start is on the next day.
     */
    hours: z
      .array(z.strictObject({ from: startTime, to: clockTime }).refine(isSpan, notASpan))
      .min(1)
      .max(MAX_HOURS_OF_DAY)
      .refine((hours) => !hoursOverlap(hours), 'Spans overlap')
      .optional(),
  })
  .refine(({ yearly, calendar }) => calendar === undefined || yearly, {
    path: ['calendar'],
    message: 'Only a yearly day has a calendar',
  })
  .refine(
    ({ date, calendar }) => calendar !== 'islamic-umalqura' || yearlyKey(date, calendar) !== null,
    { path: ['date'], message: 'The Islamic calendar is known from 1979 to 2077' },
  )
  .refine(({ kind, hours }) => hours === undefined || kind === 'working', {
    path: ['hours'],
    message: 'A closed day has no hours',
  })
/**
 * Working hours. A day with a break has several spans, a day off has none. An end before the start
 * is on the next day.
 */
const workingSpan = z
  .strictObject({ day: weekday, from: startTime, to: clockTime })
  .refine(isSpan, notASpan)
/** A named span of the week (decisions, 'Words'). An end before the start is on the next day. */
const shift = z
  .strictObject({
    name,
    days: weekdays,
    from: startTime,
    to: clockTime,
  })
  .refine(isSpan, notASpan)
export type Holiday = z.output<typeof holiday>
export type WorkingSpan = z.output<typeof workingSpan>
export type Shift = z.output<typeof shift>

export const MAX_HOLIDAYS = 1_000

export const SESSION_HOURS = { minimum: 1, maximum: 720 } as const

const settings = z.strictObject({
  name,
  timezone,
  language: z.enum(languages),
  logoFileId: id('file').nullable(),
  /** Overrides the week start of the language (spec section 9). */
  weekStart: weekday.nullable(),
  holidays: z
    .array(holiday)
    .max(MAX_HOLIDAYS)
    .refine(
      (days) =>
        new Set(days.map(({ date, name: label }) => `${date} ${label}`)).size === days.length,
      'A holiday is named twice',
    )
    .refine(
      (days) => contradiction(days) === null,
      'A day is closed and working, or has two sets of hours',
    ),
  holidayList: followedHolidayList.nullable(),
  /** Days of the followed calendar that the company has accepted or declined. */
  calendarSeen: z.array(givenDay).max(MAX_CALENDAR_DAYS),
  workingHours: z
    .array(workingSpan)
    .max(50)
    .refine((spans) => !overlapping(spans), 'Spans overlap'),
  shifts: z
    .array(shift)
    .max(50)
    .refine(
      (shifts) => new Set(shifts.map((one) => one.name.toLowerCase())).size === shifts.length,
      'Two shifts have one name',
    ),
  /**
   * Define which equipment is a room (spec section 9): by its type, or by a word in the type's
   * name.
   */
  roomEquipmentTypeId: id('equipmentType').nullable(),
  roomEquipmentTypeWord: text(100).trim().nullable(),
  /**
   * Maximum length of a session. The token itself expires after minutes and is renewed while in
   * use.
   */
  sessionHours: z.number().int().min(SESSION_HOURS.minimum).max(SESSION_HOURS.maximum),
  /** Alerts may also go to phones and computers of users, by web push. */
  hasPush: z.boolean(),
  /** Lock screens show the text of alerts instead of their kind alone. */
  pushShowsText: z.boolean(),
  /** Users record their working time on tickets. */
  recordsWork: z.boolean(),
  /** Currency of costs (ISO 4217). Cannot change while there are costs or prices. */
  currency: z
    .string()
    .refine(isCurrency, { error: 'Not a currency of ISO 4217', params: { code: 'notACurrency' } })
    .meta({ example: 'EUR' })
    .nullable(),
  /** Daily limit of sign-in codes by text message, because text messages cost money. */
  textMessagesADay: z.number().int().min(0).max(100_000),
  /** The identity provider of the company's users, and whether it is the only way to sign in. */
  idp: z.enum(identityProviders).nullable(),
  forceSso: z.boolean(),
  /**
   * Users with one of these roles need a second step. Sign-ins by provider are exempt, because the
   * provider checks its own second step.
   */
  secondStepRoleIds: ids('role'),
  /** Targets of the figures on the Today page; omit a figure for no target. */
  targets: z
    .partialRecord(z.enum(figureKeys), z.number().int().min(0).max(1_000_000))
    .refine(
      (targets) => figureKeys.every((key) => !isPercent(key) || (targets[key] ?? 0) <= 100),
      'A share is at most 100',
    ),
})

export const companySettings = settings.extend({
  id: id('company'),
  uuid: z.string(),
  version,
  providers: z.array(z.enum(identityProviders)),
  /** This session used the company's provider. Only then may `forceSso` be switched on. */
  cameByProvider: z.boolean(),
})
export type CompanySettings = z.output<typeof companySettings>

export const companies = {
  getCompany: query({
    method: 'GET',
    path: '/api/company',
    access: 'session',
    summary: 'The settings of the company one is signed in to',
    response: companySettings,
    reads: ['Company'],
  }),
  updateCompany: mutation({
    method: 'PUT',
    path: '/api/company',
    access: 'can:editor|company',
    security: 'settingsChanged',
    summary: 'Change the settings that are given; 409 when stale',
    body: settings.partial().extend({ version }),
    response: companySettings,
    writes: ['Company', 'Session', 'Journal'],
  }),
}

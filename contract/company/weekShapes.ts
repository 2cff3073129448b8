import { z } from 'zod'

/** Wall-clock time in the company's time zone, such as `08:30`; `24:00` is allowed as an end. */
export const clockTime = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Not a time of day')
  .meta({ example: '08:00' })
/** 0 (Sunday) to 6 (Saturday), as in JavaScript. */
export const weekday = z.number().int().min(0).max(6)

export const startTime = clockTime.refine((time) => time !== '24:00', 'A day begins at 00:00')
export const isSpan = ({ from, to }: { from: string; to: string }) => from !== to
export const notASpan = { path: ['to'], message: 'Ends where it begins' }
export const weekdays = z
  .array(weekday)
  .min(1)
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'A day is named twice')

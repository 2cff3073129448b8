import { z } from 'zod'

const pattern = /^([01]\d|2[0-3]):[0-5]\d$/
export const clockTime = z
  .string()
  .regex(pattern, 'Not a time such as 08:30')
  .meta({ example: '08:30' })

/** Also accepts null, an open end. */
export const isTimeOfDay = (text: string | null): boolean => text === null || pattern.test(text)

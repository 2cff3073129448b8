/** Computes the last day of a warranty from its first day and its duration. */
import { addMonths } from './addMonths.ts'

const units = [
  [/^years?$/i, 12],
  [/^months?$/i, 1],
] as const
const days = [
  [/^weeks?$/i, 7],
  [/^days?$/i, 1],
] as const

/**
 * `start` begins with `yyyy-mm-dd`. A month that has no such day ends it: 31 January and one month is
 * 28 February. Null if a part is missing or cannot be understood.
 */
export function warrantyEnd(start: string, duration: string, unit: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(start)?.[0]
  const amount = Number(duration)
  if (day === undefined || !Number.isInteger(amount) || amount < 1 || amount > 36_500) return null
  const inDays = days.find(([words]) => words.test(unit.trim()))?.[1]
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at)) return null
  if (inDays !== undefined) return dayOf(at + amount * inDays * DAY_MS)
  const inMonths = units.find(([words]) => words.test(unit.trim()))?.[1]
  if (inMonths === undefined) return null
  return addMonths(day, amount * inMonths)
}

const DAY_MS = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().replace(/T.*$/, '')

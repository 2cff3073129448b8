import { readDay } from '#contract/dates/readDay.ts'
import { readTyped } from './readNumber.ts'

const yes = /^(1|y|yes|true|x|ja|да|כן|نعم|ano|áno)$/i
const no = /^(0|n|no|false|nein|нет|לא|لا|ne|nie)$/i

/** Reads yes and no in the product's languages, as files have them. Null if it is neither. */
export function readFlag(text: string): boolean | null {
  return yes.test(text) ? true : no.test(text) ? false : null
}

/**
 * Stored values that a text can mean: `12,5` is 12.5, and `24.12.2026` is a day. A text with
 * several meanings, as 1,234 or 1/2/2026, has all of them, because its writer's language is unknown.
 */
export function valuesMeant(text: string): (number | string | boolean)[] {
  // Dates of right-to-left languages have direction marks.
  const said = text.replace(/\p{Cf}/gu, '').trim()
  const numbers = (['.', ','] as const).flatMap((decimal) => {
    const typed = readTyped(said, decimal)
    return typed.is === 'number' ? [typed.value] : []
  })
  const days = (['dayFirst', 'monthFirst'] as const).flatMap((order) => {
    const { day } = readDay(said, order)
    return day === undefined ? [] : [day]
  })
  const flag = readFlag(said)
  return [...new Set([...numbers, ...days, ...(flag === null ? [] : [flag])])]
}

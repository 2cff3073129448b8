/** Levels in OpenStreetMap's notation: `2`, `"0;1"`, `"0-4"`, `"-3--1"`, `"0.5"`. */
import { inLatinDigits } from '#contract/rules/readNumber.ts'
import { MAX_FLOORS } from './planBounds.ts'

const NUMBER = String.raw`-?\d{1,4}(?:\.\d{1,2})?`
const ONE = new RegExp(String.raw`^\s*(${NUMBER})\s*$`)
const SPAN = new RegExp(String.raw`^\s*(${NUMBER})\s*(?:-|to)\s*(${NUMBER})\s*$`)

const MAX_LETTERS = 2_000

/** `levels` is empty if the value is not a level. `tooMany`: more than `MAX_FLOORS`. */
export function readLevels(value: unknown): { levels: number[]; tooMany: boolean } {
  if (typeof value === 'number')
    return { levels: Number.isFinite(value) ? [value] : [], tooMany: false }
  if (typeof value !== 'string') return { levels: [], tooMany: false }
  if (value.length > MAX_LETTERS) return { levels: [], tooMany: true }
  const levels = new Set<number>()
  // `0,5` is a half level with a decimal comma; `0,1` is a list.
  for (const part of inLatinDigits(value)
    .replace(/(\d),5(?=\s*(?:;|$))/g, '$1.5')
    .split(/[;,]/)) {
    const one = ONE.exec(part)
    const [, from, to] = (one ? null : SPAN.exec(part)) ?? []
    if (one) levels.add(Number(one[1]))
    else if (from !== undefined && to !== undefined) {
      if (Number(to) - Number(from) > MAX_FLOORS) return { levels: [], tooMany: true }
      for (let level = Number(from); level <= Number(to); level += 1) levels.add(level)
    }
  }
  return levels.size > MAX_FLOORS
    ? { levels: [], tooMany: true }
    : { levels: [...levels], tooMany: false }
}

export const levelsOf = (value: unknown): number[] => readLevels(value).levels

/**
 * Floor number of each level. Integers keep their number; a half level takes the number of the
 * floor below and follows it in the list.
 */
export function ordinalsOf(levels: readonly number[]): Map<number, number> {
  const sorted = [...new Set(levels)].sort((a, b) => a - b)
  return new Map(sorted.map((level) => [level, Math.floor(level)]))
}

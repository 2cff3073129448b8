/**
 * One file with several floors, each feature saying which (`level: "0;1"`, as OpenStreetMap's
 * indoor plans do): taken apart.
 */
import { groupBy } from '../rules/groupBy.ts'
import { featuresIn, fieldsOf, type Parsed } from './plan.ts'

const MAX_LEVELS = 60

export function splitLevels({ data }: Parsed): { level: number; data: Record<string, unknown> }[] {
  const onLevels = featuresIn(data).flatMap((feature) =>
    levelsOf(fieldsOf(feature['properties'])['level']).map((level) => ({ level, feature })),
  )
  return [...groupBy(onLevels, ({ level }) => level)]
    .sort(([a], [b]) => a - b)
    .slice(0, MAX_LEVELS)
    .map(([level, on]) => ({
      level,
      data: { ...data, features: on.map(({ feature }) => feature) },
    }))
}

/** `2`, `"0;1"`, `"-1-3"`; nothing when it is none of these. */
export function levelsOf(value: unknown): number[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [value] : []
  if (typeof value !== 'string') return []
  return [
    ...new Set(
      value.split(/[;,]/).flatMap((part): number[] => {
        const span = /^\s*(-?\d{1,3})\s*-\s*(-?\d{1,3})\s*$/.exec(part)
        if (span) {
          const [from, to] = [Number(span[1]), Number(span[2])]
          return from <= to && to - from <= MAX_LEVELS
            ? Array.from({ length: to - from + 1 }, (_, step) => from + step)
            : []
        }
        return /^\s*-?\d{1,3}(\.\d+)?\s*$/.test(part) ? [Number(part)] : []
      }),
    ),
  ]
}

/**
 * Registry of filter kinds. A new kind needs one file and one entry here; an incomplete kind does
 * not compile.
 */
import { z } from 'zod'
import type { FilterObject } from '#contract/filter.ts'
import type { Reference } from '#contract/journal/references.ts'
import type { Blank } from './blank.ts'
import type { EventKind } from './events.ts'
import type { EventFacts, Judgement, ProcedureLogFacts } from './facts.ts'
import { answer, answerKind } from './filters/answer.ts'
import { discardedDoses, discardedDosesKind } from './filters/discardedDoses.ts'
import { inventory, inventoryKind } from './filters/inventory.ts'
import type { FilterOf } from './filters/kind.ts'
import { kindOfKey, objects, objectsKind } from './filters/objects.ts'
import { performer, performerKind } from './filters/performer.ts'
import { score, scoreKind } from './filters/score.ts'
import { time, timeKind } from './filters/time.ts'
import { referencesAt } from './names.ts'

export const automationFilter = z.discriminatedUnion('kind', [
  objects,
  score,
  time,
  answer,
  inventory,
  discardedDoses,
  performer,
])
export type AutomationFilter = z.infer<typeof automationFilter>
export type FilterKind = AutomationFilter['kind']
export type FilterByKind<K extends FilterKind> = Extract<AutomationFilter, { kind: K }>
export type BlankFilter<K extends FilterKind = FilterKind> = {
  [One in K]: Blank<FilterByKind<One>>
}[K]

const registry = {
  objects: objectsKind,
  score: scoreKind,
  time: timeKind,
  answer: answerKind,
  inventory: inventoryKind,
  discardedDoses: discardedDosesKind,
  performer: performerKind,
} satisfies { [K in FilterKind]: FilterOf<FilterByKind<K>> }
export const filterKinds = Object.keys(registry) as FilterKind[]

/** They test only facts that every event has. */
const ofEveryEvent = { objects: objectsKind, time: timeKind } satisfies {
  [K in FilterKind]?: FilterOf<FilterByKind<K>, EventKind>
}
export const filterKindsOf = (event: string): FilterKind[] =>
  event === 'procedureDone' ? filterKinds : filterKinds.filter((kind) => kind in ofEveryEvent)

/**
 * Checks data that was read: a stored filter may be older than the server, and a page may be older
 * than both.
 */
export const isFilterKind = (kind: string): kind is FilterKind =>
  filterKinds.some((one) => one === kind)

type Any = FilterOf<{ kind: string }>
type Entry = Omit<Any, 'fresh' | 'judge'>
const unknownKind: Entry = { names: {}, faults: () => ['unknownKind'] }
/** The registry entry of a filter. The cast is safe because `kind` is the discriminator. */
export const kindOfFilter = ({ kind }: { kind: FilterKind }): Entry =>
  isFilterKind(kind) ? (registry[kind] as unknown as Any) : unknownKind

export const freshFilter = <K extends FilterKind>(kind: K): BlankFilter<K> =>
  registry[kind].fresh() as BlankFilter<K>
/** A filter that cannot test the facts fails, so that a rule never matches more than was meant. */
export function judgeFilter(
  filter: AutomationFilter,
  facts: EventFacts | ProcedureLogFacts,
): Judgement {
  if (!('answers' in facts) && !(filter.kind in ofEveryEvent))
    return { expected: null, saw: null, passed: false }
  return (registry[filter.kind] as unknown as Any).judge(filter, facts as ProcedureLogFacts)
}

export const referencesOfFilterObject = (filter: FilterObject): Reference[] =>
  referencesAt({ filter }, objectsKind.names)
export { kindOfKey }

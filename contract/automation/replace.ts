/**
 * Replaces one reference everywhere in an automation. Pure, so that the preview and the write
 * agree.
 */
import type { FilterObject } from '#contract/filter.ts'
import { kindOfAction, type ActionKind } from './actions.ts'
import { objectsKind } from './filters/objects.ts'
import { kindOfEvent } from './events.ts'
import { kindOfFilter, type FilterKind } from './filters.ts'
import { leavesEmptyList, replaceAt, type Replacement } from './names.ts'
import type { Reference } from '#contract/journal/references.ts'
import type { NamingRule } from './references.ts'

export type { Replacement } from './names.ts'

export const replaceInFilterObject = (
  filter: FilterObject,
  replacement: Replacement,
): FilterObject => replaceAt({ filter }, objectsKind.names, replacement).filter

export function replaceInRule<
  F extends { kind: FilterKind },
  A extends { kind: ActionKind },
  E extends { kind: string },
>(
  { event, filters, actions }: { event: E; filters: readonly F[]; actions: readonly A[] },
  replacement: Replacement,
): { event: E; filters: F[]; actions: A[] } {
  return {
    event: replaceAt(event, kindOfEvent(event).names, replacement),
    filters: filters.map((filter) => replaceAt(filter, kindOfFilter(filter).names, replacement)),
    actions: actions.map((action) => replaceAt(action, kindOfAction(action).names, replacement)),
  }
}

/** Returns whether removing the reference would make the rule apply more widely. */
export function widensWithout(
  { event, filters, actions }: NamingRule,
  missing: Reference,
): boolean {
  const kinds = [
    ...(event ? [{ value: event, kind: kindOfEvent(event) }] : []),
    ...filters.map((filter) => ({ value: filter, kind: kindOfFilter(filter) })),
    ...actions.map((action) => ({ value: action, kind: kindOfAction(action) })),
  ]
  return kinds.some(({ value, kind }) =>
    leavesEmptyList(value, kind.names, kind.everythingWithout ?? [], missing),
  )
}

/** Converts rules stored by earlier versions. The test has a fixture for each earlier shape. */
import { readingAnswer } from '#contract/shapes.ts'
import { automationAction, type AutomationAction } from './actions.ts'
import { automationFilter, type AutomationFilter } from './filters.ts'

interface ReadRule {
  filters: AutomationFilter[]
  actions: AutomationAction[]
  /** Damaged or unknown clauses, unchanged. */
  unreadable: unknown[]
}

/**
 * Never throws. Unreadable clauses are returned separately, so the caller can put the rule under
 * review.
 */
export function readRule(rule: { filters: unknown; actions: unknown }): ReadRule {
  const unreadable: unknown[] = []
  const read = <T>(stored: unknown, parse: (clause: unknown) => { data?: T }): T[] =>
    listOf(stored).flatMap((clause) => {
      const { data } = readingAnswer(() => parse(upToDate(clause)))
      if (data !== undefined) return [data]
      unreadable.push(clause)
      return []
    })
  return {
    filters: read(rule.filters, (clause) => automationFilter.safeParse(clause)),
    actions: read(rule.actions, (clause) => automationAction.safeParse(clause)),
    unreadable,
  }
}

const listOf = (stored: unknown): unknown[] => (Array.isArray(stored) ? stored : [stored])

function upToDate(clause: unknown): unknown {
  if (typeof clause !== 'object' || clause === null) return clause
  // until 21 November 2026 a ticket could only be assigned to a single user
  if ('assigneeId' in clause && 'kind' in clause && clause.kind === 'openTicket') {
    const { assigneeId, ...rest } = clause
    return { ...rest, assign: assigneeId === null ? null : { by: 'user', userId: assigneeId } }
  }
  return clause
}

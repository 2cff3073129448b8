import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'
import { openChecksAfter } from './openChecksAfter.ts'
import { useUnsent } from './useUnsent.ts'

interface Answer {
  rows: readonly OccurrenceRow[]
  count: number
}

export function useChecksStillOpen(answer: Answer | undefined): Answer | undefined {
  const { unsent } = useUnsent()
  if (answer === undefined) return undefined
  const waiting = unsent.filter(({ refused }) => refused === null)
  const rows = openChecksAfter(
    answer.rows,
    waiting.map(({ submission }) => submission),
  )
  return { rows, count: answer.count - (answer.rows.length - rows.length) }
}

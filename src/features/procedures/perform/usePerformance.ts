/** One performance, from the first answer until it is sent: kept on the device at every step. */
import { useCallback, useEffect, useState } from 'react'
import type { UsedItem } from '#contract/automation/facts'
import type { ProcedureDetail } from '#contract/procedures'
import type { GivenAnswer } from '#contract/survey'
import { asId } from '../../../lib/ids.ts'
import { uuid } from '../../../lib/uuid.ts'
import { dropPerformance, keepPerformance, keptPerformance, type PerformanceKey } from './keptPerformances.ts'
import { answersOf, beginPerformance, carryOver, giveAnswer, type KeptFile, type Performance } from './performance.ts'

interface State {
  performance: Performance
  /** Questions that read differently since they were answered. */
  changed: number[]
  /** Taken up again after a reload. */
  isResumed: boolean
}

export function usePerformance(procedure: ProcedureDetail, key: PerformanceKey) {
  const [state, setState] = useState<State>(() => start(procedure, key))
  const [isKept, setIsKept] = useState(true)

  // The procedure may change under the person's hands: the answers that fit come along.
  if (state.performance.procedureVersion !== procedure.version) setState({ ...state, ...carryOver(state.performance, procedure) })

  useEffect(() => {
    if (state.performance.answers.length > 0 || (state.performance.used?.length ?? 0) > 0) setIsKept(keepPerformance(key, state.performance))
  }, [key, state.performance])

  const step = useCallback((next: (performance: Performance) => Performance) => {
    setState((before) => ({ ...before, performance: next(before.performance) }))
  }, [])
  const answer = useCallback((questionId: number, given: GivenAnswer | null) => {
    setState((before) => ({
      ...before, performance: giveAnswer(before.performance, questionId, given), changed: before.changed.filter((id) => id !== questionId),
    }))
    // Kept at once: the effect above does not see that the last answer was taken away.
    if (given === null) dropPerformance(key)
  }, [key])
  const addFile = useCallback((questionId: number, file: KeptFile) => step((performance) => withFile(performance, procedure, questionId, file)), [procedure, step])
  const use = useCallback((used: UsedItem[]) => step((performance) => ({ ...performance, used })), [step])
  const discard = useCallback(() => {
    dropPerformance(key)
    setState({ performance: begin(procedure), changed: [], isResumed: false })
  }, [key, procedure])
  /** It was recorded: nothing is left to keep. */
  const finish = useCallback(() => dropPerformance(key), [key])

  return { ...state, isKept, answer, addFile, use, discard, finish }
}

const begin = (procedure: ProcedureDetail) => beginPerformance(procedure, new Date(), uuid())

function start(procedure: ProcedureDetail, key: PerformanceKey): State {
  const kept = keptPerformance(key)
  if (kept === null) return { performance: begin(procedure), changed: [], isResumed: false }
  return { ...carryOver(kept, procedure), isResumed: true }
}

/** A file that arrived becomes part of its question's answer: one more photo, or the signature. */
function withFile(performance: Performance, procedure: ProcedureDetail, questionId: number, file: KeptFile): Performance {
  const kept = { ...performance, files: [...performance.files.filter(({ id }) => id !== file.id), file] }
  const kind = procedure.questions.find(({ id }) => id === questionId)?.kind
  const fileId = asId('file', file.id)
  if (kind === 'signature') return giveAnswer(kept, questionId, { kind, questionId: asId('surveyQuestion', questionId), fileId })
  if (kind !== 'file') return kept
  const before = answersOf(performance).get(questionId)
  const fileIds = before?.kind === 'file' ? before.fileIds : []
  return giveAnswer(kept, questionId, { kind, questionId: asId('surveyQuestion', questionId), fileIds: [...fileIds, fileId] })
}

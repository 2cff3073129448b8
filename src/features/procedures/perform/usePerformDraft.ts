/** One performance, from the first answer until it is sent: kept on the device at every step. */
import { useCallback, useEffect, useState } from 'react'
import type { UsedItem } from '#contract/automation/facts'
import type { ProcedureDetail } from '#contract/procedures'
import type { GivenAnswer } from '#contract/survey'
import { serverNow } from '../../../api/serverClock.ts'
import { dropFiles } from '../../../entities/unsent/keptFiles.ts'
import { uuid } from '../../../lib/uuid.ts'
import {
  dropPerformance,
  keepPerformance,
  keptPerformance,
  type PerformanceKey,
} from './keptPerformances.ts'
import {
  beginPerformance,
  carryOver,
  giveAnswer,
  type KeptFile,
  type Performance,
} from './performance.ts'
import { filesHere, withFile, withoutFile } from './performanceFiles.ts'

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
  if (state.performance.procedureVersion !== procedure.version)
    setState({ ...state, ...carryOver(state.performance, procedure) })

  useEffect(() => {
    if (state.performance.answers.length > 0 || (state.performance.used?.length ?? 0) > 0)
      setIsKept(keepPerformance(key, state.performance))
  }, [key, state.performance])

  const step = useCallback((next: (performance: Performance) => Performance) => {
    setState((before) => ({ ...before, performance: next(before.performance) }))
  }, [])
  const answer = useCallback(
    (questionId: number, given: GivenAnswer | null) => {
      setState((before) => ({
        ...before,
        performance: giveAnswer(before.performance, questionId, given),
        changed: before.changed.filter((id) => id !== questionId),
      }))
      // Kept at once: the effect above does not see that the last answer was taken away.
      if (given === null) dropPerformance(key)
    },
    [key],
  )
  const addFile = useCallback(
    (questionId: number, file: Required<Omit<KeptFile, 'id'>>) => {
      const question = procedure.questions.find(({ id }) => id === questionId)
      if (question !== undefined) step((performance) => withFile(performance, question, file))
    },
    [procedure, step],
  )
  const loseFile = useCallback(
    (fileId: number) => {
      step((performance) => withoutFile(performance, fileId))
      dropPerformance(key) // as above
    },
    [key, step],
  )
  const use = useCallback(
    (used: UsedItem[]) => step((performance) => ({ ...performance, used })),
    [step],
  )
  const discard = useCallback(() => {
    dropPerformance(key)
    void dropFiles(filesHere(state.performance.files).map((file) => file.key))
    setState({ performance: begin(procedure), changed: [], isResumed: false })
  }, [key, procedure, state.performance.files])
  /** It is done now, unless it was sent off with these answers before. */
  const complete = useCallback((): Performance & { doneAt: string } => {
    const doneAt = state.performance.doneAt ?? serverNow().toISOString()
    step((performance) => ({ ...performance, doneAt }))
    return { ...state.performance, doneAt }
  }, [state.performance, step])

  return { ...state, isKept, answer, addFile, loseFile, use, discard, complete }
}

const begin = (procedure: ProcedureDetail) => beginPerformance(procedure, serverNow(), uuid())

function start(procedure: ProcedureDetail, key: PerformanceKey): State {
  const kept = keptPerformance(key)
  if (kept === null) return { performance: begin(procedure), changed: [], isResumed: false }
  return { ...carryOver(kept, procedure), isResumed: true }
}

/** One performance, from the first answer until it is sent: kept on the device at every step. */
import { useCallback, useEffect, useState } from 'react'
import type { UsedItem } from '#contract/automation/facts.ts'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import type { GivenAnswer } from '#contract/procedures/survey.ts'
import { serverNow } from '#api/serverClock.ts'
import { dropFiles } from '#entities/unsent/deviceFiles.ts'
import { uuid } from '#lib/uuid.ts'
import {
  dropPerformDraft,
  savePerformDraft,
  onPerformDraftElsewhere,
  performDraft,
  type PerformDraftKey,
} from './performDrafts.ts'
import {
  beginPerformDraft,
  carryOver,
  setAnswer,
  type DeviceFile,
  type PerformDraft,
} from './performDraft.ts'
import { filesHere, withFile, withoutFile } from './performDraftFiles.ts'

interface State {
  draft: PerformDraft
  /** Taken up again after a reload. */
  isResumed: boolean
  /** As another tab has just kept it. */
  isOfElsewhere?: boolean
  /** Another tab has sent or discarded what stood here. */
  isGoneElsewhere?: boolean
}

export function usePerformDraft(procedure: ProcedureDetail, key: PerformDraftKey) {
  const [state, setState] = useState<State>(() => start(procedure, key))
  const [isKept, setIsKept] = useState(true)

  // The procedure may change under the person's hands: the answers that fit come along.
  if (isMovedOn(state.draft, procedure))
    setState({ ...state, draft: carryOver(state.draft, procedure) })

  useEffect(() => {
    // What another tab keeps is not kept again: what it drops next would come back.
    if (state.isOfElsewhere !== true && isUnderWay(state.draft))
      setIsKept(savePerformDraft(key, state.draft))
  }, [key, state.draft, state.isOfElsewhere])

  // Two tabs of one form are one form: else what one sends is not what the other has on screen.
  useEffect(
    () =>
      onPerformDraftElsewhere(key, (draft) => {
        setState((before) =>
          draft === null
            ? {
                draft: begin(procedure),
                isResumed: false,
                isGoneElsewhere: isUnderWay(before.draft),
              }
            : { draft, isResumed: before.isResumed, isOfElsewhere: true },
        )
      }),
    [key, procedure],
  )

  const step = useCallback((next: (draft: PerformDraft) => PerformDraft) => {
    setState((before) => ({ ...before, draft: next(before.draft), isOfElsewhere: false }))
  }, [])
  const answer = useCallback(
    (questionId: number, given: GivenAnswer | null) => {
      step((draft) => setAnswer(draft, questionId, given))
      // Kept at once: the effect above does not see that the last answer was taken away.
      if (given === null) dropPerformDraft(key)
    },
    [key, step],
  )
  const addFile = useCallback(
    (questionId: number, file: Required<Omit<DeviceFile, 'id'>>) => {
      const question = procedure.questions.find(({ id }) => id === questionId)
      if (question !== undefined) step((draft) => withFile(draft, question, file))
    },
    [procedure, step],
  )
  const loseFile = useCallback(
    (fileId: number) => {
      step((draft) => withoutFile(draft, fileId))
      dropPerformDraft(key) // as above
    },
    [key, step],
  )
  const use = useCallback((used: UsedItem[]) => step((draft) => ({ ...draft, used })), [step])
  const discard = useCallback(() => {
    dropPerformDraft(key)
    void dropFiles(filesHere(state.draft.files).map((file) => file.key))
    setState({ draft: begin(procedure), isResumed: false })
  }, [key, procedure, state.draft.files])
  /** What was recorded under its key is another performance: this one gets a key of its own. */
  const asAnother = useCallback(() => step((draft) => ({ ...draft, clientKey: uuid() })), [step])
  /** It is done now, unless it was sent off with these answers before. */
  const complete = useCallback((): PerformDraft & { doneAt: string } => {
    const doneAt = state.draft.doneAt ?? serverNow().toISOString()
    step((draft) => ({ ...draft, doneAt }))
    return { ...state.draft, doneAt }
  }, [state.draft, step])

  return { ...state, isKept, answer, addFile, loseFile, use, discard, asAnother, complete }
}

/** Whether anything of it would be lost. */
export const isUnderWay = ({ answers, used = [], noLonger = [] }: PerformDraft): boolean =>
  answers.length > 0 || used.length > 0 || noLonger.length > 0

const begin = (procedure: ProcedureDetail) => beginPerformDraft(procedure, serverNow(), uuid())

function start(procedure: ProcedureDetail, key: PerformDraftKey): State {
  const kept = performDraft(key)
  if (kept === null) return { draft: begin(procedure), isResumed: false }
  const draft = isMovedOn(kept, procedure) ? carryOver(kept, procedure) : kept
  return { draft, isResumed: true }
}

/**
 * A retired procedure is still recorded as it stood when it was begun, and never as it stands now:
 * what is under way stays at its version.
 */
const isMovedOn = (draft: PerformDraft, procedure: ProcedureDetail): boolean =>
  procedure.isActive && draft.procedureVersion !== procedure.version

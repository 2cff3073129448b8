/** The group of the address. `-` means the whole range; `null` means rows without a group. */
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
import { filesOnDevice, withFile, withoutFile } from './performDraftFiles.ts'

interface State {
  draft: PerformDraft
  isResumed: boolean
  isOfElsewhere?: boolean
  isGoneElsewhere?: boolean
}

export function usePerformDraft(procedure: ProcedureDetail, key: PerformDraftKey) {
  const [state, setState] = useState<State>(() => start(procedure, key))
  const [isKept, setIsKept] = useState(true)

  // The procedure may change during the form: answers that fit are kept.
  if (isMovedOn(state.draft, procedure))
    setState({ ...state, draft: carryOver(state.draft, procedure) })

  useEffect(() => {
    // Does not save another tab's draft again, because that would undo its deletion.
    if (state.isOfElsewhere !== true && isUnderWay(state.draft))
      setIsKept(savePerformDraft(key, state.draft))
  }, [key, state.draft, state.isOfElsewhere])

  // Keeps two tabs of one form in sync, so that each sends what it shows.
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
      // Deletes at once, because the effect above skips an empty draft.
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
      dropPerformDraft(key)
    },
    [key, step],
  )
  const use = useCallback((used: UsedItem[]) => step((draft) => ({ ...draft, used })), [step])
  const discard = useCallback(() => {
    dropPerformDraft(key)
    void dropFiles(filesOnDevice(state.draft.files).map((file) => file.key))
    setState({ draft: begin(procedure), isResumed: false })
  }, [key, procedure, state.draft.files])
  /** Another log was recorded under this key, so this draft needs its own. */
  const asAnother = useCallback(() => step((draft) => ({ ...draft, clientKey: uuid() })), [step])
  /** Sets the time, unless these answers were submitted before. */
  const complete = useCallback((): PerformDraft & { doneAt: string } => {
    const doneAt = state.draft.doneAt ?? serverNow().toISOString()
    step((draft) => ({ ...draft, doneAt }))
    return { ...state.draft, doneAt }
  }, [state.draft, step])

  return { ...state, isKept, answer, addFile, loseFile, use, discard, asAnother, complete }
}

/** True if discarding would lose something. */
export const isUnderWay = ({ answers, used = [], noLonger = [] }: PerformDraft): boolean =>
  answers.length > 0 || used.length > 0 || noLonger.length > 0

const begin = (procedure: ProcedureDetail) => beginPerformDraft(procedure, serverNow(), uuid())

function start(procedure: ProcedureDetail, key: PerformDraftKey): State {
  const kept = performDraft(key)
  if (kept === null) return { draft: begin(procedure), isResumed: false }
  const draft = isMovedOn(kept, procedure) ? carryOver(kept, procedure) : kept
  return { draft, isResumed: true }
}

/** A draft of a retired procedure stays at its version, because only that can be recorded. */
const isMovedOn = (draft: PerformDraft, procedure: ProcedureDetail): boolean =>
  procedure.isActive && draft.procedureVersion !== procedure.version

import { useCallback, useEffect, useMemo, useState } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import { PROCEDURE_DONE } from '#contract/automation/events.ts'
import type { Automation } from '#contract/automation/automation.ts'
import { typedPath } from '#lib/history.ts'
import { useHistory } from '#ui/feedback/undo/useHistory.ts'
import { draftDropped, draftKept, type AutomationsState } from '../automationsSlice.ts'
import { sentenceOf, type SentenceDraft } from './sentenceDraft.ts'

interface WithDrafts {
  automations: AutomationsState
}

/** The base version: a resumed draft must not overwrite later saves. */
interface Kept extends SentenceDraft {
  openedAt?: string | null
  /** The version opened then. Undefined in drafts of older releases. */
  from?: SentenceDraft
}

/** `updatedAt`: the last change known to the screen. Null for a new automation. */
export function useSentenceDraft(key: string, initial: SentenceDraft, updatedAt: string | null) {
  const dispatch = useDispatch()
  const store = useStore<WithDrafts>()
  // The draft at the opening. Null while nothing is typed; the sentence then follows other saves.
  const [taken] = useState(() => {
    const kept = store.getState().automations.drafts[key]
    return isSentence(kept) ? kept : null
  })
  const [isResumed, setIsResumed] = useState(taken !== null)
  const { now: kept, change: step, restart, ...undo } = useHistory<Kept | null>(taken)
  const draft = useMemo(() => (kept === null ? initial : sentenceIn(kept)), [kept, initial])
  const openedAt = kept?.openedAt === undefined ? updatedAt : kept.openedAt
  const from = kept === null ? initial : kept.from
  useEffect(() => {
    if (kept !== null) dispatch(draftKept({ key, draft: kept }))
    else if (key in store.getState().automations.drafts) dispatch(draftDropped(key))
  }, [dispatch, store, key, kept])
  const change = useCallback(
    (next: SentenceDraft) =>
      step({ ...next, openedAt, ...(from && { from }) } satisfies Kept, typedPath(draft, next)),
    [step, draft, openedAt, from],
  )
  const finish = useCallback(() => {
    setIsResumed(false)
    restart(null)
    dispatch(draftDropped(key)) // Dispatched at once, because the page may unmount before the effect.
  }, [dispatch, restart, key])
  return {
    draft,
    openedAt,
    from,
    change,
    undo,
    finish,
    isChanged: isOther(kept, initial),
    isResumed: isResumed && kept !== null,
  }
}

export function useUnsavedSentence(automation: Automation): {
  isThere: boolean
  discard: () => void
} {
  const dispatch = useDispatch()
  const key = draftKeyOf(automation.id)
  const kept = useSelector((state: WithDrafts) => state.automations.drafts[key])
  return {
    isThere: isOther(kept, sentenceOf(automation)),
    discard: () => void dispatch(draftDropped(key)),
  }
}

export const draftKeyOf = (automationId: number): string => `automation/${automationId}`

/** Drafts of older releases have no event. */
const sentenceIn = ({ openedAt: _openedAt, from: _from, ...sentence }: Kept): SentenceDraft => ({
  ...sentence,
  event: (sentence as Partial<SentenceDraft>).event ?? PROCEDURE_DONE,
})

function isOther(kept: unknown, initial: SentenceDraft): boolean {
  if (!isSentence(kept)) return false
  return JSON.stringify(sentenceIn(kept)) !== JSON.stringify(initial)
}

/** Ignores stored drafts in unknown formats, such as those of older releases. */
function isSentence(value: unknown): value is Kept {
  return (
    typeof value === 'object' &&
    value !== null &&
    'filters' in value &&
    Array.isArray(value.filters) &&
    'actions' in value &&
    Array.isArray(value.actions) &&
    'procedureId' in value &&
    'isActive' in value
  )
}

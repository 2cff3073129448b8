/** The sentence being written, kept through a reload and a detour in the automations slice. */
import { useCallback, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { draftDropped, draftKept, type AutomationsState } from '../automationsSlice.ts'
import type { SentenceDraft } from './sentenceDraft.ts'

interface WithDrafts { automations: AutomationsState }

export function useKeptSentence(key: string, initial: SentenceDraft) {
  const dispatch = useDispatch()
  const kept = useSelector((state: WithDrafts) => state.automations.drafts[key])
  const [isResumed, setIsResumed] = useState(isSentence(kept))
  const draft = isSentence(kept) ? kept : initial
  const change = useCallback((next: SentenceDraft) => void dispatch(draftKept({ key, draft: next })), [dispatch, key])
  const finish = useCallback(() => {
    setIsResumed(false)
    dispatch(draftDropped(key))
  }, [dispatch, key])
  return { draft, change, finish, startOver: finish, isResumed: isResumed && isSentence(kept) }
}

/** What was stored may come from an older release; anything else than a whole sentence is passed over. */
function isSentence(value: unknown): value is SentenceDraft {
  return typeof value === 'object' && value !== null && 'filters' in value && Array.isArray(value.filters)
    && 'actions' in value && Array.isArray(value.actions) && 'procedureId' in value && 'isActive' in value
}

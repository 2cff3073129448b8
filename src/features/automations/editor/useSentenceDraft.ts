/** The sentence being written, kept through a reload and a detour in the automations slice. */
import { useCallback, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { Automation } from '#contract/automation'
import { draftDropped, draftKept, type AutomationsState } from '../automationsSlice.ts'
import { sentenceOf, type SentenceDraft } from './sentenceDraft.ts'

interface WithDrafts {
  automations: AutomationsState
}

/**
 * What is written on top of: a draft that was left and taken up again must not slip over what
 * others saved meanwhile.
 */
interface Kept extends SentenceDraft {
  openedAt?: string | null
}

/**
 * `updatedAt`: when the automation was last changed, as the screen knows it now; null for a new
 * one.
 */
export function useSentenceDraft(key: string, initial: SentenceDraft, updatedAt: string | null) {
  const dispatch = useDispatch()
  const kept = useSelector((state: WithDrafts) => state.automations.drafts[key])
  const [isResumed, setIsResumed] = useState(isSentence(kept))
  const draft = isSentence(kept) ? kept : initial
  const openedAt = isSentence(kept) && kept.openedAt !== undefined ? kept.openedAt : updatedAt
  const change = useCallback(
    (next: SentenceDraft) =>
      void dispatch(draftKept({ key, draft: { ...next, openedAt } satisfies Kept })),
    [dispatch, key, openedAt],
  )
  const finish = useCallback(() => {
    setIsResumed(false)
    dispatch(draftDropped(key))
  }, [dispatch, key])
  return {
    draft,
    openedAt,
    change,
    finish,
    isChanged: isOther(kept, initial),
    isResumed: isResumed && isSentence(kept),
  }
}

/**
 * Whether an automation has a draft that says something else than it does, and what throws it away.
 */
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

function isOther(kept: unknown, initial: SentenceDraft): boolean {
  if (!isSentence(kept)) return false
  const { openedAt: _openedAt, ...sentence } = kept
  return JSON.stringify(sentence) !== JSON.stringify(initial)
}

/**
 * What was stored may come from an older release; anything else than a whole sentence is passed
 * over.
 */
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

/** The sentence being written, kept through a reload and a detour in the automations slice. */
import { useCallback, useEffect, useState } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { Automation } from '#contract/automation'
import { typedAt } from '../../../lib/history.ts'
import { useHistory } from '../../../ui/undo/useHistory.ts'
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
  const store = useStore<WithDrafts>()
  // What was kept as the page opened. Null: nothing is written yet, and the sentence follows what
  // others save meanwhile.
  const [taken] = useState(() => {
    const kept = store.getState().automations.drafts[key]
    return isSentence(kept) ? kept : null
  })
  const [isResumed, setIsResumed] = useState(taken !== null)
  const { now: kept, change: step, restart, ...undo } = useHistory<Kept | null>(taken)
  const draft = kept ?? initial
  const openedAt = kept?.openedAt === undefined ? updatedAt : kept.openedAt
  useEffect(() => {
    if (kept !== null) dispatch(draftKept({ key, draft: kept }))
    else if (key in store.getState().automations.drafts) dispatch(draftDropped(key))
  }, [dispatch, store, key, kept])
  const change = useCallback(
    (next: SentenceDraft) => step({ ...next, openedAt } satisfies Kept, typedAt(draft, next)),
    [step, draft, openedAt],
  )
  const finish = useCallback(() => {
    setIsResumed(false)
    restart(null)
    dispatch(draftDropped(key)) // now: the page may be gone before the effect
  }, [dispatch, restart, key])
  return {
    draft,
    openedAt,
    change,
    undo,
    finish,
    isChanged: isOther(kept, initial),
    isResumed: isResumed && kept !== null,
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

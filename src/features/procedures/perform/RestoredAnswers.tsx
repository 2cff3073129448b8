import { useEffect, useState, type ReactNode } from 'react'
import { readUnsent } from '#entities/unsent/unsent.ts'
import { LoadingState } from '#ui/feedback/states.tsx'
import {
  savePerformDraft,
  performDraft,
  readPerformDraft,
  type PerformDraftKey,
} from './performDrafts.ts'

interface Props {
  clientKey: string
  performDraftKey: PerformDraftKey
  children: ReactNode
}

export function RestoredAnswers({ clientKey, performDraftKey, children }: Props) {
  const [isReady, setIsReady] = useState(() => performDraft(performDraftKey) !== null)
  useEffect(() => {
    if (isReady) return
    void readUnsent().then((all) => {
      const draft = readPerformDraft(all.find((one) => one.clientKey === clientKey)?.draft ?? null)
      if (draft !== null) savePerformDraft(performDraftKey, draft)
      setIsReady(true)
    })
  }, [isReady, clientKey, performDraftKey])
  return isReady ? children : <LoadingState />
}

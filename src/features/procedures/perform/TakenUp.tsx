import { useEffect, useState, type ReactNode } from 'react'
import { readUnsent } from '../../../entities/unsent/unsent.ts'
import { LoadingState } from '../../../ui/states.tsx'
import {
  keepPerformance,
  keptPerformance,
  readPerformance,
  type PerformanceKey,
} from './keptPerformances.ts'

interface Props {
  clientKey: string
  performanceKey: PerformanceKey
  children: ReactNode
}

/** One that the server did not take: its answers go back into the form before that is drawn. */
export function TakenUp({ clientKey, performanceKey, children }: Props) {
  const [isReady, setIsReady] = useState(() => keptPerformance(performanceKey) !== null)
  useEffect(() => {
    if (isReady) return
    void readUnsent().then((all) => {
      const draft = readPerformance(all.find((one) => one.clientKey === clientKey)?.draft ?? null)
      if (draft !== null) keepPerformance(performanceKey, draft)
      setIsReady(true)
    })
  }, [isReady, clientKey, performanceKey])
  return isReady ? children : <LoadingState />
}

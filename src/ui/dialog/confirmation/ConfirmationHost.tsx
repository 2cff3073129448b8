/** Hosts the page's confirmations. The dialog's code loads with the first question. */
import {
  createContext,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { prefetchWhenIdle, loadPartLater } from '#lib/lateFiles.ts'
import type { Ask } from './Confirmations.tsx'

const Confirmations = loadPartLater(() =>
  import('./Confirmations.tsx').then((file) => ({ default: file.Confirmations })),
)

export const ConfirmationContext = createContext<Ask>(() => Promise.resolve(false))

export function ConfirmationHost({ children }: { children: ReactNode }) {
  const [isWanted, setIsWanted] = useState(false)
  const [ready] = useState(untilReady)
  const asked = useRef(new Set<string>())
  const ask = useCallback<Ask>(
    async (question) => {
      // The second click of two must not ask again.
      if (asked.current.has(question.title)) return false
      asked.current.add(question.title)
      setIsWanted(true)
      try {
        return await (
          await ready.promise
        )(question)
      } finally {
        asked.current.delete(question.title)
      }
    },
    [ready],
  )
  useEffect(() => prefetchWhenIdle(Confirmations.fetch), [])
  return (
    <ConfirmationContext value={ask}>
      {children}
      {isWanted && (
        <Suspense fallback={null}>
          <Confirmations onReady={ready.resolve} />
        </Suspense>
      )}
    </ConfirmationContext>
  )
}

function untilReady(): { promise: Promise<Ask>; resolve(ask: Ask): void } {
  let resolve: (ask: Ask) => void = () => undefined
  const promise = new Promise<Ask>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

import { useRef, useState } from 'react'

/**
 * A draft saved on every change. Changes are functions of the newest draft, so that a slow photo
 * does not revert typed text.
 */
export function useKeptDraft<Draft>(
  initial: () => Draft,
  keep: (draft: Draft) => void,
): [Draft, (step: (draft: Draft) => Draft) => void] {
  const [draft, setDraft] = useState(initial)
  const newest = useRef(draft)
  return [
    draft,
    (step) => {
      newest.current = step(newest.current)
      setDraft(newest.current)
      keep(newest.current)
    },
  ]
}

import { useRef, useState } from 'react'

/**
 * What is being written, kept on this device at every change. A change is a step from the newest
 * draft: a photo that was being prepared takes nothing back of what was typed meanwhile.
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

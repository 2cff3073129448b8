import { useRef } from 'react'
import { uuid } from './uuid.ts'

/**
 * The same key for the same values: sent again because the answer was lost, they are done once. What
 * was changed in between is another order, and so is what follows a success.
 */
export function useClientKey(): { keyOf(values: object): string; done(): void } {
  const last = useRef<{ said: string; key: string } | null>(null)
  return {
    keyOf(values) {
      const said = JSON.stringify(values)
      if (last.current?.said !== said) last.current = { said, key: uuid() }
      return last.current.key
    },
    done() {
      last.current = null
    },
  }
}

import { useRef } from 'react'
import { uuid } from './uuid.ts'

/**
 * Keeps one key for unchanged values, so that a retry after a lost response is applied once.
 * Changed values, and values after a success, get a new key.
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

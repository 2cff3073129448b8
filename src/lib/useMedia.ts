import { useCallback, useSyncExternalStore } from 'react'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** A phone: cards instead of rows, full-width sheets instead of panels. */
export const useIsPhone = (): boolean => useMedia('(max-width: 720px)')
/** Too narrow for a list with its panel beside it. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 1080px)')

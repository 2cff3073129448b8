import { useEffect } from 'react'
import { i18n } from '#lib/i18n/i18n.ts'
import { screens } from '../screens.ts'

/**
 * Whoever signs out must be out, also where the network has gone meanwhile: what draws the way out
 * and the sign-in behind it is fetched ahead, and again when a network comes back.
 */
export function useWayOut(): void {
  useEffect(() => {
    const fetchAhead = () =>
      void Promise.all([
        screens.logout?.(),
        screens.login?.(),
        i18n.loadNamespaces(['auth']),
      ]).catch(() => undefined) // asked for again when it is needed
    const timer = setTimeout(fetchAhead, 1_000) // the screen that is wanted goes first
    window.addEventListener('online', fetchAhead)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', fetchAhead)
    }
  }, [])
}

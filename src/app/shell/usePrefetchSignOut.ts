import { useEffect } from 'react'
import { i18n } from '#lib/i18n/i18n.ts'
import { screens } from '../screens.ts'

/**
 * Prefetches the sign-out and sign-in screens, and retries when the network returns, so that
 * signing out works offline.
 */
export function usePrefetchSignOut(): void {
  useEffect(() => {
    const fetchAhead = () =>
      void Promise.all([
        screens.logout?.(),
        screens.login?.(),
        i18n.loadNamespaces(['auth']),
      ]).catch(() => undefined) // the router retries when needed
    const timer = setTimeout(fetchAhead, 1_000) // The current screen loads first
    window.addEventListener('online', fetchAhead)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', fetchAhead)
    }
  }, [])
}

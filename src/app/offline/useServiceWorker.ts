/**
 * Sets up the service worker for whoever has signed in, when the page has nothing better to do: the
 * sign-in page stays light.
 */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { setKept, startPreparing } from '#lib/offlineReadiness.ts'
import type { FromWorker, ToWorker } from './toWorker.ts'

export function useServiceWorker(): void {
  const { i18n } = useTranslation()
  const language = i18n.resolvedLanguage
  useEffect(() => {
    // Browsers have none without https, but on the same machine.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const receive = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'roundKept') setKept('files', true)
    }
    serviceWorker.addEventListener('message', receive)
    const timer = setTimeout(() => void setUp(i18n.languages).catch(() => undefined), SETTLED)
    return () => {
      clearTimeout(timer)
      serviceWorker.removeEventListener('message', receive)
    }
  }, [i18n, language])
}

/** The first screen has its data by then. */
const SETTLED = 2_000

/** `languages`: the one in use, and those that it falls back on. */
async function setUp(languages: readonly string[]): Promise<void> {
  startPreparing()
  setKept('files', false)
  const base = import.meta.env.BASE_URL
  const registration = await navigator.serviceWorker.register(`${base}serviceWorker.js`, {
    scope: base,
    updateViaCache: 'none',
  })
  // This page came from the network, so it is of the release that waits.
  registration.waiting?.postMessage({ kind: 'takeOver' } satisfies ToWorker)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({
    kind: 'keep',
    addresses: filesOfThisPage(),
    languages: [...languages],
  } satisfies ToWorker)
}

/** Loaded before there was a worker to see it. */
const filesOfThisPage = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.includes('/assets/'))
    .map(({ href }) => href)

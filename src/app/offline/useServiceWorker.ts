/**
 * Installs the service worker after sign-in when the page is idle, to keep the sign-in page light.
 */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { setPartStored, startPreparing } from '#lib/offlineReadiness.ts'
import type { FromWorker, ToWorker } from './toWorker.ts'

export function useServiceWorker(): void {
  const { i18n } = useTranslation()
  const language = i18n.resolvedLanguage
  const navigate = useNavigate()
  useEffect(() => {
    // Without https, browsers allow service workers only on localhost.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const receive = ({ data, ports }: MessageEvent<FromWorker>) => {
      if (data.kind === 'roundKept') setPartStored('files', true)
      else {
        ports[0]?.postMessage('taken')
        void navigate(data.path)
      }
    }
    serviceWorker.addEventListener('message', receive)
    const timer = setTimeout(() => void setUp(i18n.languages).catch(() => undefined), SETTLED)
    return () => {
      clearTimeout(timer)
      serviceWorker.removeEventListener('message', receive)
    }
  }, [i18n, language, navigate])
}

/** Milliseconds. By then the first screen has its data. */
const SETTLED = 2_000

/** `languages`: the current language and its fallbacks. */
async function setUp(languages: readonly string[]): Promise<void> {
  startPreparing()
  setPartStored('files', false)
  const base = import.meta.env.BASE_URL
  const registration = await navigator.serviceWorker.register(`${base}serviceWorker.js`, {
    scope: base,
    updateViaCache: 'none',
  })
  // This page came from the network, so it belongs to the waiting release.
  registration.waiting?.postMessage({ kind: 'takeOver' } satisfies ToWorker)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({
    kind: 'keep',
    addresses: filesOfThisPage(),
    languages: [...languages],
  } satisfies ToWorker)
  const { renewDevice } = await import('#entities/push/renewDevice.ts')
  await renewDevice()
}

/** Loaded before the worker was active. */
const filesOfThisPage = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.includes('/assets/'))
    .map(({ href }) => href)

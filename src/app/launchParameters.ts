/**
 * One-time parameters of the address: token, language, frame. Read and removed before the first
 * render.
 */
import type { Callback } from '#entities/session/corporate.ts'
import { takeHandedOver } from '#entities/session/handoff.ts'
import { pathTo, safeNext } from '#lib/paths.ts'
import { saveLanguage } from '#lib/i18n/storedLanguage.ts'
import { isLanguage, type Language } from '#lib/i18n/languages.ts'

export interface LaunchParameters {
  token: string | null
  language: Language | null
  isEmbedded: boolean
  /** The return from a corporate provider, handled once (spec section 2). */
  callback: Callback | null
  email: string
}

const EMBEDDED = 'plantroom.embedded'

export function readLaunchParameters(): LaunchParameters {
  const address = new URL(window.location.href)
  // On these pages `token` belongs to a one-time link, not to a session.
  const named = ['/setup', '/reset-password', '/invitation'].includes(address.pathname)
    ? null
    : address.searchParams.get('token')
  const handed = takeHandedOver()
  const token = handed?.token ?? named
  const callback = takeCallback(address)
  const lang = address.searchParams.get('lang')
  const embedded = address.searchParams.get('embedded')
  if (named !== null) address.searchParams.delete('token')
  address.searchParams.delete('lang')
  address.searchParams.delete('embedded')
  if (address.href !== window.location.href)
    window.history.replaceState(window.history.state, '', address.href)
  const language = isLanguage(lang) ? lang : null
  if (language !== null) saveLanguage(language)
  if (handed?.token != null && handed.next !== undefined)
    window.history.replaceState(window.history.state, '', safeNext(handed.next))
  else if (handed?.secondStep != null && handed.next !== undefined)
    window.history.replaceState(
      window.history.state,
      '',
      pathTo('login', undefined, { next: safeNext(handed.next) }),
    )
  return {
    token,
    language,
    isEmbedded: keepEmbedded(embedded),
    callback,
    email: handed?.email ?? '',
  }
}

/**
 * Code and state, or error and state, on any page. Removed from the address before other code reads
 * it.
 */
function takeCallback({ searchParams }: URL): Callback | null {
  const [state, code, error, iss] = ['state', 'code', 'error', 'iss'].map((name) =>
    searchParams.get(name),
  )
  if (!state || (!code && !error)) return null
  for (const name of ['state', 'code', 'error', 'error_description', 'iss', 'session_state'])
    searchParams.delete(name)
  return { state, code: code ?? null, error: error ?? null, iss: iss ?? null }
}

/** Stored for the frame's life: a reload inside it has no parameter. */
function keepEmbedded(parameter: string | null): boolean {
  try {
    if (parameter !== null) sessionStorage.setItem(EMBEDDED, parameter)
    return sessionStorage.getItem(EMBEDDED) === '1'
  } catch {
    return parameter === '1'
  }
}

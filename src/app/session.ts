/** The session's two ends: the client that spends tokens, and the tabs that share them. */
import { handOverSession } from '../api/http.ts'
import { sessionEnded, tokenStored } from '../entities/session/authSlice.ts'
import type { Arrival } from './arrival.ts'
import { pathTo } from './paths.ts'
import { wholeStoreReset, type Store } from './store.ts'

/** Origins that may hold this page in a frame and hear from it; the page's own is always one. */
function allowedParents(): string[] {
  return [window.location.origin, ...(import.meta.env['VITE_EMBED_ORIGINS'] ?? '').split(',').map((origin: string) => origin.trim()).filter((origin: string) => origin !== '')]
}

/** In a frame the parent is asked to go to the login page; only when it is one we know. */
export function askParent(path: string): boolean {
  if (window.parent === window) return false
  const parent = parentOrigin()
  if (parent === null || !allowedParents().includes(parent)) return false
  window.parent.postMessage({ type: 'plantroom:navigate', path }, parent)
  return true
}

function parentOrigin(): string | null {
  const known = 'ancestorOrigins' in window.location ? window.location.ancestorOrigins[0] : undefined
  if (known !== undefined) return known
  try {
    return document.referrer === '' ? null : new URL(document.referrer).origin
  } catch {
    return null
  }
}

type TabMessage = { kind: 'token'; token: string } | { kind: 'ended'; why: 'expired' | 'signedOut' }

/** Wires http to the store, and this tab to the others. `goToLogin` moves without reloading. */
export function wireSession(store: Store, arrival: Arrival, goToLogin: () => void): void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('plantroom.session')
  const end = (why: 'expired' | 'signedOut'): void => {
    store.dispatch(wholeStoreReset())
    store.dispatch(sessionEnded(why))
  }
  handOverSession({
    readToken: () => store.getState().auth.token,
    storeToken: (token) => store.dispatch(tokenStored(token)),
    endSession: () => {
      end('expired')
      channel?.postMessage({ kind: 'ended', why: 'expired' } satisfies TabMessage)
      if (!askParent(pathTo('login')) && !arrival.isEmbedded) goToLogin()
    },
  })
  if (channel === null) return
  let told = store.getState().auth.token
  channel.onmessage = (event: MessageEvent<TabMessage>) => {
    if (event.data.kind === 'token') {
      told = event.data.token
      if (store.getState().auth.token !== told) store.dispatch(tokenStored(told))
    } else if (store.getState().auth.token !== null) {
      told = null
      end(event.data.why)
      goToLogin()
    }
  }
  store.subscribe(() => {
    const { token, ended } = store.getState().auth
    if (token === told) return
    told = token
    channel.postMessage(token === null ? { kind: 'ended', why: ended === 'expired' ? 'expired' : 'signedOut' } satisfies TabMessage : { kind: 'token', token } satisfies TabMessage)
  })
}

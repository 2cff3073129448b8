/** The session's two ends: the client that spends tokens, and the tabs that share them. */
import { handOverSession } from '#api/http.ts'
import { askToConfirm } from '#entities/confirm/askToConfirm.ts'
import { decodeToken, sessionEnded, tokenStored } from '#entities/session/authSlice.ts'
import type { LaunchParameters } from './launchParameters.ts'
import { interruptForms, setFormOwner } from '#lib/interruptedForms.ts'
import { pathTo } from '#lib/paths.ts'
import { markSignedIn } from '#lib/signedInMark.ts'
import { ownerOf, wholeStoreReset, type Store } from './store.ts'

/**
 * Origins that may hold this page in a frame and hear from it: its own, those it was built with,
 * and those its server names.
 */
function allowedParents(): string[] {
  const served =
    document.querySelector<HTMLMetaElement>('meta[name="plantroom:embed-origins"]')?.content ?? ''
  const listed = `${import.meta.env['VITE_EMBED_ORIGINS'] ?? ''} ${served}`
    .split(/[\s,]+/)
    .filter((origin) => origin !== '')
  return [window.location.origin, ...listed]
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
  const known =
    'ancestorOrigins' in window.location ? window.location.ancestorOrigins[0] : undefined
  if (known !== undefined) return known
  try {
    return document.referrer === '' ? null : new URL(document.referrer).origin
  } catch {
    return null
  }
}

type TabMessage =
  | { kind: 'token'; token: string }
  /** `session`: the one that ended. A tab that has gone on in another is not meant. */
  | { kind: 'ended'; why: 'expired' | 'signedOut'; session: string | null }

const sessionOf = (token: string | null): string | null =>
  token === null ? null : (decodeToken(token)?.jti ?? null)

/**
 * How the page moves when the session does: to the login page without reloading, or to the start
 * page as if just opened.
 */
interface Moves {
  goToLogin(): void
  loadAfresh(): void
  goToSetUp(): void
}

/**
 * Wires http to the store, and this tab to the others. `kept` is the token as the last page left
 * it.
 */
export function wireSession(
  store: Store,
  arrival: LaunchParameters,
  kept: string | null,
  { goToLogin, loadAfresh, goToSetUp }: Moves,
): void {
  const channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('plantroom.session')
  const tell = (message: TabMessage): void => channel?.postMessage(message)
  const end = (why: 'expired' | 'signedOut'): void => {
    lastToken = null // the others are told by whoever found it out
    interruptForms()
    store.dispatch(wholeStoreReset())
    store.dispatch(sessionEnded(why))
  }
  handOverSession({
    readToken: () => store.getState().auth.token,
    storeToken: (token) => store.dispatch(tokenStored(token)),
    endSession: () => {
      const session = sessionOf(lastToken)
      end('expired')
      tell({ kind: 'ended', why: 'expired', session })
      if (!askParent(pathTo('login')) && !arrival.isEmbedded) goToLogin()
    },
    confirm: askToConfirm,
    leadToSetUp: goToSetUp,
  })
  let lastToken = kept
  let owner = ownerOf(store)
  /** Stays when the session has ended. */
  let lastOwner = owner
  setFormOwner(owner)
  let isMarked: boolean | null = null
  const follow = (): void => {
    const { token, ended } = store.getState().auth
    if (isMarked !== (token !== null)) {
      isMarked = token !== null
      markSignedIn(isMarked)
    }
    if (token !== lastToken) {
      const session = sessionOf(lastToken)
      lastToken = token
      if (token === null)
        tell({ kind: 'ended', why: ended === 'expired' ? 'expired' : 'signedOut', session })
      else tell({ kind: 'token', token })
    }
    const before = owner
    owner = ownerOf(store)
    const isOther = before !== null && owner !== null && before !== owner
    if (isOther) interruptForms()
    setFormOwner(owner)
    lastOwner = owner ?? lastOwner
    // Everything on screen belonged to the one before; nothing of it may be left, not even in a
    // component.
    if (isOther) loadAfresh()
  }
  if (channel !== null) {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      const { token } = store.getState().auth
      if (data.kind === 'token') {
        if (token === data.token) return
        const before = lastOwner
        lastToken = data.token
        store.dispatch(tokenStored(data.token))
        // The way back from the login page leads to where the one before was.
        if (token === null && before !== null && before !== lastOwner) loadAfresh()
      } else if (token !== null && data.session === sessionOf(token)) {
        end(data.why)
        goToLogin()
      }
    }
  }
  store.subscribe(follow)
  follow() // what the address brought is news to the other tabs
}

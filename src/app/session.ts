import { handOverSession } from '#api/http.ts'
import { askToConfirm } from '#entities/confirm/askToConfirm.ts'
import { decodeToken, sessionEnded, tokenStored } from '#entities/session/authSlice.ts'
import type { LaunchParameters } from './launchParameters.ts'
import { interruptForms, setFormOwner } from '#lib/interruptedForms.ts'
import { pathTo } from '#lib/paths.ts'
import { markSignedIn } from '#lib/signedInMark.ts'
import { ownerOf, wholeStoreReset, type Store } from './store.ts'

/**
 * Origins that may frame this page and receive its messages: its own, those of the build, and those
 * that the server names.
 */
function allowedParents(): string[] {
  const served =
    document.querySelector<HTMLMetaElement>('meta[name="plantroom:embed-origins"]')?.content ?? ''
  const listed = `${import.meta.env['VITE_EMBED_ORIGINS'] ?? ''} ${served}`
    .split(/[\s,]+/)
    .filter((origin) => origin !== '')
  return [window.location.origin, ...listed]
}

/** Asks the parent of a frame to go to the login page, if its origin is allowed. */
export function askParentForLogin(path: string): boolean {
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
  /** `session`: the ended session. A tab with a newer session ignores the message. */
  | { kind: 'ended'; why: 'expired' | 'signedOut'; session: string | null }

const sessionOf = (token: string | null): string | null =>
  token === null ? null : (decodeToken(token)?.jti ?? null)

/**
 * How the page reacts to session changes: to the login page without a reload, or to a freshly
 * loaded start page.
 */
interface Moves {
  goToLogin(): void
  loadAfresh(): void
  goToSetUp(): void
}

/**
 * Connects http to the store, and this tab to the others. `kept`: the token that the last page
 * stored.
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
    lastToken = null
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
      if (!askParentForLogin(pathTo('login')) && !arrival.isEmbedded) goToLogin()
    },
    confirm: askToConfirm,
    leadToSetUp: goToSetUp,
  })
  let lastToken = kept
  let owner = ownerOf(store)
  /** Stays set after the session ends. */
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
    // Reloads, so that no component state of the former owner remains.
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
        // After signing in, the login page would lead to the former owner's page.
        if (token === null && before !== null && before !== lastOwner) loadAfresh()
      } else if (token !== null && data.session === sessionOf(token)) {
        end(data.why)
        goToLogin()
      }
    }
  }
  store.subscribe(follow)
  follow()
}

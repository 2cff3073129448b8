import { comeBack, type Callback } from '../entities/session/corporate.ts'
import { sessionEnded, tokenStored } from '../entities/session/authSlice.ts'
import { pathTo } from './paths.ts'
import type { Store } from './store.ts'

/** A returning sign-in, before anything is drawn: either a session and the page one wanted, or the login page and why not. */
export async function returnFromProvider(store: Store, callback: Callback): Promise<void> {
  try {
    const { token, next } = await comeBack(callback)
    store.dispatch(tokenStored(token))
    window.history.replaceState(null, '', next)
  } catch (error) {
    console.warn('The corporate sign-in did not work', error)
    if (store.getState().auth.token === null) {
      store.dispatch(sessionEnded('corporateFailed'))
      window.history.replaceState(null, '', pathTo('login'))
    }
  }
}

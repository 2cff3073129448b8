import {
  completeProviderSignIn,
  takePendingSignIn,
  type Callback,
} from '#entities/session/corporate.ts'
import { isApiFailure } from '#api/http.ts'
import { sessionEnded, tokenStored, type EndReason } from '#entities/session/authSlice.ts'
import { i18n } from '#lib/i18n/i18n.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { afterSignIn, pathTo, routes, safeNext } from '#lib/paths.ts'
import type { Store } from './store.ts'

type Refused = Extract<EndReason, `corporate${string}`>

/**
 * Completes a corporate sign-in before the first render: a session and the wanted page, or a
 * failure. The login page shows the failure. A user already signed in stays so; the returned
 * function reports it once texts are loaded.
 */
export async function returnFromProvider(
  store: Store,
  callback: Callback,
): Promise<() => Promise<void>> {
  const silent = async (): Promise<void> => undefined
  const journey = takePendingSignIn(callback.state)
  const next = whereTo(window.location, journey?.next)
  try {
    store.dispatch(tokenStored(await completeProviderSignIn(journey, callback)))
    window.history.replaceState(null, '', next)
    return silent
  } catch (error) {
    console.warn('The corporate sign-in did not work', error)
    const why = reasonOf(error)
    if (store.getState().auth.token === null) {
      store.dispatch(sessionEnded(why))
      window.history.replaceState(
        null,
        '',
        pathTo('login', undefined, { next: next === afterSignIn ? undefined : next }),
      )
      return silent
    }
    window.history.replaceState(null, '', next)
    return async () => {
      await i18n.loadNamespaces(['auth', 'notices'])
      store.dispatch(
        toastAdded({
          level: 'error',
          message:
            why === 'corporateTooMany'
              ? `${i18n.t('notices:tooManyRequests')} ${i18n.t('notices:pauseMinutes')}`
              : i18n.t(`auth:${why}`),
        }),
      )
    }
  }
}

/**
 * The page wanted before the sign-in, else the present page with its filters, unless it is only the
 * callback address.
 */
function whereTo({ pathname, search }: Location, wanted: string | undefined): string {
  if (wanted !== undefined) return safeNext(wanted)
  const isDoor = pathname === routes.auth0Callback.path || pathname === routes.authCallback.path
  return isDoor ? afterSignIn : safeNext(pathname + search)
}

function reasonOf(error: unknown): Refused {
  if (!isApiFailure(error)) return 'corporateFailed'
  if (error.status === 429) return 'corporateTooMany'
  return error.errors.some(({ code }) => code === 'noAccount')
    ? 'corporateNoAccount'
    : 'corporateFailed'
}

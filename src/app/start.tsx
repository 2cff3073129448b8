/** Starts the page: parameters, stored state, texts, store, router, first paint. */
import { StrictMode, Suspense } from 'react'
import type { Root } from 'react-dom/client'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router-dom'
import { decodeToken, tokenStored } from '#entities/session/authSlice.ts'
import { setAnswerStore } from '#api/answerCache.ts'
import { setReleaseHandler } from '#lib/lateFiles.ts'
import { startI18n } from '#lib/i18n/i18n.ts'
import { browserLanguage, storedLanguage } from '#lib/i18n/storedLanguage.ts'
import { prefetchToday } from '../features/today/routes.tsx'
import { Toaster } from '#ui/feedback/toaster/Toaster.tsx'
import { startTheme } from '#ui/theme/scheme.ts'
import { readLaunchParameters } from './launchParameters.ts'
import { FullScreenSpinner } from './FullScreenSpinner.tsx'
import { LateNotice } from './LateNotice.tsx'
import { followRouter } from '#lib/nextPath.ts'
import { pathTo, routes } from '#lib/paths.ts'
import { forgetWithSession, cachedAnswersOf } from './offline/answerCache.ts'
import { makeRouter } from './router.tsx'
import { screens } from './screens.ts'
import { askParentForLogin, wireSession } from './session.ts'
import { startSavingDrafts } from './drafts.ts'
import { applyCompanyZone } from './applyCompanyZone.ts'
import { whenDraftsSealed } from '#lib/draftSeal.ts'
import { makeStore, wholeStoreReset } from './store.ts'
import { adoptEarlyInput } from './earlyInput.ts'
import {
  chooseSession,
  saveRefusal,
  showRefusal,
  replacesOwner,
  wasRefused,
} from './whoseSession.ts'

const frame = () => import('./shell/Shell.tsx')

export async function startApp(root: Root): Promise<void> {
  startTheme()
  setReleaseHandler(() => window.location.reload())
  const arrival = readLaunchParameters()
  const { store, persistor } = makeStore()
  await rehydrated(persistor)
  startSavingDrafts(store, Date.now)
  applyCompanyZone(store)
  setAnswerStore(cachedAnswersOf(store))
  forgetWithSession(store)
  const kept = store.getState().auth.token
  const isSwap =
    kept !== null && arrival.token !== null && replacesOwner(kept, arrival.token, Date.now())
  if (arrival.token !== null && !isSwap) store.dispatch(tokenStored(arrival.token))
  const showReturn =
    arrival.callback === null
      ? null
      : await (await import('./corporateReturn.ts')).returnFromProvider(store, arrival.callback)
  const language =
    arrival.language ??
    storedLanguage() ??
    store.getState().auth.claims?.language ??
    browserLanguage()
  // Load in parallel with the texts; the router retries failures.
  const ahead: Promise<unknown> =
    store.getState().auth.token === null
      ? screens.login()
      : frame().then(({ antdDress }) => antdDress(language))
  ahead.catch(() => undefined)
  await startI18n(language, [
    'common',
    'notices',
    'titles',
    store.getState().auth.token === null ? 'auth' : 'shell',
  ])
  const choice = isSwap ? await chooseSession(root, kept, arrival.token ?? '') : null
  if (choice === 'go') {
    store.dispatch(wholeStoreReset())
    store.dispatch(tokenStored(arrival.token ?? ''))
  }
  if (arrival.isEmbedded) {
    const isNone = arrival.token !== null && decodeToken(arrival.token) === null
    if (arrival.token !== null) saveRefusal(isNone || choice === 'refused')
    if (wasRefused()) {
      askParentForLogin(pathTo('login'))
      return showRefusal(root)
    }
  }
  await showReturn?.()
  const router = makeRouter({
    isSignedIn: () => store.getState().auth.token !== null,
    isEmbedded: arrival.isEmbedded,
  })
  followRouter(router)
  wireSession(store, arrival, kept, {
    goToLogin: () => {
      const { pathname, search } = router.state.location
      // After signing in, the user returns to this page.
      const next = routes.login.path === pathname ? undefined : pathname + search
      void router.navigate(pathTo('login', undefined, { next }), { replace: true })
    },
    goToSetUp: () => {
      const { pathname, search } = router.state.location
      if (pathname === routes.secondStepSetUp.path) return
      void router.navigate(pathTo('secondStepSetUp', undefined, { next: pathname + search }), {
        replace: true,
      })
    },
    // First saves the state and encrypts the former owner's drafts.
    loadAfresh: () =>
      void Promise.all([persistor.flush(), whenDraftsSealed()]).then(() =>
        window.location.replace(pathTo('home')),
      ),
  })
  if (store.getState().auth.token !== null && !arrival.isEmbedded) {
    frame()
      .then(({ prefetchFrame }) => prefetchFrame(store.dispatch))
      .catch(() => undefined)
    if (router.state.location.pathname === routes.home.path)
      prefetchToday(store.dispatch).catch(() => undefined)
  }
  const loadRelease = (): void =>
    void persistor.flush().then(() => {
      const going = router.state.navigation.location
      if (going === undefined) window.location.reload()
      else window.location.assign(going.pathname + going.search + going.hash)
    })
  setReleaseHandler(loadRelease)
  adoptEarlyInput(store, arrival.email)
  if (document.querySelector('#root form') !== null) await firstScreen(router)
  root.render(
    <StrictMode>
      <Provider store={store}>
        <Suspense fallback={<FullScreenSpinner />}>
          <RouterProvider router={router} />
          <Toaster />
          <LateNotice router={router} onLoad={loadRelease} />
        </Suspense>
      </Provider>
    </StrictMode>,
  )
}

const PATIENCE_MS = 3_000

/** Resolves when the router has its first screen or an error, or after a time limit. */
async function firstScreen(router: ReturnType<typeof makeRouter>): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (initialized) end()
    })
    const timer = setTimeout(end, PATIENCE_MS)
    function end(): void {
      clearTimeout(timer)
      stop()
      resolve()
    }
  })
}

/** Resolves when the stored state is restored, or after redux-persist's own timeout. */
async function rehydrated(persistor: ReturnType<typeof makeStore>['persistor']): Promise<void> {
  if (persistor.getState().bootstrapped) return
  await new Promise<void>((resolve) => {
    const stop = persistor.subscribe(() => {
      if (!persistor.getState().bootstrapped) return
      stop()
      resolve()
    })
  })
}

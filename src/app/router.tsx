/**
 * All routes, each loaded on first use. The former screen stays until the next is loaded, because a
 * failed load would leave nothing to show.
 */
import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom'
import { currentLanguage, loadAllWords } from '#lib/i18n/i18n.ts'
import { loadScreenLater, untilLoaded } from '#lib/lateFiles.ts'
import { FullScreenSpinner } from './FullScreenSpinner.tsx'
import { pathTo, routes, type RouteName } from '#lib/paths.ts'
import { Root } from './Root.tsx'
import { RouteCrash } from './RouteCrash.tsx'
import { screens } from './screens.ts'

const SHELL = 'shell'

interface Session {
  isSignedIn(): boolean
  isEmbedded: boolean
}

type Router = ReturnType<typeof makeRouter>
/** `isThere`: the screen's file has loaded. */
interface Handle {
  route?: RouteName
  isThere?(): boolean
}

export function isNavigating({ state }: Router): boolean {
  const handle = state.matches.at(-1)?.route.handle as Handle | undefined
  return !state.initialized || state.navigation.state === 'loading' || handle?.isThere?.() === false
}

export function makeRouter(session: Session) {
  // In the order of the addresses, which decides between equally specific routes.
  const names = Object.keys(routes) as RouteName[]
  const isPublic = (name: RouteName): boolean => 'access' in routes[name]
  const toLogin = ({ request }: { request: Request }) => {
    if (session.isSignedIn()) return null
    const { pathname, search } = new URL(request.url)
    return redirect(
      pathTo('login', undefined, { next: pathname === '/' ? undefined : pathname + search }),
    )
  }
  let router: ReturnType<typeof createBrowserRouter> | null = null
  const isInside = (): boolean =>
    router?.state.initialized === true &&
    router.state.matches.some(({ route }) => route.id === SHELL)
  /**
   * A navigation enters the history at once, before the file loads. Otherwise Back would skip the
   * present screen, or leave the product from its first.
   */
  const inside = (name: RouteName): RouteObject => {
    const { Component, untilThere, isThere } = loadScreenLater(screens[name])
    const handle: Handle = { route: name, isThere }
    const lazy = async () => {
      const coming = untilThere()
      return isInside() ? { Component } : { Component: await coming }
    }
    return { id: name, path: routes[name].path, handle, lazy, loader: toLogin }
  }
  router = createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteCrash,
      HydrateFallback: FullScreenSpinner,
      children: [
        ...names.filter(isPublic).map((name) => screen(name)),
        {
          id: SHELL,
          lazy: () =>
            Promise.all([
              untilLoaded(() => import('./shell/Shell.tsx'), 'screen'),
              loadAllWords(),
            ]).then(async ([shell]) => {
              await untilLoaded(() => shell.antdDress(currentLanguage()), 'part')
              return { Component: session.isEmbedded ? shell.EmbeddedShell : shell.Shell }
            }),
          loader: toLogin,
          children: [
            ...names.filter((name) => !isPublic(name)).map(inside),
            {
              path: '*',
              handle: { title: 'home' },
              lazy: () =>
                untilLoaded(() => import('./NotFound.tsx'), 'screen').then((page) => ({
                  Component: page.NotFound,
                })),
            },
          ].map((route) =>
            route.path === undefined ? route : { ...route, ErrorBoundary: RouteCrash },
          ),
        },
      ],
    },
  ])
  return router
}

function screen(name: RouteName): RouteObject {
  return {
    id: name,
    path: routes[name].path,
    handle: { route: name },
    lazy: () => untilLoaded(screens[name], 'screen'),
  }
}

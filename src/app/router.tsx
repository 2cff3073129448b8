/**
 * Every route of the product, each loaded when it is first shown. The one before stays until it is
 * there: a load that failed would leave the router with nothing to draw.
 */
import { createBrowserRouter, redirect, type RouteObject } from 'react-router-dom'
import { currentLanguage, loadAllWords } from '../lib/i18n/i18n.ts'
import { untilLoaded } from '../lib/lateFiles.ts'
import { FullScreenSpinner } from './FullScreenSpinner.tsx'
import { pathTo, routes, type RouteName } from '../lib/paths.ts'
import { Root } from './Root.tsx'
import { RouteCrash } from './RouteCrash.tsx'
import { screens } from './screens.ts'

interface Session {
  isSignedIn(): boolean
  isEmbedded: boolean
}

export function makeRouter(session: Session) {
  // In the order of the addresses, which decides between two that are equally exact.
  const names = Object.keys(routes) as RouteName[]
  const isPublic = (name: RouteName): boolean => 'access' in routes[name]
  const toLogin = ({ request }: { request: Request }) => {
    if (session.isSignedIn()) return null
    const { pathname, search } = new URL(request.url)
    return redirect(
      pathTo('login', undefined, { next: pathname === '/' ? undefined : pathname + search }),
    )
  }
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteCrash,
      HydrateFallback: FullScreenSpinner,
      children: [
        ...names.filter(isPublic).map((name) => screen(name)),
        {
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
            ...names.filter((name) => !isPublic(name)).map((name) => screen(name, toLogin)),
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
}

function screen(name: keyof typeof screens, loader?: RouteObject['loader']): RouteObject {
  const load = screens[name]
  return {
    id: name,
    path: routes[name].path,
    handle: { route: name },
    lazy: () => untilLoaded(load, 'screen'),
    ...(loader === undefined ? {} : { loader }),
  }
}

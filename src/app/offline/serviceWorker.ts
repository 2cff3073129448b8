/// <reference lib="webworker" />
/**
 * Runs beside the page, in the browser: gives the page's own files when there is no network. What
 * the work needs is fetched when it is installed, what else was shown stays for the next time. It
 * never touches an answer of the server's: those the page keeps itself (entities/offline).
 */
import { ExpirationPlugin } from 'workbox-expiration'
import {
  cleanupOutdatedCaches,
  matchPrecache,
  precache,
  type PrecacheEntry,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkOnly } from 'workbox-strategies'
import type { ToWorker } from './toWorker.ts'

declare const self: ServiceWorkerGlobalScope
/** Written in by the build (vite.serviceWorker.ts). */
declare const PRECACHED: (PrecacheEntry | string)[]
/** The files of each language's words. */
declare const WORDS: Record<string, string[]>

precache(PRECACHED)
cleanupOutdatedCaches()

/** A page in place of a file is a network's that wants to be signed in to, and would stay for ever. */
const onlyFiles = {
  cacheWillUpdate: ({ response }: { response: Response }) =>
    Promise.resolve(
      response.status === 200 && response.headers.get('content-type')?.includes('html') !== true
        ? response
        : null,
    ),
}
/** Names of built files carry a hash: what lies here under a name never changes. */
const shown = new CacheFirst({
  cacheName: 'plantroom-shown',
  plugins: [onlyFiles, new ExpirationPlugin({ maxEntries: 400, maxAgeSeconds: 60 * 86_400 })],
})
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.includes('/assets/'),
  async (options) => (await matchPrecache(options.request)) ?? shown.handle(options),
)

/** Every address is the same page. A server that is away, or a proxy that says so, is no network. */
const fromNetwork = new NetworkOnly({ networkTimeoutSeconds: 5 })
registerRoute(
  new NavigationRoute(
    async (options) => {
      const answer = await fromNetwork.handle(options).catch(() => null)
      if (answer !== null && answer.status < 500) return answer
      return (await matchPrecache(self.registration.scope)) ?? answer ?? Response.error()
    },
    // Calls and downloads are none of the page's; nor is what has a file's name.
    { denylist: [/\/api\//, /\/[^/?]+\.\w+($|\?)/] },
  ),
)

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker // this page is the only one that writes here
  if (message.kind === 'takeOver') event.waitUntil(self.skipWaiting())
  else
    event.waitUntil(
      keep(
        [...message.addresses, ...message.languages.flatMap((language) => WORDS[language] ?? [])],
        event,
      ),
    )
})

/** Fetches what is not here yet, each on its own: one that fails loses none of the others. */
async function keep(addresses: readonly string[], event: ExtendableMessageEvent): Promise<void> {
  for (const address of addresses) {
    const request = new Request(new URL(address, self.registration.scope))
    if ((await matchPrecache(request)) !== undefined) continue
    await Promise.all(shown.handleAll({ request, event })).catch(() => undefined)
  }
}

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

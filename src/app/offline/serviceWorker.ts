/// <reference lib="webworker" />
/**
 * Runs beside the page, in the browser, and serves the page's own files without a network. At its
 * installation it fetches the files of a round; then, when the page asks, words, the scanner and all
 * other files. Files that were shown stay for the next time. It never touches an answer of the
 * server: those the page keeps itself (keptAnswers.ts).
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
import type { FromWorker, ToWorker } from './toWorker.ts'

declare const self: ServiceWorkerGlobalScope
/** Written in by the build (build/serviceWorker.ts): the page, and the files of a round. */
declare const PRECACHED: (PrecacheEntry | string)[]
declare const SCANNER: readonly string[]
/** All other files that are kept before they are shown. */
declare const REST: readonly string[]
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
/** Of `SCANNER` and `REST`; files of earlier releases are deleted once these have come. */
const AHEAD = 'plantroom-ahead'
const ahead = new CacheFirst({ cacheName: AHEAD, plugins: [onlyFiles] })
const kept = async (request: Request) =>
  (await matchPrecache(request)) ?? (await (await caches.open(AHEAD)).match(request))
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.includes('/assets/'),
  async (options) => (await kept(options.request)) ?? shown.handle(options),
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
  else event.waitUntil(keepAll(message, event))
})

/** A round comes first; the page that asked learns when it has all files. */
async function keepAll(
  { addresses, languages }: ToWorker & { kind: 'keep' },
  event: ExtendableMessageEvent,
): Promise<void> {
  const words = languages.flatMap((language) => WORDS[language] ?? [])
  const hasWords = await keep(words, shown, event)
  const hasScanner = await keep(SCANNER, ahead, event)
  if (hasWords && hasScanner) event.source?.postMessage({ kind: 'roundKept' } satisfies FromWorker)
  await keep(addresses, shown, event)
  if (await keep(REST, ahead, event)) await deleteEarlier()
}

/** Fetches what is not here yet, each on its own. Returns false if one did not come. */
async function keep(
  addresses: readonly string[],
  into: CacheFirst,
  event: ExtendableMessageEvent,
): Promise<boolean> {
  let isComplete = true
  for (const address of addresses) {
    const request = new Request(new URL(address, self.registration.scope))
    if ((await kept(request)) !== undefined) continue
    const [response, done] = into.handleAll({ request, event })
    const fetched = await Promise.all([response, done]).catch(() => null)
    if (fetched === null || !fetched[0].ok) isComplete = false
  }
  return isComplete
}

async function deleteEarlier(): Promise<void> {
  const wanted = new Set(
    [...SCANNER, ...REST].map((address) => new URL(address, self.registration.scope).href),
  )
  const cache = await caches.open(AHEAD)
  for (const request of await cache.keys())
    if (!wanted.has(request.url)) await cache.delete(request)
}

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/// <reference lib="webworker" />
/**
 * Serves the page's own files offline. Installing fetches the files of a round; on the page's
 * request it fetches texts, the scanner and all other files. Shown files stay cached. It never
 * handles the server's answers: the page caches those (keptAnswers.ts).
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
import { showPushMessages } from './pushMessages.ts'
import type { FromWorker, ToWorker } from './toWorker.ts'

declare const self: ServiceWorkerGlobalScope
/** Inserted by the build (build/serviceWorker.ts): the page, and the files of a round. */
declare const PRECACHED: (PrecacheEntry | string)[]
declare const SCANNER: readonly string[]
declare const REST: readonly string[]
declare const WORDS: Record<string, string[]>

precache(PRECACHED)
cleanupOutdatedCaches()

/** Captive portals answer with a page instead of a file; it must never be cached. */
const onlyFiles = {
  cacheWillUpdate: ({ response }: { response: Response }) =>
    Promise.resolve(
      response.status === 200 && response.headers.get('content-type')?.includes('html') !== true
        ? response
        : null,
    ),
}
/** Built files have a hash in their name, so their content never changes. */
const shown = new CacheFirst({
  cacheName: 'plantroom-shown',
  plugins: [onlyFiles, new ExpirationPlugin({ maxEntries: 400, maxAgeSeconds: 60 * 86_400 })],
})
/** The files of `SCANNER` and `REST`. Once complete, files of earlier releases are deleted. */
const AHEAD = 'plantroom-ahead'
const ahead = new CacheFirst({ cacheName: AHEAD, plugins: [onlyFiles] })
const kept = async (request: Request) =>
  (await matchPrecache(request)) ?? (await (await caches.open(AHEAD)).match(request))
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.includes('/assets/'),
  async (options) => (await kept(options.request)) ?? shown.handle(options),
)

/** Every address serves the same page. A server error of a proxy counts as offline. */
const fromNetwork = new NetworkOnly({ networkTimeoutSeconds: 5 })
registerRoute(
  new NavigationRoute(
    async (options) => {
      const answer = await fromNetwork.handle(options).catch(() => null)
      if (answer !== null && answer.status < 500) return answer
      return (await matchPrecache(self.registration.scope)) ?? answer ?? Response.error()
    },
    // Excludes calls, downloads, answers to reporters, and addresses with a file name.
    { denylist: [/\/api\//, /^\/reported\//, /\/[^/?]+\.\w+($|\?)/] },
  ),
)

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker
  if (message.kind === 'takeOver') event.waitUntil(self.skipWaiting())
  else event.waitUntil(keepAll(message, event))
})

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

/** Fetches missing files one by one. Returns false if one failed. */
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

showPushMessages(self)
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

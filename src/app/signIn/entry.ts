/**
 * Where a signed-out person's page begins: the form in the HTML is made to answer, and while they
 * type the application comes along, so that it is there when they are let in.
 */
import { takeUpFirstPage } from '../../features/auth/index.ts'
import '#ui/theme/fonts.ts'
import '#ui/theme/ground.css'
import '#ui/theme/words.css'

const AHEAD_AFTER_MS = 300
const RETRY_AFTER_MS = 2_000

let application: Promise<typeof import('../begin.ts')> | null = null
/** It is read while somebody types or an answer is on its way, and begins when it is told to. */
function load(): Promise<typeof import('../begin.ts')> {
  application ??= import('../begin.ts').then((loaded) => {
    void loaded.loadFirstScreen().catch(() => undefined) // the router asks again
    return loaded
  })
  return application
}

/** Without a network it is asked for until it is there: who was let in stays so. */
async function start(): Promise<void> {
  for (;;)
    try {
      return (await load()).begin()
    } catch {
      application = null
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    }
}

void takeUpFirstPage({ start, prepare: () => void load().catch(() => undefined) })
window.addEventListener('load', () =>
  setTimeout(() => {
    fetchAhead()
    // Where there is nothing else to do: who types must not wait for it.
    if ('requestIdleCallback' in window)
      window.requestIdleCallback(() => void load().catch(() => (application = null)))
  }, AHEAD_AFTER_MS),
)

/** The files of the first screen, named by the build (build/signInPage.ts). */
function fetchAhead(): void {
  const list = document.getElementById('ahead')?.textContent ?? '[]'
  for (const address of JSON.parse(list) as string[]) {
    const link = document.createElement('link')
    if (address.endsWith('.js')) link.rel = 'modulepreload'
    else Object.assign(link, { rel: 'prefetch', as: 'style' })
    link.href = address
    link.fetchPriority = 'low'
    document.head.append(link)
  }
}

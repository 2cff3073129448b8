/**
 * Entry for signed-out pages: connects the form in the HTML, and loads the application while the
 * user types.
 */
import { adoptFirstPage } from '../../features/auth/index.ts'
import '#ui/theme/fonts.ts'
import '#ui/theme/ground.css'
import '#ui/theme/words.css'

const AHEAD_AFTER_MS = 300
const RETRY_AFTER_MS = 2_000

let application: Promise<typeof import('../renderApplication.ts')> | null = null
/** Loads while the user types or an answer is pending; mounting waits for a call. */
function load(): Promise<typeof import('../renderApplication.ts')> {
  application ??= import('../renderApplication.ts').then((loaded) => {
    void loaded.loadFirstScreen().catch(() => undefined) // The router retries
    return loaded
  })
  return application
}

/** Retries until it loads, because the user is already signed in. */
async function start(): Promise<void> {
  for (;;)
    try {
      return (await load()).renderApplication()
    } catch {
      application = null
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    }
}

void adoptFirstPage({ start, prepare: () => void load().catch(() => undefined) })
window.addEventListener('load', () =>
  setTimeout(() => {
    fetchAhead()
    // Only when idle, so that typing is not delayed.
    if ('requestIdleCallback' in window)
      window.requestIdleCallback(() => void load().catch(() => (application = null)))
  }, AHEAD_AFTER_MS),
)

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

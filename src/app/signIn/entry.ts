/**
 * Where a signed-out person's page begins: the form in the HTML is made to answer, and while they
 * type the application comes along, so that it is there when they are let in.
 */
import { takeUpFirstPage } from '../../features/auth/index.ts'
import '../../ui/theme/fonts.ts'
import '../../ui/theme/ground.css'
import '../../ui/theme/words.css'

const AHEAD_AFTER_MS = 1_500

void takeUpFirstPage(() => import('../begin.ts').then(({ begin }) => begin()))
window.addEventListener('load', () => setTimeout(fetchAhead, AHEAD_AFTER_MS))

/** The files of the first screen, named by the build (vite.signInPage). */
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

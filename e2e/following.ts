/** Going through many screens inside one page, and knowing when each has come. */
import type { Page, Request } from '@playwright/test'
import { live } from '#contract/live.ts'

/** Without a title of its own, and draws next to nothing. */
export const nowhere = '/nowhere'
const ofNowhere = 'Plantroom'

/**
 * Goes as a followed link does, without loading the page anew; over a page that is not there, so
 * that the screen is drawn from nothing and its title says when it has come.
 */
export async function follow(page: Page, address: string): Promise<void> {
  for (const to of [nowhere, address]) {
    await page.evaluate((path) => {
      history.pushState({ idx: 1 }, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
    await page.waitForFunction(([title, isThere]) => (document.title === title) === isThere, [
      ofNowhere,
      to === nowhere,
    ] as const)
  }
}

/**
 * Files and answers under way. The event stream never ends, and of the map's worker nobody says that
 * it has come.
 */
export function countCalls(page: Page): Set<Request> {
  const calls = new Set<Request>()
  page.on('request', (request) => {
    const url = request.url()
    if (!url.includes(live.openLive.path) && !/-worker-[\w-]+\.js/.test(url)) calls.add(request)
  })
  page.on('requestfinished', (request) => calls.delete(request))
  page.on('requestfailed', (request) => calls.delete(request))
  return calls
}

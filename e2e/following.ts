/** Going through many screens inside one page, and knowing when each has come. */
import type { Page, Request } from '@playwright/test'
import { live } from '#contract/live.ts'

/** Without a title of its own, and draws next to nothing. */
export const nowhere = '/nowhere'
const ofNowhere = 'Plantroom'

/**
 * Navigates like a followed link, without a reload, by way of a missing page, so that the screen is
 * drawn from nothing and its title shows when it is ready.
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

/** Navigates through many screens in one page, and detects when each is ready. */
import type { Page, Request } from '@playwright/test'
import { live } from '#contract/live.ts'

/** An address without a title, whose screen renders almost nothing. */
export const nowhere = '/nowhere'
const ofNowhere = 'Plantroom'

/**
 * Navigates like a followed link, by way of a missing page, so that the screen is drawn from
 * nothing. Its title shows when it is ready.
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
 * Files and calls in progress. Excludes the event stream, which never ends, and the map's worker,
 * whose end is not reported.
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

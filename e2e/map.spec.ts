/**
 * The live map on a phone, in English and Hebrew, without outside requests, and again without a
 * picture.
 */
import { expect, test, type Page, type Route } from '@playwright/test'
import { phone, walkTheMap, type VenueNames } from './mapWalk.ts'
import { arriveAt } from './people.ts'
import { variantsOf } from './variants.ts'
import { wordsOf } from './words.ts'

const demo: VenueNames = {
  building: 'Building A',
  pump: 'Infusion pump 101',
  kind: /Infusion pump/,
  otherFloor: 'A2 Cardiology',
  gateway: 'BLE gateway 130',
  room: 'B1.05', // on the floor where the gateway is stored
}

const walks = [
  { language: 'en', isDrawn: true },
  { language: 'en', isDrawn: false },
  { language: 'he', isDrawn: true },
  { language: 'he', isDrawn: false },
] as const

// Without a picture the list is the screen; see MappingPage.test.tsx, and the last journey of this
// file.
for (const { language, isDrawn } of variantsOf(walks, 2)) {
  test.describe(`on a phone in ${language}${isDrawn ? '' : ', without a picture'}`, () => {
    test.use(phone)
    test('a technician finds a pump and sees it move, looks back, asks for the nearest, changes floors, places a gateway and clears it', async ({
      page,
      baseURL,
    }) => {
      test.setTimeout(300_000)
      await walkTheMap(page, baseURL, language, demo, isDrawn)
    })
  })
}

/** A page whose company has a map vendor's token. `answer` handles calls to the vendor. */
async function withToken(
  page: Page,
  answer: (route: Route) => Promise<void>,
): Promise<{ asked: string[]; kits: string[] }> {
  const seen = { asked: [] as string[], kits: [] as string[] }
  await page.route('**/api/map/token', (route) =>
    route.fulfill({ json: { token: 'pk.eyJ1IjoidGVzdCIsImEiOiJ0ZXN0In0.test' } }),
  )
  await page.route(/^https:\/\/([a-z]+\.)*mapbox\.com\//, (route) => {
    seen.asked.push(route.request().url())
    return answer(route)
  })
  page.on('request', (request) => {
    if (/assets\/(mapbox|maplibre)-/.test(request.url())) seen.kits.push(request.url())
  })
  return seen
}

test.describe('with a token of the map vendor', () => {
  test.use({ bypassCSP: true }) // this server has no token, so its policy names no vendor
  test('its map is loaded and draws our plan, though nobody answers', async ({ page }) => {
    const { kits } = await withToken(page, (route) => route.abort())
    await arriveAt(page, '/mapping', 'technician')
    await expect(page.locator('.mapboxgl-canvas')).toBeVisible()
    await expect.poll(() => kits.some((url) => url.includes('/mapbox-'))).toBe(true)
    await expect(page.getByRole('link', { name: /Infusion pump/ }).first()).toBeVisible()
  })
  test('that refuses it, our own map takes its place; and when that fails too, the list is the screen', async ({
    page,
  }) => {
    const words = wordsOf('en')
    await withToken(page, (route) =>
      route.fulfill({ status: 401, json: { message: 'Not Authorized - Invalid Token' } }),
    )
    await arriveAt(page, '/mapping', 'technician')
    await expect(page.getByText(words('map:errorAuth'))).toBeVisible()
    await expect(page.getByText(words('map:errorOwnMap'))).toBeVisible()
    await expect(page.locator('.maplibregl-canvas')).toBeVisible()
    await page.route(/assets\/maplibre-/, (route) => route.abort())
    await page.reload()
    await expect(page.getByText(words('map:errorListStays'))).toBeVisible()
    await expect(page.getByRole('link', { name: /Infusion pump/ }).first()).toBeVisible()
  })
})

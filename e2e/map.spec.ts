/** The live map on a phone, in English and in Hebrew, with nothing from outside, and again without any picture. */
import { expect, test, type Page } from '@playwright/test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signInAt } from './people.ts'
import { wordsOf, type Language } from './words.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Fails on anything that is asked of another origin. */
async function stayInside(page: Page, baseURL: string | undefined): Promise<string[]> {
  const outside: string[] = []
  await page.route((url) => /^https?:$/.test(url.protocol) && url.origin !== new URL(baseURL ?? '').origin, (route) => {
    outside.push(route.request().url())
    return route.abort()
  })
  return outside
}

for (const language of ['en', 'he'] as const satisfies readonly Language[]) {
  test.describe(`on a phone in ${language}`, () => {
    test.use(phone)
    test('a technician finds a pump, sees it move, looks at it in space, asks for the nearest and looks back', async ({ page, baseURL }) => {
      const words = wordsOf(language)
      const outside = await stayInside(page, baseURL)
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      await signInAt(page, '/mapping', 'technician', language)
      const map = page.getByRole('region', { name: words('titles:mapping'), exact: true })
      await expect(map.locator('canvas').first()).toBeVisible()

      await page.getByPlaceholder(words('map:searchLabel')).or(page.getByLabel(words('map:searchLabel'))).first().fill('infusion pump 101')
      await page.getByRole('link', { name: /Infusion pump 101/ }).click()
      const panel = page.getByRole('region', { name: words('common:details') })
      await expect(panel.getByRole('heading', { name: 'Infusion pump 101' })).toBeVisible()
      const coordinates = panel.getByTestId('coordinates')
      const first = await coordinates.textContent()
      await expect.poll(() => coordinates.textContent(), { timeout: 90_000 }).not.toBe(first)

      await page.getByText(words('map:space'), { exact: true }).click()
      await expect(map.locator('.space canvas')).toBeVisible()
      await page.getByText(words('map:flat'), { exact: true }).click()
      await expect(map.locator('.space canvas')).toHaveCount(0)

      await panel.getByRole('button', { name: words('map:replay') }).click()
      const slider = page.getByRole('slider', { name: words('map:moment') })
      await expect(slider).toBeVisible()
      const before = await page.locator('.replay-at').textContent()
      await slider.focus()
      for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowUp')
      await expect(page.locator('.replay-at')).not.toHaveText(before ?? '')
      await page.getByRole('button', { name: words('map:toLive') }).click()

      await panel.getByRole('link', { name: words('map:nearestUsable') }).click()
      await expect(page.getByRole('list', { name: words('titles:nearestEquipment') }).getByRole('listitem').first()).toContainText(/Infusion pump/)
      expect(outside).toEqual([])
      expect(faults).toEqual([])
    })
  })
}

test('a floor is chosen by name, and the address holds it', async ({ page }) => {
  const words = wordsOf('en')
  await signInAt(page, '/mapping', 'technician')
  await page.getByRole('combobox', { name: words('map:floor') }).click()
  await page.getByTitle('A2 Cardiology').or(page.locator('.ant-select-item-option', { hasText: 'A2 Cardiology' })).first().click()
  await expect(page).toHaveURL(/floor=\d+/)
  await expect(page.getByText(/on A2 Cardiology/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/on A2 Cardiology/)).toBeVisible()
})

test('without a picture the list is the screen: a gateway is placed in a room, and cleared, and put back', async ({ page }) => {
  const words = wordsOf('en')
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext
    // A browser without WebGL answers null; everything else is as it was.
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) { return kind.startsWith('webgl') ? null : Reflect.apply(real, this, [kind, ...rest]) } as typeof real
  })
  await signInAt(page, '/mapping', 'technician')
  await expect(page.getByText(words('map:errorLoading'))).toBeVisible()
  await page.getByLabel(words('map:searchLabel')).first().fill('BLE gateway 130')
  await page.getByRole('link', { name: /BLE gateway 130/ }).click()
  await page.getByRole('button', { name: words('map:place') }).click()
  await page.getByRole('combobox', { name: words('map:room') }).click()
  await page.keyboard.type('A0.05')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: words('map:placeHere') }).click()
  await expect(page.getByText(words('notices:placed'))).toBeVisible()
  const panel = page.getByRole('region', { name: words('common:details') })
  await expect(panel.getByText('Room A0.05')).toBeVisible()
  await panel.getByRole('button', { name: words('map:clearPlace') }).click()
  await expect(panel.getByText(words('map:noPositionLong'))).toBeVisible()
  await panel.getByRole('button', { name: words('map:undo') }).click()
  await expect(panel.getByText('Room A0.05')).toBeVisible()
  await panel.getByRole('button', { name: words('map:clearPlace') }).click()
  await expect(panel.getByText(words('map:noPositionLong'))).toBeVisible()
})

const real = join(process.env['REAL_DATA'] ?? '../shared/data', 'venues/westport-house')
const square = (x: number, size: number) => ({ type: 'Polygon', coordinates: [[[x, 51], [x + size, 51], [x + size, 51 + size], [x, 51 + size], [x, 51]]] })
const own = [{ name: 'annex-0.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [
  { type: 'Feature', properties: { id: 1, type: 'building_outline' }, geometry: square(15, 0.0006) }, { type: 'Feature', properties: { id: 2, type: 'room', name: 'Hall' }, geometry: square(15.0001, 0.0004) }, { type: 'Feature', properties: { id: 3, type: 'room' }, geometry: null },
] })) }]

test('a building is imported after a look at it, is not doubled, and the simulator walks there', async ({ page }) => {
  const words = wordsOf('en')
  // The real seven-storey office where it is at hand, else a hall of our own.
  const files = existsSync(real) ? readdirSync(real).map((name) => ({ name, mimeType: 'application/json', buffer: readFileSync(join(real, name)) })) : own
  const name = existsSync(real) ? 'Westport House' : 'annex-0'
  await signInAt(page, '/mapping/import', 'administrator')
  for (const time of ['first', 'again']) {
    await page.goto('/mapping/import')
    await page.locator('input[type=file]').setInputFiles(files)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await page.getByRole('button', { name: words('venueImport:apply') }).click()
    await expect(page.getByText(words('venueImport:done'))).toBeVisible({ timeout: 60_000 })
    if (time === 'again') await expect(page.getByText(/^0 new/)).toBeVisible()
  }
  await page.getByRole('link', { name: words('venueImport:openMap') }).click()
  await expect(page.getByRole('link', { name: /Roaming pump 1/ })).toBeVisible()
  await page.getByRole('link', { name: /Roaming pump 1/ }).click()
  const coordinates = page.getByTestId('coordinates')
  const first = await coordinates.textContent()
  await expect.poll(() => coordinates.textContent(), { timeout: 100_000 }).not.toBe(first)
})

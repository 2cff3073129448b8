import { expect, test } from '@playwright/test'
import { arriveAt } from './people.ts'
import { wordsOf } from './words.ts'

const square = (x: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, 51],
      [x + size, 51],
      [x + size, 51 + size],
      [x, 51 + size],
      [x, 51],
    ],
  ],
})
const own = [
  {
    name: 'annex-0.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { id: 1, type: 'building_outline' },
            geometry: square(15, 0.0006),
          },
          {
            type: 'Feature',
            properties: { id: 2, type: 'room', name: 'Hall' },
            geometry: square(15.0001, 0.0004),
          },
          { type: 'Feature', properties: { id: 3, type: 'room' }, geometry: null },
        ],
      }),
    ),
  },
]

test('a building is imported after a look at it, is not doubled, and the simulator walks there', async ({
  page,
}) => {
  const words = wordsOf('en')
  const name = 'annex-0'
  await arriveAt(page, '/mapping/import', 'administrator')
  for (const time of ['first', 'again']) {
    await page.goto('/mapping/import')
    await page.locator('input[type=file]').setInputFiles(own)
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

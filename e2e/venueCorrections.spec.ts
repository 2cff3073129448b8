import { expect, test } from '@playwright/test'
import { arriveAt } from './people.ts'
import { wordsOf } from './words.ts'

const square = (x: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, 51.5],
      [x + size, 51.5],
      [x + size, 51.5 + size],
      [x, 51.5 + size],
      [x, 51.5],
    ],
  ],
})
const feature = (properties: object, geometry: object) => ({
  type: 'Feature',
  properties,
  geometry,
})
const plan = {
  name: 'mill-0.geojson',
  mimeType: 'application/geo+json',
  buffer: Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        feature({ id: 'o', type: 'building_outline' }, square(18, 0.0006)),
        feature({ id: 'hall', type: 'room', name: 'Hall' }, square(18.0001, 0.0002)),
        feature({ id: 'lies', type: 'room', name: 'Loft' }, square(18.0002, 0.0002)),
      ],
    }),
  ),
}

test('a room on another is found on the picture, moved to a new floor, and taken over there', async ({
  page,
}) => {
  const words = wordsOf('en')
  await arriveAt(page, '/mapping/import', 'administrator')
  await page.locator('input[type=file]').setInputFiles([plan])
  await page
    .getByRole('button', { name: /^Show on/ })
    .first()
    .click()
  await expect(page.locator('path[data-room="hall"]')).toHaveAttribute('data-chosen', 'true')
  await page.getByRole('button', { name: /^Loft/ }).click()
  await page.getByLabel(words('venueImport:onFloor')).click()
  await page.getByText(words('venueImport:newFloor')).click()
  await expect(page.getByRole('button', { name: /^Show on/ })).toHaveCount(0)
  await page.getByRole('button', { name: words('venueImport:apply') }).click()
  await expect(page.getByText(words('venueImport:done'))).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: words('venueImport:openMap') }).click()
  await page.getByRole('button', { name: /mill-0 – new/ }).click()
  await expect(page.getByText('Loft').first()).toBeVisible()
})

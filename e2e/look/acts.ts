/** What a person does on a screen before its picture is taken. */
import type { Page } from '@playwright/test'

export async function readDirtyPlan(page: Page): Promise<void> {
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
  const room = (id: string, geometry: unknown, type = 'room') => ({
    type: 'Feature',
    properties: { id, type },
    geometry,
  })
  const features = [
    room('outline', square(15, 0.001), 'outline'),
    room('lab', square(15.0001, 0.0002)),
    room('lab', square(15.0004, 0.0002)),
    room('nothing', null),
    room('teapot', square(15, 0.0001), 'teapot'),
    room('at sea', square(40, 0.0001)),
    room('bow', {
      type: 'Polygon',
      coordinates: [
        [
          [15, 51],
          [15.0001, 51.0002],
          [15.0002, 51],
          [15, 51.0001],
          [15, 51],
        ],
      ],
    }),
    room('metres', square(1_600_000, 10)),
  ]
  await page.locator('input[type=file]').setInputFiles([
    {
      name: 'annex-0.geojson',
      mimeType: 'application/geo+json',
      buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })),
    },
  ])
  await page
    .getByTestId('venue-apply')
    .waitFor({ timeout: 20_000 })
    .catch(() => undefined)
}

/** A reading below the last: the form asks what happened. */
export async function readBelowLast(page: Page): Promise<void> {
  await page.getByTestId('meter-add-reading').first().click()
  await page.locator('form input[inputmode="decimal"]').first().fill('1')
  await page.locator('form button[type=submit]').last().click()
  await page.locator('form [role="radiogroup"], form .ant-radio-group').last().waitFor()
}

export async function roomChosen(page: Page): Promise<void> {
  await page.getByTestId('drawn-room').nth(1).click({ timeout: 20_000 })
}

/** Saving then asks what becomes of the person's tickets. */
export async function takeRoleAway(page: Page): Promise<void> {
  await page.locator('#roleIds').press('Backspace')
  await page.locator('form button[type=submit]').click()
  await page.locator('.ant-modal').getByRole('radiogroup').waitFor()
}

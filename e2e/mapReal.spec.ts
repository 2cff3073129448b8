/** The same walk in a real seven-storey building, if the real data is available. */
import { expect, test } from '@playwright/test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { phone, walkTheMap, type VenueNames } from './mapWalk.ts'
import { arriveAt } from './people.ts'
import { wordsOf } from './words.ts'

const real = join(process.env['REAL_DATA'] ?? '../shared/data', 'venues/westport-house')
const names: VenueNames = {
  building: 'Westport House',
  pump: 'Roaming pump 1, Westport House',
  kind: /pump/i,
  otherFloor: 'Second Floor',
  gateway: 'Gateway 2-1, Westport House',
  room: 'Meeting Room Small',
}

test.describe('a real building', () => {
  test.skip(!existsSync(real), 'The real venue is not at hand: this was not run.')
  test.describe.configure({ mode: 'serial' })

  test('is imported after a look at it, and is not doubled', async ({ page }) => {
    test.setTimeout(240_000)
    const words = wordsOf('en')
    const files = readdirSync(real).map((name) => ({
      name,
      mimeType: 'application/json',
      buffer: readFileSync(join(real, name)),
    }))
    await arriveAt(page, '/mapping/import', 'administrator')
    for (const time of ['first', 'again']) {
      await page.goto('/mapping/import')
      await page.locator('input[type=file]').setInputFiles(files)
      await expect(page.getByRole('heading', { name: names.building })).toBeVisible({
        timeout: 60_000,
      })
      await page.getByRole('button', { name: words('venueImport:apply') }).click()
      await expect(page.getByText(words('venueImport:done'))).toBeVisible({ timeout: 120_000 })
      if (time === 'again') await expect(page.getByText(/^0 new/)).toBeVisible()
    }
    await page.getByRole('link', { name: words('venueImport:openMap') }).click()
    await expect(page.getByTestId('building')).toContainText(names.building)
  })

  for (const language of ['en', 'he'] as const) {
    for (const isDrawn of [true, false]) {
      test.describe(`on a phone in ${language}${isDrawn ? '' : ', without a picture'}`, () => {
        test.use(phone)
        test('a technician walks it as the demo', async ({ page, baseURL }) => {
          test.setTimeout(300_000)
          await walkTheMap(page, baseURL, language, names, isDrawn)
        })
      })
    }
  }
})

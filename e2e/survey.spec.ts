/**
 * A floor is surveyed on a phone: choose a tag, touch the plan, wait, and a point is stored,
 * removed and restored. The demo's tag stays at the touched spot.
 */
import { expect, test } from '@playwright/test'
import { phone } from './mapWalk.ts'
import { arriveAt } from './people.ts'
import { variantsOf } from './variants.ts'
import { wordsOf } from './words.ts'

for (const language of variantsOf(['en', 'ar'] as const, 1)) {
  test.describe(`on a phone in ${language}`, () => {
    test.use(phone)
    test('a technician stands somewhere, is listened to, and takes the point back', async ({
      page,
    }) => {
      test.setTimeout(180_000)
      const words = wordsOf(language)
      await arriveAt(page, '/mapping', 'technician', language)
      await page
        .getByRole('navigation', { name: words('map:layers') })
        .getByRole('link', { name: words('map:show_survey') })
        .click()
      const panel = page.getByRole('region', { name: words('titles:siteSurvey') })
      const listen = panel.getByRole('button', { name: /30/ })
      await expect(listen).toBeDisabled()
      await panel.getByRole('combobox', { name: words('siteSurvey:tag') }).click()
      await page.locator('.ant-select-item-option').first().click()
      const plan = page.locator('.maplibregl-canvas')
      await expect(plan).toBeVisible()
      const { x, y, width, height } = (await plan.boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      }
      await expect(async () => {
        await page.touchscreen.tap(x + width / 2, y + height * 0.27)
        await expect(listen).toBeEnabled({ timeout: 2_000 })
      }).toPass()
      // The touched spot depends on the plan's position, but a room is certainly on the floor.
      await panel.getByRole('combobox', { name: words('map:room'), exact: true }).click()
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
      const points = panel.getByRole('region', { name: words('siteSurvey:pointsTitle') })
      const before = await points.getByRole('listitem').count()
      await listen.click()
      // The map may hold a busy machine for long.
      await expect(panel.getByRole('heading', { name: words('siteSurvey:stay') })).toBeVisible({
        timeout: 60_000,
      })
      const enough = panel.getByRole('button', { name: words('siteSurvey:enough') })
      await expect(enough).toBeEnabled({ timeout: 30_000 })
      await enough.click()
      // The demo's tag moves: if it is far from the chosen room, the page asks.
      const [doubted = ''] = words('siteSurvey:doubted', { metres: '|' }).split('|')
      await expect(
        panel.getByText(words('siteSurvey:kept')).or(panel.getByText(doubted)),
      ).toBeVisible()

      await expect(points.getByRole('listitem')).toHaveCount(before + 1)
      await points
        .getByRole('button', { name: new RegExp(words('siteSurvey:takeBack')) })
        .first()
        .click()
      await expect(points.getByRole('listitem')).toHaveCount(before)
      await points.getByRole('button', { name: words('common:undo'), exact: true }).click()
      await expect(points.getByRole('listitem')).toHaveCount(before + 1)
    })
  })
}

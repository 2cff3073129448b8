/**
 * On a phone: from the search to a pump on the map in one press, and to the nearest usable one with
 * its way in two. It is reserved, others see by whom, and released.
 */
import { expect, test } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { signIn as signInBy } from '#tests/apiClient.ts'
import { phone } from './mapWalk.ts'
import { people, arriveAt } from './people.ts'
import { wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

for (const language of variantsOf(['en', 'ar'] as const, 1)) {
  test.describe(`on a phone in ${language}`, () => {
    test.use(phone)
    test('a technician finds a pump, is led to the nearest usable one and takes it', async ({
      page,
      baseURL,
    }) => {
      test.setTimeout(180_000)
      const words = wordsOf(language)
      await arriveAt(page, '/', 'technician', language)
      await page
        .getByRole('button', { name: words('shell:searchEverything') })
        .first()
        .click()
      await page.getByRole('combobox', { name: words('shell:searchEverything') }).fill('pump 101')
      const onMap = page.locator('[id^="palette-map-"]', { hasText: 'Infusion pump 101' })
      await onMap.first().click()
      await expect(page).toHaveURL(/mapping\?id=\d+/)
      const panel = page.getByRole('region', { name: words('common:details') })
      const way = page.waitForResponse((answer) => answer.url().endsWith('/api/rtls/way'))
      await panel.getByRole('link', { name: words('map:nearestUsable') }).click()
      const legs = ((await (await way).json()) as { legs: { points: unknown[] }[] }).legs
      expect(legs[0]?.points.length).toBeGreaterThan(1)
      const list = page.getByRole('list', { name: words('titles:nearestEquipment') })
      const chosen = list
        .getByRole('listitem')
        .filter({ has: page.locator('[aria-current="true"]') })
      await expect(chosen.getByTestId('far')).toHaveText(/\d/)
      const name = (await chosen.locator('strong').textContent()) ?? ''

      await chosen
        .getByRole('button', { name: new RegExp(`^${words('map:takeIt')}.*${name}$`) })
        .click()
      await expect(page.getByRole('button', { name: words('map:letGo') })).toBeVisible()

      const manager = await signInBy(baseURL ?? '', people.manager)
      const { rows } = await manager.call(contract.nearest.listReservations)
      expect(rows.find(({ equipment }) => equipment.name === name)?.reservation.isMine).toBe(false)

      await page.getByRole('button', { name: words('map:letGo') }).click()
      await expect(
        page.getByRole('button', { name: new RegExp(`^${words('map:takeIt')}.*${name}$`) }),
      ).toBeVisible()
    })
  })
}

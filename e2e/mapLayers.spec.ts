/** One map: layers link to each other, stacked floors can be opened, a phone has a sheet. */
import { expect, test } from '@playwright/test'
import { phone } from './mapWalk.ts'
import { arriveAt } from './people.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('en')

test('from layer to layer, and into a floor of those that lie apart', async ({ page }) => {
  test.setTimeout(120_000)
  await arriveAt(page, '/mapping', 'technician')
  const layers = page.getByRole('navigation', { name: words('map:layers') })
  const open = (layer: string) => layers.getByRole('link', { name: words(`map:show_${layer}`) })
  const stage = page.getByRole('region', { name: words('titles:mapping'), exact: true })
  await expect(stage.locator('canvas').first()).toBeVisible()
  for (const layer of ['tickets', 'late', 'temperature']) {
    await open(layer).click()
    await expect(page).toHaveURL(new RegExp(`layer=${layer}`))
    await expect(open(layer)).toHaveAttribute('aria-current', 'true')
  }
  await open('heat').click()
  await expect(page.getByRole('heading', { name: words('map:timeByRoom') })).toBeVisible()
  await open('live').click()
  await page.getByText(words('map:stacked'), { exact: true }).click()
  const floors = stage.getByRole('list', { name: words('map:floors') })
  await floors.getByRole('button', { name: /^A2 Cardiology \d+/ }).click()
  await expect(page).toHaveURL(/mode=3D/)
  await expect(page.getByTestId('floor')).toContainText('A2 Cardiology')
})

test.describe('on a phone', () => {
  test.use(phone)
  test('the list is a sheet that keys draw up and down', async ({ page }) => {
    await arriveAt(page, '/mapping', 'technician')
    const list = page.getByRole('region', { name: words('map:assets') })
    const handle = page.getByRole('button', { name: words('map:sheetUp') })
    await expect(list).toBeVisible()
    const height = async () => (await list.boundingBox())?.height ?? 0
    const half = await height()
    await handle.focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(height).toBeGreaterThan(half * 1.5)
    const down = page.getByRole('button', { name: words('map:sheetDown') })
    await expect(down).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(height).toBeLessThan(half * 0.6)
  })
})

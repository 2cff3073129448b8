import { expect, test } from '@playwright/test'
import { inventory } from '#contract/inventory.ts'
import { locations } from '#contract/locations/locations.ts'
import { referenceData } from '#contract/referenceLists/referenceData.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

async function prepared(api: Api, mark: string) {
  const type = await api.call(referenceLists.createLocationType, {
    body: { name: `Store ${mark}` },
  })
  const place = await api.call(locations.createLocation, {
    body: { name: `Cellar ${mark}`, typeId: type.id },
  })
  const item = await api.call(referenceData.createInventoryItem, {
    body: {
      name: `Masks ${mark}`,
      unit: 'box',
      category: 'Consumables',
      hasDoses: false,
      procedureIds: [],
    },
  })
  const { stock } = await api.call(inventory.receiveStock, {
    body: { itemId: item.id, locationId: place.id, amount: 20, lot: 'L-1' },
  })
  return stock.id
}

const views: readonly { language: Language; phone: boolean }[] = [
  { language: 'en', phone: false },
  { language: 'he', phone: true },
]
for (const { language, phone } of variantsOf(views, 0))
  test(`stock is kept (${language}, ${phone ? 'phone' : 'desk'})`, async ({ page, baseURL }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const mark = `${language}${Date.now() % 100_000}`
    const api = await signIn(baseURL ?? '', people.administrator)
    const id = await prepared(api, mark)
    const amountNow = async () => (await api.call(inventory.getStock, { params: { id } })).amount
    await arriveAt(page, `/inventory?search=${encodeURIComponent(mark)}`, 'administrator', language)
    await page.getByRole('link', { name: `Masks ${mark}` }).click()
    const verb = (name: string) => page.getByRole('button', { name: words(name), exact: true })
    const panel = page.getByLabel(words('common:details'))
    await expect(panel.getByText('L-1')).toBeVisible()

    await panel.getByRole('button', { name: words('inventory:receive'), exact: true }).click()
    await page.getByLabel(words('inventory:amount'), { exact: true }).fill('5')
    await page.getByLabel(words('inventory:lot'), { exact: true }).fill('L-2')
    await panel.locator('button[type=submit]').click()
    await expect(panel.getByText('L-2')).toBeVisible()
    expect(await amountNow()).toBe(25)

    await verb('inventory:correct').click()
    await page.getByLabel(words('inventory:counted'), { exact: true }).fill('18')
    await panel.locator('button[type=submit]').click()
    await expect(page.getByText(words('common:required')).first()).toBeVisible()
    await page.getByLabel(words('inventory:reason'), { exact: true }).fill('Counted by hand')
    await panel.locator('button[type=submit]').click()
    await expect.poll(amountNow).toBe(23)
    await page.getByRole('tab', { name: words('inventory:history') }).click()
    await expect(panel.getByText('Counted by hand')).toBeVisible()
    await page
      .getByRole('button', {
        name: words('inventory:undoOf', { what: words('inventory:kind.corrected') }),
      })
      .click()
    await expect.poll(amountNow).toBe(25)

    await verb('inventory:setMinimum').click()
    await page.getByLabel(words('inventory:minimum'), { exact: true }).fill('40')
    await panel.locator('button[type=submit]').click()
    await expect(panel.getByText(words('inventory:state.low')).first()).toBeVisible()
  })

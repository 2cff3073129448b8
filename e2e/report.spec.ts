import { expect, test, type Locator } from '@playwright/test'
import { equipment } from '#contract/equipment/equipment.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

const views: readonly { language: Language; phone: boolean }[] = [
  { language: 'en', phone: false },
  { language: 'ar', phone: true },
]
for (const { language, phone } of variantsOf(views, 1))
  test(`the verbs of an open thing (${language}, ${phone ? 'phone' : 'desk'})`, async ({
    page,
    baseURL,
  }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const mark = `${language}${Date.now() % 100_000}`
    const api = await signIn(baseURL ?? '', people.administrator)
    const type = await api.call(referenceLists.createEquipmentType, { body: { name: mark } })
    const status = `Wanted ${mark}`
    await api.call(referenceLists.createEquipmentStatus, {
      body: { name: status, colour: 'orange', isUsable: true },
    })
    const { id } = await api.call(equipment.createEquipment, {
      body: { name: `Pump ${mark}`, typeId: type.id },
    })
    await arriveAt(page, `/equipment?id=${id}`, 'administrator', language)
    let presses = 0
    const press = async (what: Locator) => {
      presses += 1
      await what.click()
    }

    const verb = page.getByRole('button', { name: words('tickets:report.verb') })
    await expect(verb).toBeInViewport()
    await press(verb)
    await page.getByLabel(words('tickets:report.what')).fill(`Leaks ${mark}`)
    await press(page.getByRole('button', { name: words('tickets:report.send'), exact: true }))
    const sent = page.getByRole('dialog').getByRole('link', { name: `Leaks ${mark}` })
    await expect(sent).toBeVisible()
    expect(presses).toBeLessThanOrEqual(3)
    await page
      .getByRole('dialog')
      .getByRole('status')
      .getByRole('button', { name: words('common:close'), exact: true })
      .click()

    presses = 0
    await press(page.getByRole('button', { name: words('equipment:setStatus') }))
    await press(page.getByRole('menuitem', { name: status }))
    await expect(page.getByRole('button', { name: status })).toBeVisible()
    expect(presses).toBe(2)
  })

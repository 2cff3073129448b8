/**
 * Counts the presses of common actions after sign-in. Reporting a problem (3) and setting a status
 * (2) are counted in `report.spec.ts`, taking a ticket (2) in `tickets.spec.ts`.
 */
import { expect, test, type Locator } from '@playwright/test'
import { equipment } from '#contract/equipment/equipment.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { figureKeys } from '#contract/rules/companyFigures.ts'
import { signIn } from '#tests/apiClient.ts'
import { yesNo } from '#tests/fixtures.ts'
import { people, arriveAt } from './people.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

const walks: { language: Language; size: { width: number; height: number } }[] = [
  { language: 'en', size: { width: 1440, height: 900 } },
  { language: 'ar', size: { width: 390, height: 844 } },
]

// Enables animations, as most users have them. The other journeys disable animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

for (const { language, size } of variantsOf(walks, 1)) {
  test(`what is due takes no press, and a due check one (${language})`, async ({ page }) => {
    const words = wordsOf(language)
    await page.setViewportSize(size)
    await arriveAt(page, '/', 'technician', language)
    const round = page.getByRole('link', { name: words('today:startRound') }).first()
    await expect(round).toBeVisible()
    await page.locator('a[href*="/perform?"]:not([href*="round="])').first().click()
    await expect(page).toHaveURL(/\/procedure\/\d+\/perform\?/)
  })

  test(`Monday’s figures take no press (${language})`, async ({ page }) => {
    const words = wordsOf(language)
    await page.setViewportSize(size)
    await arriveAt(page, '/', 'manager', language)
    await expect(page.getByText(words('today:figure.onTime')).first()).toBeVisible()
    await expect(page.locator('a[data-figure]')).toHaveCount(figureKeys.length)
  })

  test(`a rule from a sentence takes five (${language})`, async ({ page, baseURL }) => {
    const words = wordsOf(language)
    const mark = `${language}${Date.now() % 100_000}`
    const api = await signIn(baseURL ?? '', people.administrator)
    const type = await api.call(referenceLists.createProcedureType, {
      body: { name: mark, isTracer: false },
    })
    await api.call(procedures.createProcedure, {
      body: {
        name: `Round ${mark}`,
        typeId: type.id,
        target: 'location',
        questions: [yesNo(-1, 'Is it well?')],
      },
    })
    await page.setViewportSize(size)
    await arriveAt(page, '/', 'administrator', language)
    await expect(page.locator('a[data-figure]')).toHaveCount(figureKeys.length)
    let presses = 0
    const press = async (what: Locator) => {
      presses += 1
      await what.click()
    }
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: words('shell:searchEverything') })
    await search.fill(words('automations:new'))
    await press(page.getByRole('option', { name: words('automations:new') }).first())
    const option = (name: string) =>
      page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name })
    await press(page.getByTestId('blank').first())
    await page.getByTestId('blank-picker').getByRole('combobox').fill(mark)
    await press(option(mark))
    await press(option('Repair'))
    await press(page.getByRole('button', { name: words('automations:editor.save'), exact: true }))
    await expect(page).toHaveURL(/\/automation-center\/\d+/)
    expect(presses).toBe(5)
  })

  test(`an unplanned check on the thing in front of one takes two (${language})`, async ({
    page,
    baseURL,
  }) => {
    const words = wordsOf(language)
    const mark = `${language}${Date.now() % 100_000}`
    const api = await signIn(baseURL ?? '', people.administrator)
    const type = await api.call(referenceLists.createEquipmentType, { body: { name: mark } })
    await api.call(equipment.createEquipment, {
      body: { name: `Pump ${mark}`, equipmentId: `NR-${mark}`, typeId: type.id },
    })
    const made = await api.call(referenceLists.createProcedureType, {
      body: { name: `Looks ${mark}`, isTracer: false },
    })
    await api.call(procedures.createProcedure, {
      body: {
        name: `Look at ${mark}`,
        typeId: made.id,
        target: 'equipment',
        equipmentTypeIds: [type.id],
        questions: [yesNo(-1, 'Is it well?')],
      },
    })
    await page.setViewportSize(size)
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'mediaDevices', { value: undefined })
    })
    await arriveAt(page, '/', 'administrator', language)
    let presses = 0
    const press = async (what: Locator) => {
      presses += 1
      await what.click()
    }
    await press(
      page
        .getByRole('link', { name: words('titles:scan') })
        .filter({ visible: true })
        .first(),
    )
    const number = page.getByLabel(words('scan:number'))
    await number.fill(`NR-${mark}`)
    await number.press('Enter')
    await press(page.getByRole('link', { name: new RegExp(`Look at ${mark}`) }))
    await expect(page).toHaveURL(/\/procedure\/\d+\/perform\?/)
    await expect(page.getByText('Is it well?')).toBeVisible()
    expect(presses).toBe(2)

    await page.goto('/')
    presses = 0
    const search = page.getByRole('combobox', { name: words('today:here') })
    await search.fill(`Pump ${mark}`)
    await press(page.locator('.ant-select-item-option', { hasText: mark }))
    await press(page.getByRole('link', { name: new RegExp(`Look at ${mark}`) }))
    await expect(page).toHaveURL(/\/procedure\/\d+\/perform\?/)
    expect(presses).toBe(2)
    await page.goBack()
    const found = page.getByRole('heading', { name: `Pump ${mark}` })
    await expect(found).toBeVisible()

    // A scanner's Enter arrives before the response.
    await page.getByRole('button', { name: words('common:close') }).click()
    await expect(found).toBeHidden()
    await search.pressSequentially(`NR-${mark}`)
    await search.press('Enter')
    await expect(found).toBeVisible()
  })
}

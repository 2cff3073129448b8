/**
 * An area is drawn on the plan, equipment is listed in it, a rule watches it, the report counts it,
 * and it is deleted.
 */
import { expect, test } from '@playwright/test'
import { equipment } from '#contract/equipment/equipment.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { zones } from '#contract/zones.ts'
import { labelPoint } from '#contract/venue/polygon.ts'
import { signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { variantsOf } from './variants.ts'
import { type Language, wordsOf } from './words.ts'

const views: readonly { language: Language; phone: boolean }[] = [
  { language: 'en', phone: false },
  { language: 'he', phone: true },
]
for (const { language, phone } of variantsOf(views, 1))
  test(`an area is drawn, entered, watched and reported (${language}, ${phone ? 'phone' : 'desk'})`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(180_000)
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const name = `Bay ${language}${Date.now() % 100_000}`
    const api = await signIn(baseURL ?? '', people.administrator)

    await arriveAt(page, '/mapping', 'administrator', language)
    await page
      .getByRole('navigation', { name: words('map:layers') })
      .getByRole('link', { name: words('map:show_areas'), exact: true })
      .click()
    await page.getByRole('button', { name: words('areas:draw') }).click()
    const panel = page.getByRole('region', { name: words('titles:areas') })
    await panel.getByLabel(words('common:name'), { exact: true }).fill(name)
    const plan = page.locator('.maplibregl-canvas')
    await expect(plan).toBeVisible()
    const corners = panel.getByRole('table', { name: words('areas:corners') }).getByRole('row')
    const { x, y, width, height } = (await plan.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    }
    await expect(async () => {
      await page.mouse.click(x + width / 2, y + height * 0.3)
      await expect(corners.nth(1)).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(panel.getByText(words('areas:fault_tooFew'))).toBeVisible()
    await panel.getByRole('button', { name: words('common:undo'), exact: true }).click()
    await panel.getByRole('combobox', { name: words('areas:ofRoom') }).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
    await panel.getByRole('button', { name: words('areas:takeOutline') }).click()
    await expect(corners).toHaveCount(5)
    await panel.getByRole('button', { name: words('areas:cornerAfter', { number: 1 }) }).click()
    await expect(corners).toHaveCount(6)
    await panel.getByRole('button', { name: words('common:save'), exact: true }).click()
    await expect(panel.getByRole('heading', { name })).toBeVisible()

    const [area] = (await api.call(zones.listAreas, { body: { search: name } })).rows
    if (area === undefined) throw new Error('The area was not kept')
    const [type] = (
      await api.call(referenceLists.listEquipmentTypes, {
        body: { limit: 1, search: 'wheelchair' },
      })
    ).rows
    if (type === undefined) throw new Error('The demo has no wheelchairs')
    const thing = await api.call(equipment.createEquipment, {
      body: { name: `Chair ${name}`, typeId: type.id },
    })
    await api.call(rtls.placeEquipment, {
      params: { equipmentId: thing.id },
      body: { ...labelPoint(area.outline), floorId: area.floorId },
    })
    const here = panel.getByRole('list', { name: words('entities:whoWasHere') }).first()
    await expect(here.getByRole('link', { name: thing.name })).toBeVisible({ timeout: 60_000 })

    await panel.getByRole('link', { name: words('areas:watch') }).click()
    const form = phone ? page.getByRole('dialog') : page.getByRole('complementary')
    await form.getByLabel(words('common:name'), { exact: true }).fill(name)
    await expect(form.getByText(words('zones:previewThings', { count: 1 }))).toBeVisible()
    await form.getByRole('button', { name: words('common:create'), exact: true }).click()
    await expect(page.getByText(name, { exact: true }).first()).toBeVisible()

    await page.goto(`/zones?view=areas&search=${encodeURIComponent(name)}`)
    await expect(page.getByText(words('zones:areasOf', { count: 1 }))).toBeVisible()

    await page.goto('/report/visits?of=area&by=zone')
    const title = `${words('reports:measure.visits')}: ${words('reports:visitsBy.zone')}`
    await page.getByRole('button', { name: `${words('charts:asTable')}: ${title}` }).click()
    await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()

    await page.goto(`/mapping/areas?area=${area.id}`)
    await panel.getByRole('button', { name: words('common:moreActions') }).click()
    await page.getByRole('menuitem', { name: words('common:delete') }).click()
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: words('common:delete') })
      .click()
    await expect(panel.getByRole('heading', { name })).toBeHidden()
    await api.call(equipment.deleteEquipment, { params: { id: thing.id } })
    const rules = await api.call(zones.listZoneRules, { body: { search: name } })
    expect(rules.count).toBe(0)
  })

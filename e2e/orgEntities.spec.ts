import { expect, test } from '@playwright/test'
import { equipment } from '#contract/equipment/equipment.ts'
import { orgEntities } from '#contract/orgEntities/orgEntities.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

const views: readonly { language: Language; phone: boolean }[] = [
  { language: 'en', phone: false },
  { language: 'ar', phone: true },
]
for (const { language, phone } of variantsOf(views, 0))
  test(`the organisation (${language}, ${phone ? 'phone' : 'desk'})`, async ({ page, baseURL }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const mark = `${language}${Date.now() % 100_000}`
    const api = await signIn(baseURL ?? '', people.administrator)
    const outer = await api.call(orgEntities.createOrgEntity, {
      body: {
        name: `Works ${mark}`,
        code: `W-${mark}`,
        kind: 'department',
        parentId: null,
        userIds: [],
      },
    })
    await arriveAt(page, '/org-entities', 'administrator', language)
    await expect(page.getByRole('link', { name: `Works ${mark}` })).toBeVisible()

    await page.getByRole('button', { name: words('management:addOne') }).click()
    await page.getByLabel(words('common:name'), { exact: true }).fill(`Lifts ${mark}`)
    await page.getByLabel(words('management:field_code'), { exact: true }).fill(`L-${mark}`)
    await page.getByLabel(words('management:field_parentId'), { exact: true }).click()
    await page.keyboard.type(`Works ${mark}`)
    await page
      .getByRole('option', { name: `Works ${mark}` })
      .or(page.locator('.ant-select-item-option').filter({ hasText: `Works ${mark}` }))
      .first()
      .click()
    await page.getByRole('button', { name: words('common:create') }).click()
    await expect(page.getByRole('link', { name: `Lifts ${mark}` })).toBeVisible()

    const { rows } = await api.call(orgEntities.getOrgEntities)
    const inner = rows.find(({ name }) => name === `Lifts ${mark}`)
    expect(inner?.path.map(({ id }) => id)).toEqual([outer.id])
    const type = await api.call(referenceLists.createEquipmentType, {
      body: { name: `Lift ${mark}` },
    })
    await api.call(equipment.createEquipment, {
      body: { name: `Lift one ${mark}`, typeId: type.id, orgEntityId: inner?.id ?? null },
    })
    const line = page.getByRole('listitem').filter({ hasText: `Works ${mark}` })
    await line.getByRole('link', { name: words('management:orgEquipment', { count: 1 }) }).click()
    await expect(page).toHaveURL(new RegExp(`org=${outer.id}`))
    await expect(page.getByText(`Lift one ${mark}`).first()).toBeVisible()

    await page.goto(`/org-entities?id=${inner?.id}`)
    await page.getByRole('button', { name: words('common:delete') }).click()
    await expect(
      page
        .getByRole('dialog')
        .last()
        .getByRole('button', { name: words('common:delete') }),
    ).toBeDisabled()
  })

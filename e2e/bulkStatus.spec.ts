/** Sets one status on all matching equipment: preview, save, and undo as a whole. */
import { expect, test } from '@playwright/test'
import { equipment } from '#contract/equipment/equipment.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { referenceData } from '#contract/referenceLists/referenceData.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { choose } from './pickers.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

async function prepared(api: Api, mark: string) {
  const typeId = (await api.call(referenceLists.createEquipmentType, { body: { name: mark } })).id
  const status = async (name: string) =>
    (
      await api.call(referenceLists.createEquipmentStatus, {
        body: { name: `${name} ${mark}`, colour: 'orange', isUsable: true },
      })
    ).id
  const [held, next] = [await status('Held'), await status('Next')]
  await status('Wanted')
  await api.call(referenceData.createProgressMap, {
    body: { name: `Map ${mark}`, statusIds: [held, next], equipmentTypeIds: [] },
  })
  for (const [name, statusId] of [
    ['A', null],
    ['B', null],
    ['C', held],
  ] as const)
    await api.call(equipment.createEquipment, {
      body: { name: `Thing ${mark} ${name}`, typeId, statusId },
    })
}

const views: readonly { language: Language; phone: boolean }[] = [
  { language: 'en', phone: false },
  { language: 'he', phone: true },
]
for (const { language, phone } of variantsOf(views, 1))
  test(`all that match get a status and give it back (${language}, ${phone ? 'phone' : 'desk'})`, async ({
    page,
    baseURL,
  }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const mark = `${language}${Date.now() % 100_000}`
    await prepared(await signIn(baseURL ?? '', people.administrator), mark)
    await arriveAt(page, `/equipment?search=${mark}`, 'administrator', language)

    const chip = page.getByRole('button', { name: words('common:filtered'), exact: true })
    const offered = async () => {
      if (phone) await chip.click()
      return page.getByRole('button', { name: words('equipment:statusOfAll') })
    }
    await (await offered()).click()
    if (phone) await expect(chip).toBeFocused()
    await expect(page.getByText(words('common:allSelected', { count: 3 }))).toBeVisible()
    await choose(page, words('equipment:chooseStatus'), `Wanted ${mark}`)
    await expect(page.getByText(words('equipment:batchChange', { count: 2 }))).toBeVisible()
    await expect(
      page.getByText(words('equipment:batchForbidden_leaves', { count: 1, map: `Map ${mark}` })),
    ).toBeVisible()
    await page.getByRole('button', { name: words('equipment:setStatus'), exact: true }).click()
    await expect(page.getByText(words('equipment:batchDone', { count: 2 }))).toBeVisible()
    await page.getByRole('button', { name: words('common:undo'), exact: true }).click()
    await expect(page.getByText(words('equipment:statusesRestored', { count: 2 }))).toBeVisible()
    await page.getByRole('button', { name: words('common:close'), exact: true }).click()
    await expect(await offered()).toBeVisible()
  })

import { expect, test } from '@playwright/test'
import { equipment } from '#contract/equipment/equipment.ts'
import { fellows } from '#contract/equipment/fellows.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

async function prepared(api: Api, mark: string) {
  const [cart, box] = [
    (await api.call(referenceLists.createEquipmentType, { body: { name: `Cart ${mark}` } })).id,
    (await api.call(referenceLists.createEquipmentType, { body: { name: `Box ${mark}` } })).id,
  ]
  await api.call(fellows.createFellowType, {
    body: {
      name: `Box on a cart ${mark}`,
      ownerTypeIds: [cart],
      fellowTypeIds: [box],
      maximum: 2,
      statusFollows: false,
    },
  })
  const make = async (name: string, typeId: number) =>
    (
      await api.call(equipment.createEquipment, {
        body: { name, typeId, equipmentId: name.replace(' ', '-') },
      })
    ).id
  const owner = await make(`Cart-${mark} one`, cart)
  for (const word of ['A', 'B', 'C']) await make(`Box${word} ${mark}`, box)
  return owner
}

const views: readonly { language: Language; phone: boolean }[] = [
  { language: 'en', phone: false },
  { language: 'he', phone: true },
]
for (const { language, phone } of variantsOf(views, 1))
  test(`things are attached and taken off (${language}, ${phone ? 'phone' : 'desk'})`, async ({
    page,
    baseURL,
  }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const mark = `${language}${Date.now() % 100_000}`
    const api = await signIn(baseURL ?? '', people.administrator)
    const owner = await prepared(api, mark)
    await arriveAt(page, `/fellow-equipment/${owner}`, 'administrator', language)
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })

    await page
      .getByRole('button', { name: words('fellows:pickUp', { fellow: `BoxA ${mark}` }) })
      .press('Enter')
    await page.getByRole('button', { name: words('fellows:putHere') }).press('Enter')
    const off = (name: string) =>
      page.getByRole('button', { name: words('fellows:detachOf', { fellow: name }) })
    await expect(off(`BoxA ${mark}`)).toBeVisible()

    const number = page.getByLabel(words('fellows:scanLabel', { owner: `Cart-${mark} one` }))
    await number.fill(`BoxB-${mark}`)
    await number.press('Enter')
    await expect(off(`BoxB ${mark}`)).toBeVisible()

    await number.fill(`BoxC-${mark}`)
    await number.press('Enter')
    await expect(page.getByText(words('notices:refused.fellowTypeFull'))).toBeVisible()

    await off(`BoxA ${mark}`).click()
    await expect(off(`BoxA ${mark}`)).toHaveCount(0)
    if (!phone) {
      await page
        .getByRole('listitem')
        .filter({ hasText: `BoxC ${mark}` })
        .getByText(`BoxC-${mark}`)
        .dragTo(line(`Cart-${mark} one`).locator('a').first())
      await expect(off(`BoxC ${mark}`)).toBeVisible()
    }
  })

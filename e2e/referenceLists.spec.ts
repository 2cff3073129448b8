import { expect, type Page, test } from '@playwright/test'
import { referenceData } from '#contract/referenceLists/referenceData.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { locations } from '#contract/locations/locations.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { tickets } from '#contract/tickets.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { choose } from './pickers.ts'
import { type Words, wordsOf } from './words.ts'

interface Kind {
  slug: string
  fill?: (page: Page, words: Words) => Promise<void>
  use?: (api: Api, id: number) => Promise<string>
}

const anything = { body: { limit: 1, sort: 'name' as const } }
const firstOf = async (rows: Promise<{ rows: { id: number }[] }>): Promise<number> =>
  (await rows).rows[0]?.id ?? 0

const kinds: readonly Kind[] = [
  {
    slug: 'equipment-types',
    use: async (api, typeId) =>
      (await api.call(equipment.createEquipment, { body: { name: 'Of a type', typeId } })).name,
  },
  {
    slug: 'equipment-statuses',
    use: async (api, statusId) =>
      (
        await api.call(equipment.createEquipment, {
          body: {
            name: 'In a status',
            typeId: await firstOf(api.call(referenceLists.listEquipmentTypes, anything)),
            statusId,
          },
        })
      ).name,
  },
  {
    slug: 'tags',
    use: async (api, tagId) =>
      (
        await api.call(equipment.createEquipment, {
          body: {
            name: 'With a tag',
            typeId: await firstOf(api.call(referenceLists.listEquipmentTypes, anything)),
            tagIds: [tagId],
          },
        })
      ).name,
  },
  {
    slug: 'location-types',
    use: async (api, typeId) =>
      (await api.call(locations.createLocation, { body: { name: 'Of a kind of place', typeId } }))
        .name,
  },
  {
    slug: 'procedure-types',
    use: async (api, typeId) =>
      (
        await api.call(procedures.createProcedure, {
          body: { name: 'Of a kind of procedure', typeId, target: 'either', questions: [] },
        })
      ).name,
  },
  {
    slug: 'ticket-types',
    use: async (api, ticketTypeId) =>
      (await api.call(tickets.openTicket, { body: { title: 'Of a ticket type', ticketTypeId } }))
        .title,
    async fill(page, words) {
      for (const [index, name] of ['Asked', 'Given'].entries())
        await page
          .getByRole('textbox', {
            name: words('management:stateName', { number: index + 1 }),
            exact: true,
          })
          .fill(name)
    },
  },
  {
    slug: 'metadata-fields',
    use: async (api, fieldId) =>
      (
        await api.call(equipment.createEquipment, {
          body: {
            name: 'With a fact',
            typeId: await firstOf(api.call(referenceLists.listEquipmentTypes, anything)),
            metadata: [{ fieldId, value: 'so' }],
          },
        })
      ).name,
  },
  {
    slug: 'api-hooks',
    fill: (page, words) =>
      page
        .getByLabel(words('management:field_url'), { exact: true })
        .fill('https://hooks.example.test/in'),
  },
  {
    slug: 'ticket-assign-rules',
    fill: (page, words) =>
      page
        .getByLabel(words('management:field_instruction'), { exact: true })
        .fill('Whoever is free.'),
  },
  { slug: 'inventory-items' },
  { slug: 'validation-types' },
  {
    slug: 'progress-maps',
    async fill(page, words) {
      for (const status of ['In use', 'Available']) {
        await page.getByRole('combobox', { name: words('management:stepAdd') }).fill(status)
        const list = page.locator('.ant-select-dropdown:visible')
        // Waits for the search, because the list below the pointer still changes.
        await expect(list.locator('.ant-select-item-option')).toHaveCount(1)
        await list.getByText(status, { exact: true }).click()
      }
    },
  },
]

test('each word of the company is made, used, found in use, guarded and replaced', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const words = wordsOf('en')
  const api = await signIn(baseURL ?? '', people.administrator)
  await arriveAt(page, '/management', 'administrator')
  for (const kind of kinds) {
    await test.step(kind.slug, async () => {
      const [before, after] = [`Before ${kind.slug}`, `After ${kind.slug}`]
      await make(page, words, kind, before)
      await make(page, words, kind, after)
      if (kind.use === undefined) return removeUnused(page, words, kind, before)
      const used = await kind.use(api, await idOf(page, kind, before))
      await replaceUsed(page, words, kind, { before, after, used })
    })
  }
  // The map uses a replaced status and must keep both steps.
  expect(
    (await api.call(referenceData.listProgressMaps, { body: { search: 'After', limit: 10 } }))
      .rows[0]?.statusIds,
  ).toHaveLength(2)
})

async function make(page: Page, words: Words, { slug, fill }: Kind, name: string): Promise<void> {
  await page.goto(`/management/${slug}?mode=new`)
  await page.getByRole('complementary').getByLabel(words('common:name'), { exact: true }).fill(name)
  await fill?.(page, words)
  await page.getByRole('button', { name: words('common:create'), exact: true }).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
}

async function idOf(page: Page, { slug }: Kind, name: string): Promise<number> {
  await page.goto(`/management/${slug}?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(/id=\d+/)
  return Number(new URL(page.url()).searchParams.get('id'))
}

async function removeUnused(page: Page, words: Words, kind: Kind, name: string): Promise<void> {
  await idOf(page, kind, name)
  await page.getByRole('tab', { name: words('management:tabUses') }).click()
  await expect(page.getByText(words('management:usesNone'))).toBeVisible()
  await page.getByRole('button', { name: words('common:delete'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(words('management:deleteUnused'))
  await dialog.getByRole('button', { name: words('common:delete'), exact: true }).click()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
}

async function replaceUsed(
  page: Page,
  words: Words,
  kind: Kind,
  { before, after, used }: { before: string; after: string; used: string },
): Promise<void> {
  await idOf(page, kind, before)
  await page.getByRole('tab', { name: words('management:tabUses') }).click()
  await expect(page.getByRole('tabpanel').getByText(used)).toBeVisible()
  await page.getByRole('button', { name: words('common:delete'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(used)).toBeVisible()
  await expect(
    dialog.getByRole('button', { name: words('common:delete'), exact: true }),
  ).toBeDisabled()
  await choose(page, words('management:replaceByHint'), after)
  await dialog.getByRole('button', { name: words('management:replaceAndDelete') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: before, exact: true })).toHaveCount(0)
  await idOf(page, kind, after)
  await page.getByRole('tab', { name: words('management:tabUses') }).click()
  await expect(page.getByRole('tabpanel').getByText(used)).toBeVisible()
}

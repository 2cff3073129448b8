/** A list of devices comes in from the file that somebody has, and is taken back as one. */
import { expect, test } from '@playwright/test'
import { equipment } from '#contract/equipment'
import { devices } from '#contract/devices'
import { referenceLists } from '#contract/referenceLists'
import { type Api, signIn } from '../tests/apiClient.ts'
import { xlsxOf } from '../tests/xlsx.ts'
import { people, signInAt } from './people.ts'
import { type Language, wordsOf } from './words.ts'

/** Things that carry a device, and what a gateway needs. */
async function prepared(api: Api, mark: string) {
  const { id } = await api.call(referenceLists.createEquipmentType, {
    body: { name: `Reader ${mark}` },
  })
  for (const place of ['1', '2'])
    await api.call(equipment.createEquipment, {
      body: { name: `Reader ${mark} ${place}`, typeId: id, equipmentId: `${mark}-${place}` },
    })
  await api.call(devices.createGatewayType, { body: { name: `Type ${mark}`, format: 'minew' } })
}

const views: readonly { language: Language; phone: boolean; radio: string }[] = [
  { language: 'en', phone: false, radio: 'E1' },
  { language: 'he', phone: true, radio: 'E2' },
]
for (const { language, phone, radio } of views)
  test(`gateways come in and are taken back (${language}, ${phone ? 'phone' : 'desk'})`, async ({
    page,
    baseURL,
  }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const mark = `${language}${Date.now() % 100_000}`
    await prepared(await signIn(baseURL ?? '', people.administrator), mark)
    await signInAt(page, '/iot/import', 'administrator', language)

    const mac = (last: string) => `ac233f${radio.toLowerCase()}00${last}`
    await page.getByLabel(words('imports:drop_gateways')).setInputFiles({
      name: `gateways-${mark}.xlsx`,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: xlsxOf({
        Notes: [['Only words']],
        Devices: [
          ['MAC', 'type', 'asset no', 'offset'],
          [mac('01'), `Type ${mark}`, `${mark}-1`, -2.5],
          [mac('02'), `type ${mark}`, `${mark}-2`, 0],
          ['nonsense', `Type ${mark}`, `${mark}-2`, 0],
        ],
      }),
    })
    await expect(page.getByText('Devices').first()).toBeVisible()
    await page.getByRole('button', { name: words('imports:check') }).click()
    const faults = page.getByRole('table', { name: words('imports:faults') })
    await expect(faults.getByText(words('imports:fault_notAnAddress'))).toBeVisible()
    await page.getByRole('button', { name: words('imports:run', { count: 2 }) }).click()
    const undo = page.getByRole('button', { name: words('imports:undo'), exact: true })
    await expect(undo).toBeVisible()

    await undo.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(words('imports:undo_removed', { count: 2 }))).toBeVisible()
    await dialog.getByRole('button', { name: words('imports:undo') }).click()
    await expect(page.getByText(words('imports:undone', { count: 2 }))).toBeVisible()
    await expect(undo).toBeHidden()
  })

/** Imports a device list from a file, and undoes the import as a whole. */
import { expect, test } from '@playwright/test'
import { equipment } from '#contract/equipment/equipment.ts'
import { devices } from '#contract/devices/devices.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { sensors } from '#contract/sensors.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { xlsxOf } from '#tests/xlsx.ts'
import { people, arriveAt } from './people.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

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
for (const { language, phone, radio } of variantsOf(views, 0))
  test(`gateways come in and are taken back (${language}, ${phone ? 'phone' : 'desk'})`, async ({
    page,
    baseURL,
  }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const mark = `${language}${Date.now() % 100_000}`
    await prepared(await signIn(baseURL ?? '', people.administrator), mark)
    await arriveAt(page, '/iot/import', 'administrator', language)

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

for (const { language, phone } of variantsOf(views, 1))
  test(`sensors come in, their faults are told, and they are taken back (${language}, ${phone ? 'phone' : 'desktop'})`, async ({
    page,
    baseURL,
  }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const mark = `${language}s${Date.now() % 100_000}`
    const api = await signIn(baseURL ?? '', people.administrator)
    await prepared(api, mark)
    await api.call(sensors.createSensorType, {
      body: {
        name: `Fridge ${mark}`,
        metric: 'temperature',
        unit: '°C',
        minimum: -30,
        maximum: 30,
        step: 0.1,
        everyMinutes: 15,
      },
    })
    await arriveAt(page, '/iot/import', 'administrator', language)

    const line = (last: string, low: string, high: string) =>
      `${mark}-${last};Probe ${mark} ${last};Fridge ${mark};${mark}-1;${low};${high}`
    await page.getByLabel(words('imports:drop_sensors')).setInputFiles({
      name: `sensors-${mark}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          'device id;name;type;asset no;lower limit;upper limit',
          line('1', '2', '8'),
          line('2', '2,5', '8'),
          line('3', '8', '2'),
          '',
        ].join('\n'),
      ),
    })
    await page.getByRole('button', { name: words('imports:check') }).click()
    const faults = page.getByRole('table', { name: words('imports:faults') })
    await expect(faults.getByText(words('imports:fault_limitsReversed'))).toBeVisible()
    await page.getByRole('button', { name: words('imports:run', { count: 2 }) }).click()
    const undo = page.getByRole('button', { name: words('imports:undo'), exact: true })
    await expect(undo).toBeVisible()
    const found = await api.call(sensors.listSensors, { body: { search: mark } })
    expect(found.rows).toMatchObject([{ lowerLimit: 2 }, { lowerLimit: 2.5 }])

    await undo.click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('imports:undo') })
      .click()
    await expect(page.getByText(words('imports:undone', { count: 2 }))).toBeVisible()
    expect((await api.call(sensors.listSensors, { body: { search: mark } })).count).toBe(0)
  })

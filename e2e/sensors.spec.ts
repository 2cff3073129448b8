import { expect, test } from '@playwright/test'
import { devices } from '#contract/devices/devices.ts'
import { sensors } from '#contract/sensors.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { choose } from './pickers.ts'
import { people, arriveAt } from './people.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

async function send(url: string, key: string, device: string, values: readonly number[]) {
  const response = await fetch(`${url}/api/iot/ingest/plantroom`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      readings: values.map((value, index) => ({
        sensor: device,
        value,
        battery: 64,
        at: new Date(Date.now() - (values.length - index) * 60_000).toISOString(),
      })),
    }),
  })
  expect(await response.json()).toMatchObject({ accepted: values.length, problems: [] })
}

async function prepared(api: Api, mark: string): Promise<string> {
  await api.call(sensors.createSensorType, {
    body: {
      name: `Probe ${mark}`,
      metric: 'temperature',
      unit: '°C',
      minimum: -40,
      maximum: 60,
      step: 0.1,
      everyMinutes: 10,
    },
  })
  return `DEVICE-${mark}`.toUpperCase()
}

const views: readonly { language: Language; phone: boolean }[] = [
  { language: 'en', phone: false },
  { language: 'ar', phone: true },
]
for (const { language, phone } of variantsOf(views, 1))
  test(`a sensor is added, heard and opened (${language}, ${phone ? 'phone' : 'desk'})`, async ({
    page,
    baseURL,
  }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const mark = `${language}${Date.now() % 100_000}`
    const api = await signIn(baseURL ?? '', people.administrator)
    const device = await prepared(api, mark)
    await arriveAt(page, '/iot/sensors', 'administrator', language)
    const panel = phone ? page.getByRole('dialog') : page.getByRole('complementary')

    await page.getByRole('button', { name: words('sensors:addSensor') }).click()
    await panel.getByLabel(words('common:name'), { exact: true }).fill(`Cold ${mark}`)
    await choose(page, words('sensors:type'), `Probe ${mark}`)
    await panel.getByLabel(words('sensors:deviceId')).fill(device.toLowerCase())
    await panel.getByLabel(words('sensors:upperLimit')).fill('8')
    await panel.getByRole('button', { name: words('common:create') }).click()
    await expect(panel).toHaveCount(0)

    await page.getByPlaceholder(words('sensors:search')).fill(mark)
    const row = page.getByRole(phone ? 'listitem' : 'row').filter({ hasText: `Cold ${mark}` })
    await expect(row).toContainText(words('sensors:state_noData'))

    // The sensor reports while the list is open, and is too warm.
    const { key } = await api.call(devices.createApiKey, {
      body: {
        name: `Readings ${mark}`,
        ips: [],
        expirationDate: null,
        isActive: true,
        monthLimit: null,
      },
    })
    await send(baseURL ?? '', key, device, [4.5, 5.1, 9.4])
    await expect(row).toContainText(words('sensors:state_tooHigh'), { timeout: 15_000 })
    await expect(row.getByRole('img')).toBeVisible()

    await row.getByText(`Cold ${mark}`).click()
    await expect(panel.getByText(words('sensors:events'))).toBeVisible()
    await expect(panel.getByText('64').first()).toBeVisible()
    await panel.getByRole('tab', { name: words('sensors:tabFacts') }).click()
    await expect(panel.getByLabel(words('sensors:deviceId'))).toHaveValue(device)
  })

import { expect, test } from '@playwright/test'
import { devices } from '#contract/devices/devices.ts'
import { sensors } from '#contract/sensors.ts'
import { signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('en')

/** An unused device sends three values. Returns its id once they are listed. */
async function heard(url: string): Promise<string> {
  const mark = `${Date.now() % 10_000_000}`
  const api = await signIn(url, people.administrator)
  const { key } = await api.call(devices.createApiKey, {
    body: { name: `Wild ${mark}`, ips: [], expirationDate: null, isActive: true, monthLimit: null },
  })
  const sensor = `WILD-${mark}`
  await fetch(`${url}/api/iot/ingest/plantroom`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      readings: ['temperature', 'humidity', 'co2'].map((metric) => ({ sensor, metric, value: 42 })),
    }),
  })
  // The server writes last values every few seconds.
  const listed = async () =>
    (await api.call(sensors.listDeviceMeasurements, { body: { limit: 10, search: sensor } })).count
  await expect.poll(listed, { timeout: 30_000 }).toBe(3)
  return sensor
}

for (const view of ['quarantine', 'measurements'] as const)
  test(`a phone makes a sensor of what came (${view})`, async ({ page, baseURL }) => {
    const device = await heard(baseURL ?? '')
    await page.setViewportSize({ width: 390, height: 844 })
    await arriveAt(page, `/iot/gateways?view=${view}&search=${device}`, 'administrator')
    const make = page
      .getByRole('listitem')
      .filter({ hasText: device })
      .getByRole('link', { name: words('gateways:makeSensor') })
      .first()
    await make.click()
    await expect(page).toHaveURL(/\/iot\/sensors\?.*mode=new/)
    await expect(page.getByLabel(words('sensors:deviceId'))).toHaveValue(device)
  })

test('beside an open report the list still says what it is about', async ({ page, baseURL }) => {
  const device = await heard(baseURL ?? '')
  await page.setViewportSize({ width: 1400, height: 900 })
  await arriveAt(page, `/iot/gateways?view=quarantine&search=${device}`, 'administrator')
  const row = page.getByRole('row').filter({ hasText: device }).first()
  await row.getByRole('link').first().click()
  await expect(page.getByRole('complementary')).toBeVisible()

  const about = row.getByRole('cell').filter({ hasText: device })
  expect((await about.boundingBox())?.width).toBeGreaterThan(200)
  expect((await row.boundingBox())?.height).toBeLessThan(110)
})

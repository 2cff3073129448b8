/**
 * A printed label in front of the camera opens its equipment; another installation's label is
 * refused; without a camera the number is typed.
 */
import { expect, test, type Page } from '@playwright/test'
import qrcode from 'qrcode-generator'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumArgs } from './chromiumArgs.ts'
import { arriveAt } from './people.ts'
import { choose } from './pickers.ts'
import { wordsOf, type Language } from './words.ts'
import { variantsOf } from './variants.ts'

const picture = join(tmpdir(), `plantroom-scan-${process.pid}.y4m`)
const chromium = process.env['CHROMIUM_PATH']

test.use({
  permissions: ['camera'],
  launchOptions: {
    ...(chromium ? { executablePath: chromium } : {}),
    args: [
      ...chromiumArgs,
      // A headless browser cannot ask for camera permission.
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${picture}`,
    ],
  },
})

/** Writes a one-picture video in grey and white, as a camera would send it. */
function hold(text: string): void {
  const [width, height] = [640, 480]
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const scale = Math.floor((height - 80) / size)
  const edge = {
    x: Math.floor((width - size * scale) / 2),
    y: Math.floor((height - size * scale) / 2),
  }
  const luma = Buffer.alloc(width * height, 0xd0)
  for (let y = 0; y < size * scale; y += 1)
    for (let x = 0; x < size * scale; x += 1)
      if (code.isDark(Math.floor(y / scale), Math.floor(x / scale)))
        luma[(y + edge.y) * width + x + edge.x] = 0x20
  const colour = Buffer.alloc((width * height) / 2, 0x80)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, colour])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(picture, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]))
}

/** The address on the first label for this search in the equipment list. */
async function thing(page: Page, search: string): Promise<string> {
  await page.goto(`/equipment?search=${encodeURIComponent(search)}`)
  await page.locator('tbody a').first().click()
  await expect(page).toHaveURL(/id=\d+/)
  return new URL(page.url()).searchParams.get('id') ?? ''
}

const walks: { language: Language; size: { width: number; height: number } }[] = [
  { language: 'en', size: { width: 1440, height: 900 } },
  { language: 'he', size: { width: 390, height: 844 } },
]

for (const { language, size } of variantsOf(walks, 0))
  test(`a label before the camera opens its thing, and no other installation’s (${language})`, async ({
    page,
    baseURL,
  }) => {
    const words = wordsOf(language)
    hold('nothing yet')
    await page.setViewportSize({ width: 1440, height: 900 })
    await arriveAt(page, '/', 'administrator', language)
    const id = await thing(page, 'BLE gateway')
    await page.setViewportSize(size)

    hold(`${baseURL ?? ''}/equipment/${id}`)
    await page.goto('/')
    await page
      .getByRole('link', { name: words('titles:scan') })
      .filter({ visible: true })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`/equipment\\?id=${id}$`), { timeout: 40_000 })

    hold(`https://elsewhere.example/equipment/${id}`)
    await page.goto('/scan')
    await expect(page.getByRole('alert')).toContainText('elsewhere.example', { timeout: 40_000 })
    await expect(page).toHaveURL(/\/scan$/)
    // A typed number keeps its order in right-to-left languages, too.
    await expect(page.getByLabel(words('scan:number'))).toHaveCSS('unicode-bidi', 'plaintext')
  })

test('without a camera the number is typed, and opens its thing', async ({ page, context }) => {
  const words = wordsOf('en')
  hold('nothing yet')
  await arriveAt(page, '/', 'administrator')
  await context.clearPermissions()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined })
  })
  await page.goto('/scan')
  await expect(page.getByText(words('scan:noCamera'))).toBeVisible()
  await page.getByLabel(words('scan:number')).fill('no such number')
  await page.getByRole('button', { name: words('scan:find') }).click()
  await expect(page.getByRole('alert')).toContainText('no such number')

  const label = '(01)09506000134352(21)SER-77(17)261231'
  await page.getByLabel(words('scan:number')).fill(label)
  await page.getByRole('button', { name: words('scan:find'), exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('SER-77')
  await page.getByRole('button', { name: words('scan:putOn') }).click()
  await choose(page, words('entities:equipment'), 'BLE gateway')
  await page.getByRole('button', { name: words('scan:putOnSave') }).click()
  await expect(page).toHaveURL(/\/equipment\?id=\d+$/)
  await page.goto('/scan')
  await page.getByLabel(words('scan:number')).fill('SN: SER-77')
  await page.getByRole('button', { name: words('scan:find'), exact: true }).click()
  await expect(page).toHaveURL(/\/equipment\?id=\d+$/)

  await page.goto('/scan')
  await page.getByLabel(words('scan:number')).fill('gw-101')
  await page.getByRole('button', { name: words('scan:find') }).click()
  await expect(page).toHaveURL(/\/equipment\?id=\d+$/)
})

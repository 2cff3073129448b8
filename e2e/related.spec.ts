import { expect, test } from '@playwright/test'
import { equipment } from '#contract/equipment/equipment.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const paper = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

const views: readonly { language: Language; phone: boolean }[] = [
  { language: 'en', phone: false },
  { language: 'he', phone: true },
]
for (const { language, phone } of variantsOf(views, 1))
  test(`a thing and what belongs to it (${language}, ${phone ? 'phone' : 'desk'})`, async ({
    page,
    baseURL,
  }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 })
    const words = wordsOf(language)
    const mark = `${language}${Date.now() % 100_000}`
    const api = await signIn(baseURL ?? '', people.administrator)
    const type = await api.call(referenceLists.createEquipmentType, {
      body: { name: `Pump ${mark}` },
    })
    const { id } = await api.call(equipment.createEquipment, {
      body: { name: `Pump ${mark}`, typeId: type.id },
    })

    await arriveAt(page, `/equipment?id=${id}`, 'administrator', language)
    await page.getByRole('button', { name: words('common:moreActions') }).click()
    await page.getByRole('link', { name: words('titles:equipmentRelated') }).click()
    await expect(page).toHaveURL(new RegExp(`/related-card/${id}`))
    await expect(page.getByRole('heading', { name: `Pump ${mark}`, level: 1 })).toBeVisible()
    await expect(page.getByText(words('equipment:noTickets'))).toBeVisible()
    const anchors = page.getByRole('navigation', { name: words('related:onThisPage') })
    await anchors.getByRole('link', { name: words('related:files') }).click()
    await expect(page).toHaveURL(/#files$/)

    const files = page.locator('#files')
    await files.locator('input[type=file]').setInputFiles([
      { name: `Plate ${mark}.png`, mimeType: 'image/png', buffer: picture },
      { name: `Guide ${mark}.pdf`, mimeType: 'application/pdf', buffer: paper },
      { name: `Page ${mark}.html`, mimeType: 'text/html', buffer: Buffer.from('<b>x</b>') },
    ])
    await expect(files.getByRole('button', { name: `Page ${mark}`, exact: true })).toBeVisible()
    await files.getByRole('button', { name: `Plate ${mark}`, exact: true }).click()
    const viewer = page.getByRole('dialog')
    await expect(viewer.getByRole('img', { name: `Plate ${mark}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    // The headless browser has no PDF viewer, so one is simulated.
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true }),
    )
    await files.getByRole('button', { name: `Guide ${mark}`, exact: true }).click()
    await expect(viewer.locator('iframe')).toHaveAttribute('src', /^blob:/)
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    const saved = page.waitForEvent('download')
    await files.getByRole('button', { name: `Page ${mark}`, exact: true }).click()
    expect((await saved).suggestedFilename()).toBe(`Page ${mark}.html`)

    await files.getByRole('button', { name: words('related:addLink') }).click()
    await viewer.getByLabel(words('common:name')).fill(`Elsewhere ${mark}`)
    await viewer.getByLabel(words('related:address')).fill('javascript:alert(1)')
    await viewer.getByRole('button', { name: words('related:addLink') }).click()
    await expect(viewer.getByText(words('related:notHttps'))).toBeVisible()
    await viewer.getByLabel(words('related:address')).fill('https://manuals.sample.test/pump')
    await viewer.getByRole('button', { name: words('related:addLink') }).click()
    await expect(files.getByRole('link', { name: `Elsewhere ${mark}` })).toHaveAttribute(
      'href',
      'https://manuals.sample.test/pump',
    )

    await files
      .getByRole('button', { name: words('related:removeOf', { name: `Plate ${mark}` }) })
      .click()
    await expect(files.getByRole('button', { name: `Plate ${mark}`, exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: words('common:undo') }).click()
    await expect(files.getByRole('button', { name: `Plate ${mark}`, exact: true })).toBeVisible()
  })

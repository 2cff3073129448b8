/** A scanner can read what the labels page prints and what it writes for label printers. */
import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { labelCodes } from '#contract/rules/labels.ts'
import { prepareLabelReader, printedZpl, textsOn } from '#tests/labelReader.ts'
import { arriveAt } from './people.ts'
import { wordsOf } from './words.ts'

const DOTS = 8

async function printedCodes(page: Page, most: number): Promise<string[]> {
  const labels = page.locator('[data-paper] [data-size] > div')
  const found: string[] = []
  for (let at = 0; at < Math.min(most, await labels.count()); at += 1)
    found.push(...(await textsOn(await labels.nth(at).screenshot())))
  return found
}

test.use({ deviceScaleFactor: 3 })

test('labels in each code are read, on paper and from a label printer', async ({ page }) => {
  prepareLabelReader()
  const words = wordsOf('he')
  await page.emulateMedia({ media: 'screen' })
  for (const code of labelCodes) {
    await arriveAt(page, `/labels?size=roll62&code=${code}&search=pump`, 'administrator', 'he')
    const isBars = code === 'code128'
    await expect(page.getByRole('button', { name: words('labels:printNow') })).toBeEnabled()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: words('labels:saveZpl') }).click()
    const zpl = readFileSync(await (await saving).path(), 'utf8')
      .split('\n')
      .slice(0, 3)
    const fromPrinter: string[] = []
    for (const label of zpl) {
      const png = await printedZpl(label, { width: 62 * DOTS, height: 29 * DOTS, dots: DOTS })
      fromPrinter.push(...(await textsOn(png)))
    }
    expect(fromPrinter).toHaveLength(3)
    for (const text of fromPrinter)
      expect(text).toMatch(isBars ? /^[A-Z]+-\d+/ : /\/r\/[0-9a-z]{16}$/)
    await page.emulateMedia({ media: 'print' })
    expect(await printedCodes(page, 3)).toEqual(fromPrinter)
    await page.emulateMedia({ media: 'screen' })
  }
})

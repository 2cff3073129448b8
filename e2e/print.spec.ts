/** Dashboards on A4: every chart stays in its card and shows its latest months. */
import { expect, test } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { dashboards } from '#contract/dashboards/dashboards.ts'
import { dynamicDashboards } from '#contract/dashboards/dynamicDashboards.ts'
import { signIn } from '#tests/apiClient.ts'
import { arriveAt, people } from './people.ts'

const MARGIN = 28 // points: 10 mm
const margin = { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' }

interface Word {
  text: string
  left: number
  right: number
}

async function wordsOn(bytes: Buffer): Promise<{ words: Word[]; width: number }> {
  const document = await getDocument({ data: new Uint8Array(bytes) }).promise
  const words: Word[] = []
  let width = 0
  for (let number = 1; number <= document.numPages; number += 1) {
    const sheet = await document.getPage(number)
    width = sheet.getViewport({ scale: 1 }).width
    for (const item of (await sheet.getTextContent()).items)
      if ('str' in item && item.str.trim() !== '') {
        const left = Number(item.transform[4])
        // Slanted labels end at their start.
        const isLevel = Math.abs(Number(item.transform[1])) < 0.01
        words.push({ text: item.str, left, right: left + (isLevel ? item.width : 0) })
      }
  }
  return { words, width }
}

test('a dashboard on A4 keeps every chart within its card, and the latest months', async ({
  page,
}) => {
  const api = await signIn(test.info().project.use.baseURL ?? '', people.administrator)
  const boards = await api.call(dashboards.listDashboards, { body: { limit: 1, search: 'Monday' } })
  const free = await api.call(dynamicDashboards.listDynamicDashboards, { body: { limit: 1 } })
  await page.setViewportSize({ width: 1600, height: 1000 })
  for (const path of [
    `/dashboard/${boards.rows[0]?.id}`,
    `/dynamic-dashboards/${free.rows[0]?.id}`,
  ]) {
    await arriveAt(page, path, 'administrator')
    await expect(page.locator('svg.recharts-surface').nth(1)).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const onScreen = await page.locator('.recharts-xAxis text').allTextContents()
    const { words, width } = await wordsOn(await page.pdf({ format: 'A4', margin }))
    const beyond = words.filter(
      ({ left, right }) => left < MARGIN - 1 || right > width - MARGIN + 1,
    )
    expect(beyond, path).toEqual([])
    const printed = words.map(({ text }) => text)
    for (const label of onScreen) expect(printed, path).toContain(label)
  }
})

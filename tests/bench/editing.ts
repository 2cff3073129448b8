/**
 * A dashboard of 200 cards in its editor: frame rate while a card is dragged, and the delay of a
 * key press.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { dashboardItems } from '#contract/dashboards/dashboardItems.ts'
import { dashboards } from '#contract/dashboards/dashboards.ts'
import { chromiumArgs } from '../../e2e/chromiumArgs.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { startServer } from '#tests/serverProcess.ts'
import { percentiles, type Row } from './measures.ts'

const CARDS = 200
const CHAPTERS = 4

export async function measureEditing(checkout: string): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-bench-'))
  const server = await startServer({ dataDir, checkout })
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArgs,
  })
  try {
    const api = await signIn(server.url, 'manager@plantroom.demo')
    const id = await build(api)
    const page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 } })
    ).newPage()
    await page.goto(`${server.url}/dashboard/${id}/edit?token=${api.token}`)
    await page.getByTestId('card-tile').locator('input').first().waitFor({ timeout: 120_000 })
    await page.evaluate(watcher)
    return [
      row('dragging by pointer', await during(page, () => byPointer(page))),
      row('dragging by keys', await during(page, () => byKeys(page))),
      row('typing a name', await during(page, () => typing(page))),
    ]
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function build(api: Api): Promise<number> {
  const items = await Promise.all(
    Array.from({ length: CARDS }, (_each, index) =>
      api.call(dashboardItems.createDashboardItem, {
        body: {
          name: `Card ${index + 1}`,
          dashboardCategoryId: null,
          type: 'averageScore',
          range: 'MONTH',
          data: { filters: [] },
        },
      }),
    ),
  )
  const chapters = Array.from({ length: CHAPTERS }, (_each, chapter) => ({
    title: `Chapter ${chapter + 1}`,
    items: items
      .slice((chapter * CARDS) / CHAPTERS, ((chapter + 1) * CARDS) / CHAPTERS)
      .map(({ id, name }) => ({ id, name, showHistory: false, width: 3, data: { filters: [] } })),
  }))
  const made = await api.call(dashboards.createDashboard, {
    body: {
      name: 'Two hundred cards',
      isFiltered: true,
      isRestrictedEquipment: false,
      isRestrictedProcedures: false,
      equipmentTypes: [],
      procedureTypes: [],
      locationTypes: [],
      data: { chapters },
    },
  })
  return made.id
}

interface Watched {
  frames: number[]
  waits: number[]
}
const row = (what: string, { frames, waits }: Watched): Row => {
  const [frame, wait] = [percentiles(frames), percentiles(waits)]
  return {
    part: 'editing',
    what: `${CARDS} cards, ${what}`,
    where: 'browser, software drawing',
    values: {
      'frame ms p50': frame['p50'] ?? 0,
      'frame ms p95': frame['p95'] ?? 0,
      'event to paint ms p50': wait['p50'] ?? 0,
      'event to paint ms p95': wait['p95'] ?? 0,
    },
  }
}

/** Runs in the page. As text, because the compiler's helpers do not exist there. */
const watcher = `window.plantroomWatch = { on: false, frames: [], waits: [] }
{ const w = window.plantroomWatch; let last = 0
  const tick = (now) => { if (w.on && last > 0) w.frames.push(now - last); last = w.on ? now : 0; requestAnimationFrame(tick) }; requestAnimationFrame(tick)
  const wait = (event) => { if (w.on) requestAnimationFrame(() => setTimeout(() => w.waits.push(performance.now() - event.timeStamp))) }
  addEventListener('keydown', wait, true); addEventListener('pointermove', wait, true) } undefined`

async function during(page: Page, work: () => Promise<void>): Promise<Watched> {
  await page.evaluate(
    'Object.assign(window.plantroomWatch, { on: true, frames: [], waits: [] }); undefined',
  )
  await work()
  return page.evaluate<Watched>(
    'window.plantroomWatch.on = false; ({ frames: window.plantroomWatch.frames, waits: window.plantroomWatch.waits })',
  )
}

const handles = (page: Page) =>
  page.getByTestId('card-tile').getByRole('button', { name: /^Drag:/ })

async function byPointer(page: Page): Promise<void> {
  const from = await handles(page).nth(1).boundingBox()
  if (from === null) throw new Error('The handle is not on screen')
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  for (let step = 1; step <= 60; step += 1)
    await page.mouse.move(from.x + 8 + step * 8, from.y + 8 + step * 5)
  await page.mouse.up()
}

async function byKeys(page: Page): Promise<void> {
  await handles(page).nth(2).focus()
  await page.keyboard.press('Space')
  await page.waitForTimeout(150)
  for (let step = 0; step < 40; step += 1)
    await page.keyboard.press(step % 4 === 3 ? 'ArrowDown' : 'ArrowRight')
  await page.keyboard.press('Space')
}

async function typing(page: Page): Promise<void> {
  await page.getByTestId('card-tile').locator('input').first().focus()
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') await page.keyboard.press(letter)
}

/** Many movers on one floor: how often the map draws, and how long a key waits, while every one of them moves each second. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { rtls } from '#contract/rtls'
import { chromiumArgs } from '../../e2e/chromiumArgs.ts'
import { signIn } from '../apiClient.ts'
import { startServer } from '../serverProcess.ts'
import { percentiles, round, type Row } from './measures.ts'

const SECONDS = 12
const counts = [0, 1_000, 5_000, 20_000]

export async function measureMap(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-bench-'))
  const server = await startServer({ dataDir })
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArgs })
  try {
    const api = await signIn(server.url, 'admin@plantroom.demo')
    const [home] = (await api.call(rtls.listBuildings)).rows
    const floor = await api.call(rtls.getFloor, { params: { id: home?.floors[0]?.id ?? 1 } })
    const rows: Row[] = []
    for (const count of counts) rows.push(await measure(browser, `${server.url}/mapping?token=${api.token}`, { id: floor.id, middle: floor.rooms[0] ?? { longitude: 0, latitude: 0 } }, count))
    return rows
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(browser: Browser, address: string, floor: { id: number; middle: { longitude: number; latitude: number } }, count: number): Promise<Row> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  let answers = 0
  // The server's own answer would measure the database; here the page is measured.
  await page.route('**/api/rtls/get-last-seen-all-equipment', (route) => {
    answers += 1
    const at = new Date().toISOString()
    const rows = Array.from({ length: count }, (_, index) => ({
      equipmentId: index + 1, floorId: floor.id, roomId: null, longitude: floor.middle.longitude + Math.cos(index) * 0.0002 + Math.random() * 0.00003, latitude: floor.middle.latitude + Math.sin(index * 7) * 0.0001 + Math.random() * 0.00002,
      accuracy: 2, at, method: 'distances', name: `Mover ${index}`, colour: 'blue', isStatic: false,
    }))
    return route.fulfill({ json: { at, count, rows } })
  })
  await page.goto(address)
  await page.locator('.floor-map canvas').first().waitFor()
  await page.waitForTimeout(4_000)
  const frames = await page.evaluate<number[]>(watchFrames(SECONDS * 1000))
  const delays = await keyDelays(page)
  await page.context().close()
  const { p50, p95 } = percentiles(frames)
  return { part: 'map', what: `${count.toLocaleString('en')} movers, all of them each second`, where: 'software WebGL', values: { 'frame ms p50': p50 ?? 0, 'frame ms p95': p95 ?? 0, 'frames a second': round(1000 / (frames.reduce((sum, time) => sum + time, 0) / frames.length)), 'key to paint ms p50': percentiles(delays)['p50'] ?? 0, 'updates': answers } }
}

/** Runs in the page; as text, because the compiler's own marks are not known there. */
const watchFrames = (milliseconds: number) => `new Promise((resolve) => {
  const times = []; const began = performance.now(); let last = began
  requestAnimationFrame(function tick(now) { times.push(now - last); last = now; if (now - began < ${milliseconds}) requestAnimationFrame(tick); else resolve(times.slice(1)) })
})`

async function keyDelays(page: Page): Promise<number[]> {
  await page.evaluate('window.plantroomKeys = []; addEventListener("keydown", (event) => { requestAnimationFrame(() => window.plantroomKeys.push(performance.now() - event.timeStamp)) }); undefined')
  await page.getByLabel('Find equipment').first().focus()
  for (const letter of 'pump pump pump') {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(120)
  }
  return page.evaluate<number[]>('window.plantroomKeys')
}

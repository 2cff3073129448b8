/** First loads with an empty cache on a throttled processor: size, and time until shown. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright'
import { chromiumArgs } from '../../e2e/chromiumArgs.ts'
import { signIn } from '#tests/apiClient.ts'
import { startServer } from '#tests/serverProcess.ts'
import { median, round, type Row } from './measures.ts'

const rounds = 5
const slowdown = 4

interface Load {
  scriptsFirst: number
  scriptsAll: number
  lcp: number
  blocking: number
}

export async function measurePages(checkout: string): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-bench-'))
  const server = await startServer({ dataDir, checkout })
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArgs,
  })
  try {
    const { token } = await signIn(server.url, 'admin@plantroom.demo')
    const pages = [
      { what: 'login page', address: `${server.url}/login` },
      { what: 'equipment list', address: `${server.url}/equipment?token=${token}` },
    ]
    const rows: Row[] = []
    for (const { what, address } of pages) {
      const loads: Load[] = []
      for (let round = 0; round < rounds; round += 1) loads.push(await load(browser, address))
      const of = (key: keyof Load) => round(median(loads.map((entry) => entry[key])))
      rows.push({
        part: 'pages',
        what,
        where: `${slowdown}× slower processor`,
        values: {
          'JS to show, kB gz': of('scriptsFirst'),
          'JS with what follows, kB gz': of('scriptsAll'),
          'LCP ms': of('lcp'),
          'blocked ms': of('blocking'),
        },
      })
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function load(browser: Browser, address: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(observe)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const scripts = weighScripts(page)
  await page.goto(address, { waitUntil: 'load' })
  await untilQuiet(page)
  const seen = await page.evaluate(() => window.plantroomSeen)
  const weights = (await Promise.all(scripts)).filter((entry) => entry !== undefined)
  const shownAt = seen.lcp
  await context.close()
  const sum = (list: { bytes: number }[]) =>
    list.reduce((total, { bytes }) => total + bytes, 0) / 1000
  return {
    scriptsFirst: sum(weights.filter(({ url }) => (seen.scripts[url] ?? 0) <= shownAt)),
    scriptsAll: sum(weights),
    lcp: shownAt,
    blocking: seen.blocking,
  }
}

/**
 * The event stream stays open, so the network is never idle. Resolves when nothing was requested
 * for a while.
 */
async function untilQuiet(page: Page): Promise<void> {
  const quietMs = 2_000
  let last = Date.now()
  page.on('request', () => {
    last = Date.now()
  })
  while (Date.now() - last < quietMs) await page.waitForTimeout(100)
}

function weighScripts(page: Page): Promise<{ url: string; bytes: number } | undefined>[] {
  const weights: Promise<{ url: string; bytes: number } | undefined>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    // The size with gzip, whatever encoding this server chose.
    weights.push(
      response.body().then(
        (body) => ({ url: response.url(), bytes: gzipSync(body).length }),
        () => undefined,
      ),
    )
  })
  return weights
}

interface Seen {
  lcp: number
  blocking: number
  scripts: Record<string, number>
}
declare global {
  interface Window {
    plantroomSeen: Seen
  }
}

function observe(): void {
  const seen: Seen = { lcp: 0, blocking: 0, scripts: {} }
  window.plantroomSeen = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.blocking += Math.max(0, entry.duration - 50)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.scripts[entry.name] = entry.startTime
  }).observe({ type: 'resource', buffered: true })
}

/**
 * Time from sign-in on a phone until a round works offline: the service worker controls the page
 * and has the files of a round, then all files. A proxy delays each request by 40 ms, because
 * Chromium throttles only requests of pages.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { chromiumArgs } from '../../e2e/chromiumArgs.ts'
import { startServer } from '#tests/serverProcess.ts'
import { median, round, type Row } from './measures.ts'

const ROUNDS = 3
const DELAY = 40
const TIMEOUT = 180_000

export async function measureOfflineReady(checkout: string): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-bench-'))
  const server = await startServer({ dataDir, checkout })
  const proxy = await startDelay(server.url)
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArgs,
  })
  try {
    const times: Times[] = []
    for (let turn = 0; turn < ROUNDS; turn += 1) times.push(await arrive(browser, proxy.url))
    const of = (key: keyof Times) => round(median(times.map((one) => one[key])))
    return [
      {
        part: 'offlineReady',
        what: 'after signing in',
        where: `390 px, 4× slower page, ${DELAY} ms a request`,
        values: {
          'files of a round ms': of('controlled'),
          'page says ready ms': of('ready'),
          'all files ms': of('all'),
        },
      },
    ]
  } finally {
    await browser.close()
    proxy.stop()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Times {
  controlled: number
  ready: number
  all: number
}

async function arrive(browser: Browser, url: string): Promise<Times> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(`${url}/login?return=%2Fmy-work`)
  await page.locator('input[name=email]').fill('technician@plantroom.demo')
  await page.locator('input[name=password]').fill('Plantroom1')
  const begun = performance.now()
  const since = () => performance.now() - begun
  await page.locator('button[type=submit]').click()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: TIMEOUT,
  })
  const controlled = since()
  await page.goto(`${url}/my-work`)
  await page.getByText('Ready for offline use').waitFor({ timeout: TIMEOUT })
  const ready = since()
  let [last, count] = [since(), -1]
  while (since() - last < 3_000) {
    const files = await page.evaluate(async () => {
      const names = await caches.keys()
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return lists.flat().length
    })
    if (files !== count) [last, count] = [since(), files]
    await page.waitForTimeout(100)
  }
  await context.close()
  console.log(`    ${JSON.stringify({ controlled, ready, all: last, count })}`)
  return { controlled, ready, all: last }
}

async function startDelay(to: string): Promise<{ url: string; stop(): void }> {
  const proxy = createServer((asked, answer) => {
    setTimeout(() => {
      const passed = request(
        new URL(asked.url ?? '/', to),
        { method: asked.method ?? 'GET', headers: asked.headers },
        (response) => {
          answer.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(answer)
        },
      )
      passed.on('error', () => answer.destroy())
      asked.pipe(passed)
    }, DELAY)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

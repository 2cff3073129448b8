/**
 * A phone user's waits: from an address to a usable form, from its submission to Today, and from
 * common presses to their first feedback. 390 px, a processor four times slower, 10 Mbit/s and 40
 * ms each way.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { chromiumArgs } from '../../e2e/chromiumArgs.ts'
import { signIn } from '#tests/apiClient.ts'
import { findLabelThings } from '../../e2e/look/labelThings.ts'
import { startServer } from '#tests/serverProcess.ts'
import { median, percentiles, round, type Row } from './measures.ts'

const ROUNDS = 3
const PRESS_ROUNDS = 2
const WHERE = '390 px, 4× slower, 10 Mbit/s'
const PASSWORD = 'Plantroom1'
const LINE = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
}

export async function measureFirstContent(checkout: string): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-bench-'))
  const server = await startServer({ dataDir, checkout })
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArgs,
  })
  try {
    const arrivals: Arrival[] = []
    for (const typing of [0, 4_000])
      for (let turn = 0; turn < ROUNDS; turn += 1)
        arrivals.push(await arrive(browser, server.url, typing))
    const rows = [0, 4_000].map((typing): Row => {
      const of = (key: Exclude<keyof Arrival, 'typing'>) =>
        round(median(arrivals.filter((one) => one.typing === typing).map((one) => one[key])))
      return {
        part: 'firstContent',
        what: typing === 0 ? 'pressed at once' : 'after 4 s of typing',
        where: WHERE,
        values: {
          'form shown ms': of('shown'),
          'form answers ms': of('answers'),
          'kB till then': of('bytesToForm'),
          'press to Today ms': of('today'),
          'kB in all': of('bytesToToday'),
        },
      }
    })
    const labels = await openLabels(browser, server.url)
    const presses = await pressed(browser, server.url)
    const all = [...presses.values()].flat()
    return [
      ...rows,
      labels,
      ...[...presses].map(([what, times]): Row => ({
        part: 'firstContent',
        what: `press: ${what}`,
        where: WHERE,
        values: { 'ms to answer': round(median(times)) },
      })),
      {
        part: 'firstContent',
        what: `press: all ${presses.size}`,
        where: WHERE,
        values: percentiles(all),
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The page of a label, for a visitor without an account. */
async function openLabels(browser: Browser, url: string): Promise<Row> {
  const { labelCode } = await findLabelThings(await signIn(url, 'admin@plantroom.demo'))
  const visits: { shown: number; answers: number; bytes: number }[] = []
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const { page, devtools } = await onPhone(browser)
    let bytes = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength / 1000
    })
    const begun = performance.now()
    await page.goto(`${url}/r/${labelCode}`, { waitUntil: 'commit' })
    await page.locator('#report button').waitFor()
    const shown = performance.now() - begun
    // the script shows the field for photos
    await page.locator('#photos').waitFor()
    visits.push({ shown, answers: performance.now() - begun, bytes })
    await page.context().close()
  }
  const of = (key: 'shown' | 'answers' | 'bytes') => round(median(visits.map((one) => one[key])))
  return {
    part: 'firstContent',
    what: 'label without an account',
    where: WHERE,
    values: {
      'page shown ms': of('shown'),
      'page answers ms': of('answers'),
      'kB in all': of('bytes'),
    },
  }
}

interface Arrival {
  typing: number
  shown: number
  answers: number
  bytesToForm: number
  today: number
  bytesToToday: number
}

async function onPhone(browser: Browser): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { page, devtools }
}

async function arrive(browser: Browser, url: string, typing: number): Promise<Arrival> {
  const { page, devtools } = await onPhone(browser)
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength / 1000
  })
  const begun = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('input[name=password]').waitFor()
  const shown = performance.now() - begun
  // the form's script adds the demo's people
  await page.locator('section[aria-labelledby=demo-title]').waitFor()
  const answers = performance.now() - begun
  const bytesToForm = bytes
  await page.waitForTimeout(typing)
  await page.locator('input[name=email]').fill('technician@plantroom.demo')
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.evaluate(watchFirstCheck)
  await page.locator('button[type=submit]').click()
  const today = await page
    .waitForFunction(() => window.plantroomFirstCheck ?? false)
    .then((found) => found.jsonValue())
    .then(Number)
  await page.context().close()
  return { typing, shown, answers, bytesToForm, today, bytesToToday: bytes }
}

/** From the press to the first frame that shows something of its answer. */
async function pressed(browser: Browser, url: string): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>()
  const { page } = await onPhone(browser)
  await page.addInitScript(watchPresses)
  await page.goto(`${url}/login`)
  await page.locator('input[name=email]').fill('manager@plantroom.demo')
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.locator('a[data-figure]').first().waitFor()
  for (let turn = 0; turn <= PRESS_ROUNDS; turn += 1)
    for (const { what, from, press } of commonest) {
      if (from !== undefined && new URL(page.url()).pathname + new URL(page.url()).search !== from)
        await go(page, from)
      await page.waitForTimeout(700)
      await page.evaluate(() => {
        window.plantroomPress = null
      })
      await press(page)
      const took = await page
        .waitForFunction(() => window.plantroomPress?.took ?? false, null, { timeout: 20_000 })
        .then((found) => found.jsonValue())
        .catch(() => {
          throw new Error(`Nothing answered a press: ${what}`)
        })
      if (turn > 0) times.set(what, [...(times.get(what) ?? []), Number(took)])
    }
  await page.context().close()
  return times
}

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
  await page.locator('main h1').first().waitFor()
}

const link = (path: string) => (page: Page) =>
  page.locator(`nav a[href="${path}"]:visible`).first().click()
const first = (selector: string) => (page: Page) =>
  page.locator(`${selector}:visible`).first().click()
const key = (name: string) => (page: Page) => page.keyboard.press(name)

const commonest: readonly { what: string; from?: string; press(page: Page): Promise<void> }[] = [
  { what: 'Today → equipment', from: '/', press: link('/equipment') },
  { what: 'equipment → Today', from: '/equipment', press: link('/') },
  { what: 'Today → tickets', from: '/', press: link('/tickets') },
  { what: 'tickets → Today', from: '/tickets', press: link('/') },
  { what: 'a figure opens its rows', from: '/', press: first('a[data-figure]') },
  { what: 'a thing of the list', from: '/equipment', press: first('main ul a[href*="id="]') },
  { what: 'its panel closes', press: key('Escape') },
  { what: 'filters of a list', from: '/equipment', press: first('button[aria-haspopup=dialog]') },
  { what: 'filters close', press: key('Escape') },
  { what: 'search everything', from: '/', press: key('Control+k') },
  { what: 'a letter typed there', press: key('p') },
  { what: 'search closes', press: key('Escape') },
  { what: 'the bell', from: '/', press: first('header button[aria-expanded], header button') },
  { what: 'the bell closes', press: key('Escape') },
  { what: 'a ticket of the list', from: '/tickets', press: first('main ul a[href*="id="]') },
  { what: 'its panel closes again', press: key('Escape') },
  { what: 'Today → map', from: '/', press: link('/mapping') },
  { what: 'procedures', from: '/procedure', press: first('main ul a[href*="/procedure"]') },
  { what: 'back', press: (page) => page.goBack().then(() => undefined) },
  { what: 'my work → Today', from: '/my-work', press: link('/') },
]

declare global {
  interface Window {
    plantroomPress: { at: number; took: number | null } | null
    plantroomFirstCheck?: number
  }
}

/**
 * Runs in the page before anything else. Feedback means that an element appears, disappears or
 * changes its state; a mere pressed look does not count.
 */
function watchPresses(): void {
  window.plantroomPress = null
  // Without named functions, because the loader of this file adds helpers to those that do not
  // exist in the page.
  for (const kind of ['click', 'keydown', 'popstate'])
    window.addEventListener(
      kind,
      (event) => {
        window.plantroomPress = { at: event.timeStamp, took: null }
      },
      { capture: true },
    )
  new MutationObserver(() => {
    const press = window.plantroomPress
    if (press === null || press.took !== null) return
    requestAnimationFrame(() => {
      press.took ??= Math.max(0.1, performance.now() - press.at)
    })
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['aria-expanded', 'aria-selected', 'aria-pressed', 'aria-current', 'hidden'],
  })
}

/**
 * From the press to the frame that shows the first check, if the form belongs to the application.
 */
function watchFirstCheck(): void {
  let at = 0
  window.addEventListener(
    'click',
    (event) => {
      at = event.timeStamp
    },
    { capture: true },
  )
  const seen = new MutationObserver(() => {
    if (document.querySelector('main a[href*="/perform?"]') === null) return
    seen.disconnect()
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        window.plantroomFirstCheck = performance.now() - at
      })
    })
  })
  seen.observe(document, { subtree: true, childList: true })
}

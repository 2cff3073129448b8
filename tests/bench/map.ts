/**
 * Many movers on one floor that all move each second: cost of parsing, preparing, uploading and
 * drawing, and the delay of a key press. Beside it a plain GeoJSON circle layer with the same
 * points, and the map's response to a user.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { columnsOf, type Seen } from '#contract/positioning/columns.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { chromiumArgs } from '../../e2e/chromiumArgs.ts'
import { signIn } from '#tests/apiClient.ts'
import { root } from '#tests/root.ts'
import { type ServerProcess, startServer } from '#tests/serverProcess.ts'
import { measureMotion, type Subject } from './mapMotion.ts'
import { median, percentiles, round, type Row } from './measures.ts'

const SECONDS = 12
const counts = (process.env['MOVERS'] ?? '0,1000,5000,20000').split(',').map(Number)

export async function measureMap(checkout: string): Promise<Row[]> {
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArgs,
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-bench-'))
  let server: ServerProcess | undefined
  try {
    server = await startServer({ dataDir, checkout })
    const subject = await subjectOn(server)
    const [floor] = subject.floors
    if (floor === undefined) throw new Error('The demo has no floor.')
    const rows = [await measureMotion(browser, subject, placesOf)]
    const address = `${subject.url}/mapping?token=${subject.token}`
    for (const count of counts) {
      const what = `${count.toLocaleString('en')} movers`
      rows.push(await measureOurs(browser, address, floor, count, what))
      if (count > 0) rows.push(await measureCircles(browser, subject.url, floor, count))
    }
    return rows
  } finally {
    await browser.close()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function subjectOn({ url }: ServerProcess): Promise<Subject> {
  const api = await signIn(url, 'admin@plantroom.demo')
  const [home] = (await api.call(rtls.listBuildings)).rows
  const floors: Floor[] = []
  for (const { id } of home?.floors ?? [])
    floors.push(await api.call(rtls.getFloor, { params: { id } }))
  return { url, token: api.token, floors }
}

function placesOf(floor: Floor, count: number): Seen[] {
  const middle = floor.rooms[0] ?? { longitude: 0, latitude: 0 }
  const at = new Date().toISOString()
  return Array.from({ length: count }, (_, index) => ({
    equipmentId: index + 1,
    floorId: floor.id,
    roomId: null,
    longitude: middle.longitude + Math.cos(index) * 0.0002 + Math.random() * 0.00003,
    latitude: middle.latitude + Math.sin(index * 7) * 0.0001 + Math.random() * 0.00002,
    accuracy: 2,
    at,
    method: 'distances',
    colour: 'blue',
    isStatic: false,
    glyph: index % 6,
  }))
}

async function measureOurs(
  browser: Browser,
  address: string,
  floor: Floor,
  count: number,
  what: string,
): Promise<Row> {
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 } })
  ).newPage()
  let [answers, bytes] = [0, 0]
  // The server's own answer would measure the database; here the page is measured.
  await page.route('**/api/rtls/live-positions', (route) => {
    answers += 1
    const body = JSON.stringify(columnsOf(new Date().toISOString(), count, placesOf(floor, count)))
    bytes = body.length
    return route.fulfill({ contentType: 'application/json', body })
  })
  await page.addInitScript(
    'window.plantroomTimes = {}; new PerformanceObserver((list) => { for (const { name, duration } of list.getEntries()) (window.plantroomTimes[name] ??= []).push(duration) }).observe({ type: "measure" }); undefined',
  )
  await page.goto(address)
  await page.locator('section canvas').first().waitFor()
  await page.waitForTimeout(4_000)
  await page.evaluate('window.plantroomTimes = {}; undefined')
  const before = await processorSeconds(browser)
  const frames = await page.evaluate<number[]>(watchFrames(SECONDS * 1000))
  const spent = (await processorSeconds(browser)) - before
  const times = await page.evaluate<Record<string, number[]>>('window.plantroomTimes')
  const draws = times['map.draw']?.length ?? 0
  const delays = await keyDelays(page, 'input')
  const parse = await page.evaluate<number>(
    parseTime(JSON.stringify(columnsOf(new Date().toISOString(), count, placesOf(floor, count)))),
  )
  const parseRows = await page.evaluate<number>(
    parseTime(
      JSON.stringify({
        rows: placesOf(floor, count).map((one) => ({ ...one, name: `Mover ${one.equipmentId}` })),
      }),
    ),
  )
  await page.context().close()
  const part = (name: string) => round(median(times[name] ?? [0]))
  return row(what, frames, delays, {
    'draws a second': round(draws / SECONDS),
    'CPU s': round(spent),
    ...(draws > 0 && { 'CPU ms a draw': round((spent * 1_000) / draws) }),
    'answer kB': Math.round(bytes / 1024),
    'parse ms': round(parse),
    'parse as rows ms': round(parseRows),
    'take ms': part('map.take'),
    'set out ms': part('map.setOut'),
    'upload ms': part('map.upload'),
    'draw call ms': part('map.draw'),
    updates: answers,
  })
}

/** Of all processes of the browser. Without a graphics card its graphics process draws. */
async function processorSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/** The plan and one circle layer on MapLibre alone, without our page: one `setData` each second. */
async function measureCircles(
  browser: Browser,
  url: string,
  floor: Floor,
  count: number,
): Promise<Row> {
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 } })
  ).newPage()
  const library = join(root, 'node_modules/maplibre-gl/dist')
  await page.route('**/circles/**', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    return name === 'page'
      ? route.fulfill({ contentType: 'text/html', body: circlesPage(floor) })
      : route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(library, name)) })
  })
  await page.goto(`${url}/circles/page`)
  await page.waitForFunction('window.isDrawn === true', undefined, { timeout: 60_000 })
  const sets: number[] = []
  let isOver = false
  const feeding = (async () => {
    while (!isOver) {
      const began = performance.now()
      const points = {
        type: 'FeatureCollection',
        features: placesOf(floor, count).map(({ longitude, latitude }) => ({
          type: 'Feature',
          properties: { colour: '#2f6fd0', opacity: 1 },
          geometry: { type: 'Point', coordinates: [longitude, latitude] },
        })),
      }
      sets.push(
        await page
          .evaluate<number, string>(
            (text) => (window as unknown as { take(text: string): number }).take(text),
            JSON.stringify(points),
          )
          .catch(() => 0),
      ) // the page defines this function, see below
      await new Promise((done) => {
        setTimeout(done, Math.max(0, 1_000 - (performance.now() - began)))
      })
    }
  })()
  await page.waitForTimeout(3_000)
  await page.evaluate('window.draws = 0; undefined')
  const frames = await page.evaluate<number[]>(watchFrames(SECONDS * 1000))
  const draws = await page.evaluate<number>('window.draws')
  const delays = await keyDelays(page, 'input')
  isOver = true
  await feeding
  await page.context().close()
  return row(`${count.toLocaleString('en')} plain circles`, frames, delays, {
    'draws a second': round(draws / SECONDS),
    'answer kB': 0,
    'parse ms': round(median(sets)),
    'parse as rows ms': 0,
    'take ms': 0,
    'set out ms': 0,
    'upload ms': 0,
    'draw call ms': 0,
    updates: sets.length,
  })
}

const circlesPage = (
  floor: Floor,
) => `<!doctype html><html><body style="margin:0"><input><div id="map" style="position:absolute;inset:30px 0 0 340px"></div><script type="module">
import * as maplibre from './maplibre-gl.mjs'
maplibre.setWorkerUrl(new URL('./maplibre-gl-worker.mjs', location.href).href)
const plan = ${JSON.stringify({ type: 'FeatureCollection', features: [floor.outline, ...floor.rooms.map(({ outline }) => outline), ...floor.parts.map(({ shape }) => shape)].map((geometry) => ({ type: 'Feature', properties: {}, geometry })) })}
const map = new maplibre.Map({ container: 'map', attributionControl: false, style: { version: 8, sources: { plan: { type: 'geojson', data: plan }, points: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } }, layers: [
  { id: 'plan', type: 'fill', source: 'plan', filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'fill-color': '#fff', 'fill-outline-color': '#889' } },
  { id: 'points', type: 'circle', source: 'points', paint: { 'circle-color': ['get', 'colour'], 'circle-opacity': ['get', 'opacity'], 'circle-radius': 7, 'circle-stroke-width': 2, 'circle-stroke-color': '#fff' } } ] } })
const xs = plan.features[0].geometry.coordinates[0].map(([x]) => x), ys = plan.features[0].geometry.coordinates[0].map(([, y]) => y)
map.fitBounds([[Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)]], { padding: 36, duration: 0 })
window.draws = 0
map.on('render', () => { window.draws += 1 })
map.on('load', () => { window.isDrawn = true })
window.take = (text) => { const began = performance.now(); map.getSource('points').setData(JSON.parse(text)); return performance.now() - began }
</script></body></html>`

function row(
  what: string,
  frames: readonly number[],
  delays: readonly number[],
  values: Row['values'],
): Row {
  const { p50, p95 } = percentiles(frames)
  return {
    part: 'map',
    what,
    where: 'software WebGL',
    values: {
      'frame ms p50': p50 ?? 0,
      'frame ms p95': p95 ?? 0,
      'frames a second': round(
        1000 / (frames.reduce((sum, time) => sum + time, 0) / frames.length),
      ),
      'key to paint ms p50': percentiles(delays)['p50'] ?? 0,
      'key to paint ms p95': percentiles(delays)['p95'] ?? 0,
      ...values,
    },
  }
}

/** Runs in the page. As text, because the compiler's helpers do not exist there. */
const watchFrames = (milliseconds: number) => `new Promise((resolve) => {
  const times = []; const began = performance.now(); let last = began
  requestAnimationFrame(function tick(now) { times.push(now - last); last = now; if (now - began < ${milliseconds}) requestAnimationFrame(tick); else resolve(times.slice(1)) })
})`

const parseTime = (text: string) =>
  `(() => { const text = ${JSON.stringify(text)}; const times = []; for (let turn = 0; turn < 5; turn += 1) { const began = performance.now(); JSON.parse(text); times.push(performance.now() - began) } return times.sort((a, b) => a - b)[2] })()`

async function keyDelays(page: Page, field: string): Promise<number[]> {
  await page.evaluate(
    'window.plantroomKeys = []; addEventListener("keydown", (event) => { requestAnimationFrame(() => window.plantroomKeys.push(performance.now() - event.timeStamp)) }); undefined',
  )
  await page.locator(field).first().focus()
  for (const letter of 'pump pump pump') {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(120)
  }
  return page.evaluate<number[]>('window.plantroomKeys')
}

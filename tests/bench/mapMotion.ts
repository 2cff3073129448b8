/**
 * The map's response to a user: when a floor is visible, how smoothly it turns to 3D and separates,
 * how soon a selected object is centred. Observed from outside at the canvas calls, so that any
 * version of the map can be measured.
 */
import type { Browser, Page } from 'playwright'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { columnsOf, type Seen } from '#contract/positioning/columns.ts'
import { median, round, type Row } from './measures.ts'

export interface Subject {
  url: string
  token: string
  floors: readonly Floor[]
}

const ROUNDS = 3
const ASSETS = 200
const SETTLED = 1_500

interface Figures {
  'first picture ms': number[]
  'turning: frames a second': number[]
  'turning: longest frame ms': number[]
  'turning: there after ms': number[]
  'chosen centred after ms': number[]
}
const noFigures = (): Figures => ({
  'first picture ms': [],
  'turning: frames a second': [],
  'turning: longest frame ms': [],
  'turning: there after ms': [],
  'chosen centred after ms': [],
})

export async function measureMotion(
  browser: Browser,
  subject: Subject,
  placesOf: (floor: Floor, count: number) => Seen[],
): Promise<Row> {
  const figures = noFigures()
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    figures['first picture ms'].push(await firstPicture(browser, subject, turn))
    await turned(browser, subject, placesOf, figures)
  }
  return {
    part: 'map',
    what: 'looking',
    where: 'software WebGL',
    values: Object.fromEntries(
      Object.entries(figures).map(([what, times]) => [what, round(median(times))]),
    ),
  }
}

async function opened(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.addInitScript(watching)
  return page
}

/** Playwright's own waiting evaluates text, which the page's policy forbids. */
async function until(page: Page, isSo: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await page.waitForTimeout(50))
    if (await page.evaluate<boolean>(isSo)) return
  throw new Error(`It never came to be: ${isSo}`)
}

/** Runs in the page, so our types do not apply. */
const goTo = (page: Page, path: string) =>
  page.evaluate(
    `window.plantroomFrames.length = 0; window.plantroomPressed = performance.now();
     history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate', { state: null })); undefined`,
  )

/**
 * A floor that was not opened yet, after another in the same session: the code is loaded, its plan
 * is not. A processor four times slower.
 */
export async function firstPicture(
  browser: Browser,
  { url, token, floors }: Subject,
  turn: number,
): Promise<number> {
  const page = await opened(browser)
  const other = floors[1 + (turn % (floors.length - 1))]
  await page.goto(`${url}/mapping?token=${token}&floor=${floors[0]?.id}`)
  await until(page, 'window.plantroomPicture !== null')
  await page.waitForTimeout(1_000)
  await goTo(page, '/tickets')
  await until(page, "document.querySelector('.maplibregl-canvas') === null")
  await page.waitForTimeout(1_000)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate('window.plantroomPicture = null')
  await goTo(page, `/mapping?floor=${other?.id}`)
  await until(page, 'window.plantroomPicture !== null')
  const milliseconds = await page.evaluate<number>(
    'window.plantroomPicture - window.plantroomPressed',
  )
  await page.context().close()
  return milliseconds
}

async function turned(
  browser: Browser,
  { url, token, floors }: Subject,
  placesOf: (floor: Floor, count: number) => Seen[],
  own: Figures,
): Promise<void> {
  const [floor] = floors
  if (floor === undefined) throw new Error('There is no floor to look at.')
  const page = await opened(browser)
  await page.route('**/api/rtls/live-positions', (route) =>
    route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify(columnsOf(new Date().toISOString(), ASSETS, placesOf(floor, ASSETS))),
    }),
  )
  const at = (mode: string) => `/mapping?floor=${floor.id}&mode=${mode}`
  await page.goto(`${url}/mapping?token=${token}&floor=${floor.id}&mode=3D`)
  await page.locator('section canvas').first().waitFor()
  await page.waitForTimeout(2_500)
  for (const mode of ['stack', '2D']) {
    await goTo(page, at(mode))
    await page.waitForTimeout(2_500)
  }
  for (const mode of ['3D', 'stack', '2D']) {
    await goTo(page, at(mode))
    await page.waitForTimeout(SETTLED + 500)
    const { frames, longest, there } = await motion(page)
    own['turning: frames a second'].push(frames)
    own['turning: longest frame ms'].push(longest)
    own['turning: there after ms'].push(there)
  }
  for (const place of [1, 3, 5]) {
    await page
      .locator(`section a[href*="id="]:visible`)
      .nth(place)
      .evaluate((link: HTMLElement) => {
        Object.assign(window, { plantroomPressed: performance.now() })
        link.click()
      })
    await page.waitForTimeout(SETTLED)
    own['chosen centred after ms'].push((await motion(page)).there)
    await goTo(page, at('2D'))
    await page.waitForTimeout(SETTLED)
  }
  await page.context().close()
}

/** Records a motion from the press until the camera rests: number of frames, and the longest. */
const motion = (page: Page) =>
  page.evaluate<{ frames: number; longest: number; there: number }>(`(() => {
    const frames = window.plantroomFrames.filter(({ at }) => at >= window.plantroomPressed && at < window.plantroomPressed + ${SETTLED})
    const moved = frames.filter(({ moved }) => moved)
    const [first, last] = [moved[0], moved.at(-1)]
    if (first === undefined || last === first) return { frames: 0, longest: 0, there: last === undefined ? 0 : last.at - window.plantroomPressed }
    const span = frames.filter(({ at }) => at >= first.at && at <= last.at)
    const gaps = span.slice(1).map(({ at }, index) => at - span[index].at)
    return { frames: (1000 * gaps.length) / (last.at - first.at), longest: Math.max(...gaps), there: last.at - window.plantroomPressed }
  })()`)

/**
 * Runs before the page. A frame is what the map draws between two rests of the thread. The camera
 * has moved if none of the matrices equals one of the last frame; the first matrix of a new layer
 * does not count. The floor is visible when the middle of the picture has several colours that
 * differ from its corner's. A plain canvas on the map's stage counts once the page was painted with
 * it.
 */
const watching = `(() => {
  window.plantroomFrames = []; window.plantroomPicture = null; window.plantroomPressed = 0
  const isMap = (gl) => gl.canvas instanceof HTMLCanvasElement && gl.canvas.classList.contains('maplibregl-canvas')
  let before = new Map(), now = new Map(), isDrawing = false
  const end = (gl) => {
    isDrawing = false
    if (now.size > 0) {
      const known = [...now].filter(([place]) => before.has(place))
      const moved = known.length > 0 && known.every(([place, all]) => !all.some((one) => before.get(place).includes(one)))
      window.plantroomFrames.push({ at: performance.now(), moved })
      for (const [place, all] of now) before.set(place, all)
      now = new Map()
    }
    if (window.plantroomPicture === null && isSeen(gl)) window.plantroomPicture = performance.now()
  }
  const isSeen = (gl) => {
    const { drawingBufferWidth: wide, drawingBufferHeight: high } = gl
    if (wide < 100) return false
    const bound = gl.getParameter(gl.FRAMEBUFFER_BINDING)
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    const row = new Uint8Array(wide * 4)
    const hasTints = tinted(wide, high, (y) => (gl.readPixels(0, y, wide, 1, gl.RGBA, gl.UNSIGNED_BYTE, row), row))
    gl.bindFramebuffer(gl.FRAMEBUFFER, bound)
    return hasTints
  }
  const tinted = (wide, high, rowAt) => {
    const colours = new Map()
    for (const part of [0.35, 0.42, 0.5, 0.58, 0.65]) {
      const row = rowAt(Math.floor(high * part))
      for (let x = Math.floor(wide * 0.25); x < wide * 0.75; x += 3) {
        const key = row.slice(x * 4, x * 4 + 3).join()
        colours.set(key, (colours.get(key) ?? 0) + 1)
      }
    }
    const counts = [...colours.values()].sort((a, b) => b - a), all = counts.reduce((sum, one) => sum + one, 0)
    return counts.length >= 4 && counts[0] < all * 0.9 && counts[1] > all * 0.05
  }
  const kind = WebGL2RenderingContext.prototype
  for (const name of ['drawElements', 'drawArrays', 'drawArraysInstanced', 'drawElementsInstanced']) {
    const own = kind[name]
    kind[name] = function (...all) {
      const drawn = own.apply(this, all)
      if (!isDrawing && isMap(this)) { isDrawing = true; queueMicrotask(() => end(this)) }
      return drawn
    }
  }
  const plain = CanvasRenderingContext2D.prototype, fill = plain.fill
  let looksAt = null
  plain.fill = function (...all) {
    fill.apply(this, all)
    const { canvas } = this
    if (window.plantroomPicture !== null || looksAt !== null || canvas.closest?.('section') == null) return
    looksAt = canvas
    requestAnimationFrame(() => setTimeout(() => {
      looksAt = null
      const { width: wide, height: high } = canvas
      if (window.plantroomPicture !== null || wide < 100 || !canvas.isConnected || !canvas.checkVisibility()) return
      if (tinted(wide, high, (y) => this.getImageData(0, y, wide, 1).data)) window.plantroomPicture = performance.now()
    }))
  }
  const matrix = kind.uniformMatrix4fv
  kind.uniformMatrix4fv = function (place, turned, values) {
    if (isMap(this)) now.set(place, [...(now.get(place) ?? []), Array.prototype.slice.call(values, 0, 16).map((one) => one.toPrecision(7)).join()])
    return matrix.call(this, place, turned, values)
  }
})()`

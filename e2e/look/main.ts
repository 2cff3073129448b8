/**
 * Takes pictures of every screen: desktop and wide, phone, Hebrew on both, Arabic, Russian, dark.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { type Api, signIn } from '#tests/apiClient.ts'
import { root } from '#tests/root.ts'
import { startServer } from '#tests/serverProcess.ts'
import { chromiumArgs } from '../chromiumArgs.ts'
import { screens } from './screens.ts'
import { findThings, type Things } from './things.ts'

interface Variant {
  name: string
  width: number
  height: number
  language: string
  dark?: boolean
}
const variants: readonly Variant[] = [
  { name: 'desktop', width: 1440, height: 900, language: 'en' },
  { name: 'phone', width: 390, height: 844, language: 'en' },
  { name: 'desktop-he', width: 1440, height: 900, language: 'he' },
  { name: 'phone-he', width: 390, height: 844, language: 'he' },
  { name: 'desktop-dark', width: 1440, height: 900, language: 'en', dark: true },
  { name: 'wide-ru', width: 1920, height: 1080, language: 'ru' },
  { name: 'phone-ar-dark', width: 390, height: 844, language: 'ar', dark: true },
]

const wanted = process.argv.slice(2)
const chosen = screens.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)
const folder = join(root, 'screenshots')
mkdirSync(folder, { recursive: true })

const given = process.env['BASE_URL']
const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-look-'))
const server = given === undefined ? await startServer({ dataDir }) : undefined
const url = given ?? server?.url ?? ''
const executablePath = process.env['CHROMIUM_PATH']
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: chromiumArgs,
})
try {
  const administrator = await signIn(url, 'admin@plantroom.demo')
  const things = await findThings(administrator)
  for (const variant of variants) await picture(browser, variant, administrator, things)
  console.log(`  ${chosen.length} screens × ${variants.length} in screenshots/`)
} finally {
  await browser.close()
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function picture(
  browser: Browser,
  variant: Variant,
  administrator: Api,
  things: Things,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: variant.width, height: variant.height },
    colorScheme: variant.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Prague',
    ...(variant.width < 500 ? { hasTouch: true, isMobile: true } : {}),
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.log(`    ${variant.name}: ${error.message}`))
  let signedIn = false
  for (const screen of chosen.toSorted(
    (a, b) => Number(b.isPublic ?? false) - Number(a.isPublic ?? false),
  )) {
    const address = new URL(screen.path(things), url)
    address.searchParams.set('lang', variant.language)
    if (!screen.isPublic && !signedIn) {
      address.searchParams.set('token', administrator.token)
      signedIn = true
    }
    await page.goto(address.href)
    // The event stream stays open, so the network is never idle. Checks what is on screen instead.
    await page.waitForLoadState('load')
    await settled(page)
    await screen.act?.(page)
    if (screen.isMap === true) await page.waitForTimeout(4_000)
    await settled(page)
    await page.screenshot({
      path: join(folder, `${screen.name}-${variant.name}.png`),
      animations: 'disabled',
    })
  }
  await context.close()
}

/**
 * Waits until nothing loads, and again after a moment: a page may start loading only after it is
 * drawn.
 */
async function settled(page: Page): Promise<void> {
  const busy =
    '[aria-busy="true"], [role="progressbar"], [data-testid="skeleton"], .ant-skeleton, .ant-spin-spinning, .ant-select-loading'
  let calm = 0
  for (let look = 0; look < 75 && calm < 4; look += 1) {
    const isCalm = await page.evaluate(
      (selector) =>
        document.querySelector(selector) === null &&
        (document.querySelector('#root')?.childElementCount ?? 0) > 0,
      busy,
    )
    calm = isCalm ? calm + 1 : 0
    await page.waitForTimeout(200)
  }
}

import { expect, test, type Page } from '@playwright/test'
import { signIn } from '#tests/apiClient.ts'
import { findThings, type Things } from './look/things.ts'
import { people } from './people.ts'

const tour = (things: Things): readonly string[] => [
  `/rrule/${things.rrule}/edit`,
  `/procedure/${things.procedure}/edit`,
  '/mapping',
  `/dashboard/${things.dashboard}?share=1`,
  `/automation-center/${things.automation}`,
  '/management/ticket-types?id=1',
  `/management/users?id=${things.user}`,
  '/metrics?markers=1',
  `/equipment?id=${things.equipment}`,
  '/management/company',
]

const compared = [
  'color',
  'background-color',
  'font-family',
  'font-size',
  'font-weight',
  'line-height',
  'padding',
  'margin',
  'display',
  'position',
  'gap',
  'overflow',
  'max-height',
  'border-width',
  'border-style',
  'border-color',
  'border-radius',
]

test('ten screens look the same in whichever order they are visited', async ({ page, baseURL }) => {
  const api = await signIn(baseURL ?? '', people.administrator)
  const there = tour(await findThings(api))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const first = await visit(page, there, api.token)
  const second = await visit(page, there.toReversed(), api.token)
  const changed = there.flatMap((path) => {
    const [before, after] = [first.get(path) ?? {}, second.get(path) ?? {}]
    const common = Object.keys(before).filter((place) => after[place] !== undefined)
    expect(common.length, path).toBeGreaterThan(40)
    return common.flatMap((place) => differences(`${path} ${place}`, before[place], after[place]))
  })
  expect(changed).toEqual([])
})

/** Elements of each screen by their place under `main`, with their computed styles. */
type Look = Record<string, readonly string[]>

async function visit(page: Page, paths: readonly string[], token: string) {
  const looks = new Map<string, Look>()
  for (const [step, path] of paths.entries()) {
    if (step === 0) await page.goto(`${path}${path.includes('?') ? '&' : '?'}token=${token}`)
    else await follow(page, path)
    await settled(page)
    looks.set(path, await appearanceOf(page))
  }
  return looks
}

/** Navigates like a link: loaded style sheets stay, the former screen goes. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('main > *')?.setAttribute('data-left', '')
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('[data-left]')).toHaveCount(0)
}

async function settled(page: Page): Promise<void> {
  await expect(page.locator('main h1').first()).toBeVisible()
  let calm = 0
  await expect(async () => {
    const busy = page.locator('main').locator('[aria-busy="true"], [data-testid="skeleton"]')
    calm = (await busy.count()) === 0 ? calm + 1 : 0
    expect(calm).toBeGreaterThan(2)
  }).toPass({ intervals: [100], timeout: 15_000 })
}

/**
 * The first two hundred visible elements. Inline styles are ignored, because they follow the data.
 */
async function appearanceOf(page: Page): Promise<Look> {
  await page.mouse.move(0, 0)
  return page.locator('main').evaluate((main, properties) => {
    // Elements that only group others have no box.
    const isSeen = (element: Element) =>
      element.getClientRects().length > 0 || getComputedStyle(element).display === 'contents'
    // The heading of a screen has the focus after navigation, and so a ring.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const look: Record<string, string[]> = {}
    const read = (element: Element, place: string): void => {
      if (Object.keys(look).length === 200) return
      const style = getComputedStyle(element)
      look[place] = properties.map((property) => style.getPropertyValue(property))
      if (element.localName === 'svg') return
      // Other journeys write into the same demo, so the first rows stand for all.
      const most = element.localName === 'tbody' ? 2 : 200
      for (const [index, inner] of [...element.children].filter(isSeen).slice(0, most).entries())
        if (!inner.hasAttribute('style'))
          // By classes too, so that a button added by another journey is a different element.
          read(inner, `${place} ${inner.localName}${index}.${inner.getAttribute('class') ?? ''}`)
    }
    for (const screen of [...main.children].filter(isSeen)) read(screen, screen.localName)
    return look
  }, compared)
}

function differences(
  place: string,
  before: readonly string[] = [],
  after: readonly string[] = [],
): string[] {
  return compared.flatMap((property, index) =>
    before[index] === after[index]
      ? []
      : [`${place} ${property}: ${before[index]} or ${after[index]}`],
  )
}

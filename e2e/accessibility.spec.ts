/**
 * axe finds nothing on any built screen, in English on a desktop and in Hebrew on a phone; on who
 * one is and what one may, in all six languages.
 */
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { type Api, signIn } from '../tests/apiClient.ts'
import { findThings, screens, type Things } from './look/screens.ts'
import { people } from './people.ts'

// A recording of every step would take longer than the steps.
test.use({ trace: 'off' })

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The dark scheme differs in colours alone; a screen of each kind shows them all. */
const ofEachKind = [
  'login',
  'equipment-detail',
  'locations',
  'procedure-editor',
  'procedure-perform-form',
  'procedure-log',
  'automation',
  'ticket',
  'management',
]
/**
 * Signing in, people and rights, in the languages that the whole walk leaves out: there words are
 * longest, or run the other way.
 */
const ofPeople = [
  'login',
  'login-code',
  'login-reset',
  'reset-password',
  'company-settings',
  'account',
  'user-detail',
  'user-invite',
  'user-rights',
  'role-detail',
  'management',
]
const peopleScreens = screens.filter(({ name }) => ofPeople.includes(name))
/** What `npm run test:all` adds: the same screens in other words and colours. */
const isWhole = process.env['TEST_ALL'] === '1'
const variants = [
  { language: 'en', width: 1440, height: 900, scheme: 'light', shown: screens },
  { language: 'he', width: 390, height: 844, scheme: 'light', shown: screens },
  {
    language: 'en',
    width: 1440,
    height: 900,
    scheme: 'dark',
    shown: screens.filter(({ name }) =>
      (isWhole ? [...ofEachKind, ...ofPeople] : ofEachKind).includes(name),
    ),
  },
  { language: 'ar', width: 390, height: 844, scheme: 'light', shown: peopleScreens },
  { language: 'ru', width: 1440, height: 900, scheme: 'light', shown: peopleScreens },
  { language: 'cs', width: 390, height: 844, scheme: 'light', shown: peopleScreens },
  { language: 'sk', width: 1440, height: 900, scheme: 'light', shown: peopleScreens },
] as const

test.describe.configure({ mode: 'parallel' })

let administrator: Api
let things: Things
test.beforeAll(async ({ baseURL }) => {
  administrator = await signIn(baseURL ?? '', people.administrator)
  things = await findThings(administrator)
})

const inPlainRun = 3
for (const { language, width, height, scheme, shown } of variants.slice(
  0,
  isWhole ? variants.length : inPlainRun,
)) {
  test(`${shown.length} screens, ${language}, ${width} px, ${scheme}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(900_000)
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      ...(baseURL ? { baseURL } : {}),
    })
    const page = await context.newPage()
    const crashes: string[] = []
    /** What axe says, and the screens it says it of: one fault of the shell is not thirty. */
    const faults = new Map<string, string[]>()
    page.on('pageerror', (error) => crashes.push(`${page.url()}: ${error.message}`))
    let signedIn = false
    for (const screen of shown.toSorted(
      (a, b) => Number(b.isPublic ?? false) - Number(a.isPublic ?? false),
    )) {
      const address = new URL(screen.path(things), baseURL)
      address.searchParams.set('lang', language)
      if (!screen.isPublic && !signedIn) address.searchParams.set('token', administrator.token)
      signedIn ||= !screen.isPublic
      await page.goto(address.pathname + address.search)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expect(
        page.locator('[aria-busy="true"], [data-testid="skeleton"], .ant-skeleton'),
      ).toHaveCount(0)
      // The component library measures text in a field of its own that nobody can see or reach.
      const { violations } = await new AxeBuilder({ page })
        .exclude('textarea[tab-index="-1"]')
        .withTags(standards)
        .analyze()
      for (const { id, nodes } of violations) {
        for (const node of nodes) {
          const fault = `${id}: ${node.target.join(' ')} — ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`
          faults.set(fault, [...(faults.get(fault) ?? []), screen.name])
        }
      }
    }
    expect.soft(Object.fromEntries(faults)).toEqual({})
    expect(crashes).toEqual([])
    await context.close()
  })
}

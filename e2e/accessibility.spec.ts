/**
 * Checks all screens with axe. The plain run visits distinct screens once, on a desktop in English
 * or a phone in Hebrew. The long form visits every screen on both, and the people screens in all
 * six languages.
 */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, type Request, test } from '@playwright/test'
import { type Api, signIn } from '#tests/apiClient.ts'
import { countCalls, follow, nowhere } from './following.ts'
import { type Screen, screens } from './look/screens.ts'
import { findThings, type Things } from './look/things.ts'
import { people } from './people.ts'
import { isLongForm } from '#tests/longForm.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The dark scheme differs only in colours, and one screen of each kind shows all of them. */
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
 * Sign-in, people and rights in the languages that the main walk omits, where texts are longest or
 * run right to left.
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
/**
 * Screens with the same parts as another screen, which stands for them. They are visited only in
 * the long form.
 */
const madeAlike: Record<string, string> = {
  'account-companies': 'account',
  area: 'area-draw',
  'assignee-availability': 'sentence-editor',
  'automation-alerts': 'automation-center',
  beacons: 'gateways',
  'change-assignee': 'sentence-editor',
  'change-ticket-state': 'sentence-editor',
  'close-tickets': 'sentence-editor',
  'device-import': 'import',
  'equipment-page': 'equipment-detail',
  'equipment-schedule': 'schedule',
  'equipment-schedules': 'schedules',
  'fellow-equipment-one': 'fellow-equipment',
  'gateway-types': 'reference-ticket-types',
  heatmap: 'heatmap-zones',
  'login-reset': 'login-code',
  'map-kept': 'map-detail',
  'map-log': 'map-replay',
  'map-stacked': 'map-space',
  'metrics-changes-value': 'metrics',
  'metrics-two-ranges': 'metrics',
  'procedure-new': 'procedure-editor',
  quarantine: 'gateways',
  'reference-procedure-types': 'reference-ticket-types',
  'report-tracers': 'report-performances',
  'report-visits': 'report-performances',
  'schedule-checks': 'procedure-logs',
  'schedule-dates': 'schedule-occurrences',
  'schedule-new': 'schedule-editor',
  'schedules-week': 'schedules-month',
  'sensor-facts': 'sensor',
  'sensor-types': 'reference-ticket-types',
  'signed-log-chain': 'signed-log-checked',
  'ticket-edit': 'ticket-new',
  'triggered-events': 'automation-center',
  zones: 'zone-room',
}
const kinds = screens.filter(({ name }) => isLongForm || !(name in madeAlike))
const evenOnly = (_: unknown, index: number) => isLongForm || index % 2 === 0
const oddOnly = (_: unknown, index: number) => isLongForm || index % 2 === 1
const variants = [
  { language: 'en', width: 1440, height: 900, scheme: 'light', shown: kinds.filter(evenOnly) },
  { language: 'he', width: 390, height: 844, scheme: 'light', shown: kinds.filter(oddOnly) },
  {
    language: 'en',
    width: 1440,
    height: 900,
    scheme: 'dark',
    shown: screens.filter(({ name }) =>
      (isLongForm ? [...ofEachKind, ...ofPeople] : ofEachKind).includes(name),
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

async function settle(page: Page, calls: Set<Request>): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.waitForFunction(
          () =>
            document.querySelector('h1, h2, h3, [role="heading"]') !== null &&
            document.querySelector(
              '[aria-busy="true"], [data-testid="skeleton"], .ant-skeleton',
            ) === null,
        )
        return [...calls].map((call) => call.url())
      },
      { intervals: [20, 50, 100] },
    )
    .toEqual([])
}

async function faultsOf(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: 'void axe' }) })
    // Runs in the page itself, which has no frames. Otherwise every screen costs a second page.
    .setLegacyMode()
    // The component library measures text in a hidden field that users cannot reach.
    .exclude('textarea[tab-index="-1"]')
    .options({ resultTypes: ['violations'] })
    .withTags(standards)
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .map(({ target, failureSummary }) => ({ at: target.join(' '), failureSummary }))
      .filter(({ at }) => id !== 'scrollable-region-focusable' || !at.endsWith(listOfCombobox))
      .map(
        ({ at, failureSummary }) =>
          `${id}: ${at} — ${failureSummary?.split('\n')[1]?.trim() ?? ''}`,
      ),
  )
}

/** Scrolled by the arrow keys of its field, which keeps the focus. */
const listOfCombobox = '.ant-select-dropdown-list-holder'

/** Names of the other text direction that are at the far edge of the page, away from their icon. */
const strayNames = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('bdi, [dir="auto"]:not(input, textarea)')].flatMap((name) => {
      const [own, around] = [name, name.parentElement ?? name].map((one) => getComputedStyle(one))
      const isStray =
        own?.display !== 'inline' &&
        own?.direction !== around?.direction &&
        own?.textAlign === 'start'
      return isStray ? [`at the far edge: ${name.className} ${name.textContent}`] : []
    }),
  )

test('a screen that is left out has another that is looked at', () => {
  const names = screens.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(madeAlike)))
  expect(names.filter((name) => !(name in madeAlike))).toEqual(
    expect.arrayContaining(Object.values(madeAlike)),
  )
})

const inPlainRun = 3
for (const { language, width, height, scheme, shown } of variants.slice(
  0,
  isLongForm ? variants.length : inPlainRun,
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
    const faults = new Map<string, string[]>()
    page.on('pageerror', (error) => crashes.push(`${page.url()}: ${error.message}`))
    const calls = countCalls(page)
    const audit = async ({ name, act }: Screen) => {
      await settle(page, calls)
      if (act !== undefined) {
        await act(page)
        await settle(page, calls)
      }
      for (const fault of [...(await faultsOf(page)), ...(await strayNames(page))])
        faults.set(fault, [...(faults.get(fault) ?? []), name])
    }
    for (const screen of shown.filter(({ isPublic }) => isPublic)) {
      const address = new URL(screen.path(things), baseURL)
      address.searchParams.set('lang', language)
      await page.goto(address.pathname + address.search)
      await audit(screen)
    }
    await page.goto(`${nowhere}?lang=${language}&token=${administrator.token}`)
    for (const screen of shown.filter(({ isPublic }) => !isPublic)) {
      await follow(page, screen.path(things))
      await audit(screen)
    }
    expect.soft(Object.fromEntries(faults)).toEqual({})
    expect(crashes).toEqual([])
    await context.close()
  })
}

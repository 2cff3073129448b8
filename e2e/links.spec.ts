/** Reaches every address of the product from sign-in by links and buttons alone. */
import { expect, type Page, type Request, test } from '@playwright/test'
import { matchPath } from 'react-router-dom'
import { type RouteName, routes } from '#lib/paths.ts'
import { countCalls, follow } from './following.ts'
import { signInAt } from './people.ts'

const names = Object.keys(routes) as RouteName[]
const edits = 'the panel of an automation of that kind'
/**
 * Screens that the administrator's demo does not link to, with the reason and the test that reaches
 * them.
 */
const notHere: Partial<Record<RouteName, string>> = {
  kindJournal: 'appending /journal to a list, as the specification says',
  companyEntityJournal: 'the same with its company',
  companyKindJournal: 'the same with its company',
  signedLog: 'the code of a record on paper: signedLog.spec',
  setup: 'the one-time link of a new installation',
  resetPassword: 'the link of a message',
  invitation: 'the link of a message',
  secondStepSetUp: 'the server sends whose role asks for it: secondStep.spec',
  auth0Callback: 'the identity provider: corporate.spec',
  authCallback: 'the identity provider: corporate.spec',
  mobileMapping: 'an earlier address of the map',
  switchCompany: 'the menu of who works in two companies: tabs.spec',
  importOne: 'an import that was made: ImportsPage',
  entityJournal: 'a thing that was changed: tests/journalWalk',
  ticket: 'a performance that opened one',
  schedule: 'the rows behind a number',
  logicDependency: 'a question that depends on another: QuestionOverview',
  companyCreateTicketEdit: edits,
  companyChangeAssigneeEdit: edits,
  companyChangeTicketStateEdit: edits,
  companyCloseTicketsEdit: edits,
  companyAssigneeAvailabilityEdit: edits,
}
const found = new Map<RouteName, string>()
const open: string[] = []

function routeOf(address: string): RouteName | undefined {
  const { pathname } = new URL(address, 'http://page')
  const matching = names.filter((name) => matchPath(routes[name].path, pathname) !== null)
  return matching.toSorted((a, b) => staticParts(b) - staticParts(a))[0]
}
const staticParts = (name: RouteName) =>
  routes[name].path.split('/').filter((part) => part !== '' && !part.startsWith(':')).length

function take(address: string): void {
  const name = routeOf(address)
  if (name === undefined || found.has(name)) return
  found.set(name, address)
  if (name !== 'logout' && name !== 'login') open.push(address)
}

const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )

const intervals = [20, 50, 100]

async function settle(page: Page, calls: Set<Request>): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await drawn(page)
  await expect
    .poll(
      () => page.locator('[aria-busy="true"]:visible, [data-testid="skeleton"]:visible').count(),
      { timeout: 10_000, intervals },
    )
    .toBe(0)
    .catch(() => undefined)
  await expect.poll(() => calls.size, { timeout: 10_000, intervals }).toBe(0)
  await drawn(page)
}

async function readLinks(page: Page): Promise<void> {
  for (const href of await page
    .locator('a[href^="/"], a[href^="?"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))) {
    const url = new URL(href)
    take(url.pathname + url.search)
  }
}

async function readMenus(page: Page, within: string): Promise<void> {
  for (const opener of (
    await page.locator(within).locator('.ant-dropdown-trigger:visible').all()
  ).slice(0, 8)) {
    await opener.click({ timeout: 2_000 }).catch(() => undefined)
    await drawn(page)
    await readLinks(page)
    await page.keyboard.press('Escape')
  }
}

async function readAll(page: Page, calls: Set<Request>, within: string): Promise<void> {
  await readLinks(page)
  await readMenus(page, within)
  for (const tab of await page.locator(within).getByRole('tab').all()) {
    if (
      !(await tab.isVisible()) ||
      (await tab.getAttribute('aria-selected', { timeout: 1_000 }).catch(() => 'true')) === 'true'
    )
      continue
    await tab.click({ timeout: 2_000 }).catch(() => undefined)
    await settle(page, calls)
    await readLinks(page)
  }
}

test('every address is reached from sign-in by links', async ({ page }) => {
  test.setTimeout(600_000)
  const calls = countCalls(page)
  await signInAt(page, '/', 'administrator')
  await readMenus(page, 'header')
  take(new URL(page.url()).pathname)
  await page.getByRole('button', { name: /^Alerts: / }).click()
  await settle(page, calls)
  await readLinks(page)
  await page.keyboard.press('Escape')
  for (let address = open.shift(); address !== undefined; address = open.shift()) {
    await follow(page, address)
    await settle(page, calls)
    const row = await page
      .locator('main tbody tr a[href]')
      .evaluateAll((links) =>
        links.map((link) => (link as HTMLAnchorElement).href).find((href) => /[?&]id=/.test(href)),
      )
    await readAll(page, calls, 'main')
    if (row === undefined) continue
    await follow(page, new URL(row).pathname + new URL(row).search)
    await settle(page, calls)
    await readAll(page, calls, 'aside')
  }
  await page.goto(found.get('logout') ?? '')
  await page.getByText('Forgot your password?').click()
  await expect(page.getByRole('link', { name: 'Demo outbox' })).toBeVisible()
  await readLinks(page)
  expect(names.filter((name) => !found.has(name) && notHere[name] === undefined)).toEqual([])
})

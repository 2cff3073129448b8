import { expect, test, type Page } from '@playwright/test'
import { auth } from '#contract/auth/auth.ts'
import { people as peopleContract } from '#contract/people/people.ts'
import { signIn } from '#tests/apiClient.ts'
import { people } from './people.ts'
import { openPortal, type Portal } from './portal.ts'
import { wordsOf } from './words.ts'

const [HOSPITAL, FACTORY] = ['St. Brigid Hospital', 'North Mill Works'] as const

let product: string
let allowed: Portal
let stranger: Portal
const words = wordsOf('en')

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ baseURL }) => {
  product = baseURL ?? ''
  allowed = await openPortal('known')
  stranger = await openPortal('stranger')
})

test.afterAll(() => {
  allowed.close()
  stranger.close()
})

const tokenOf = async (email: string) => (await signIn(product, email)).token
/** A token in this company, whichever the person used last, so that a retry starts the same way. */
async function tokenIn(company: string, email: string): Promise<string> {
  const api = await signIn(product, email)
  const all = await api.call(peopleContract.listTinyCompanies)
  const companyId = all.find(({ name }) => name === company)?.id ?? 0
  const { company: here } = await api.call(auth.getSession)
  return here.id === companyId
    ? api.token
    : (await api.call(auth.switchCompany, { body: { companyId } })).token
}
const person = (page: Page) => page.getByRole('button', { name: words('shell:account') })

async function openTabs(page: Page, email: string, token?: string): Promise<Page> {
  await page.goto(`${product}/tickets?lang=en&token=${token ?? (await tokenOf(email))}`)
  await expect(person(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`${product}/equipment`)
  await expect(person(other)).toBeVisible()
  return other
}

test('signing out in one tab signs out the other', async ({ page }) => {
  const other = await openTabs(page, people.staff)
  await person(page).click()
  await page.getByRole('menuitem', { name: words('shell:signOut') }).click()
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: words('auth:signIn'), exact: true })).toBeVisible()
  await other.reload()
  await expect(other.getByRole('button', { name: words('auth:signIn'), exact: true })).toBeVisible()
})

test('going on in another company moves the other tab, and nothing of the first is left', async ({
  page,
}) => {
  const other = await openTabs(page, people.manager, await tokenIn(HOSPITAL, people.manager))
  await page.getByRole('button', { name: words('shell:switchFrom', { name: HOSPITAL }) }).click()
  await page.getByRole('menuitem', { name: FACTORY }).click()
  for (const tab of [page, other]) {
    await expect(
      tab.getByRole('button', { name: words('shell:switchFrom', { name: FACTORY }) }),
    ).toBeVisible()
    await expect(tab).toHaveURL(`${product}/`)
  }
  const kept = await page.evaluate(() => localStorage.getItem('persist:plantroom') ?? '')
  // redux-persist stores each slice as JSON text
  const { auth: session } = JSON.parse(kept) as { auth: string }
  const { token } = JSON.parse(session) as { token: string }
  const answer = await fetch(`${product}${auth.getSession.path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(((await answer.json()) as { company: { name: string } }).company.name).toBe(FACTORY)
})

test('a malformed token in the address leaves the session as it was', async ({ page }) => {
  const other = await openTabs(page, people.staff)
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await page.goto(`${product}/equipment?token=not.a-token`)
  await expect(person(page)).toBeVisible()
  await expect(page).toHaveURL(`${product}/equipment`)
  await expect(person(other)).toBeVisible()
  expect(warnings.some((text) => text.includes('could not be decoded'))).toBe(true)
})

test('a token of another person in one tab is asked about, then moves the other tab too', async ({
  page,
}) => {
  const other = await openTabs(page, people.staff)
  await page.goto(`${product}/tickets?token=${await tokenOf(people.technician)}`)
  const question = page.getByRole('alertdialog', { name: words('auth:swapTitle') })
  await expect(question).toBeVisible()
  await expect(person(other)).toBeVisible()
  await question.getByRole('button').last().click()
  await expect(person(page)).toBeVisible()
  await other.waitForURL(`${product}/`)
  await person(other).click()
  await expect(other.getByText(people.technician)).toBeVisible()
})

async function openFramed(page: Page, portal: Portal, address = product): Promise<void> {
  const api = await signIn(product, people.staff)
  await api.call(auth.logout)
  await hold(page, portal, `${address}/equipment?embedded=1&token=${api.token}`)
}

const hold = (page: Page, { origin }: Portal, held: string) =>
  page.goto(`${origin}/?hold=${encodeURIComponent(held)}`)

const heardBy = (page: Page) => page.evaluate(() => ('heard' in window ? window.heard : null))

test('in the frame of a product we know, the end of the session asks that product to go to the login page', async ({
  page,
}) => {
  await openFramed(page, allowed)
  await expect
    .poll(() => heardBy(page))
    .toEqual([{ from: product, said: { type: 'plantroom:navigate', path: '/login' } }])
  // The frame stays; navigating is the parent's decision.
  expect(page.frames().at(-1)?.url()).toBe(`${product}/equipment`)
  await expect(
    page.frameLocator('iframe').getByText(words('auth:refusedInFrameTitle')),
  ).toBeVisible()
})

test('a frame whose session is refused shows nothing of the one that was there before', async ({
  page,
}) => {
  // On the portal's site, because a frame of another site cannot store a session.
  const address = product.replace('localhost', '127.0.0.1')
  const before = await signIn(product, people.technician)
  await hold(page, allowed, `${address}/equipment?embedded=1&token=${before.token}`)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('table')).toBeVisible()
  await openFramed(page, allowed, address)
  await expect(frame.getByText(words('auth:refusedInFrameTitle'))).toBeVisible()
  await expect(frame.getByRole('table')).toBeHidden()
  await page
    .frames()
    .at(-1)
    ?.evaluate(() => window.location.reload())
  await expect(frame.getByText(words('auth:refusedInFrameTitle'))).toBeVisible()
  await expect(frame.getByRole('table')).toBeHidden()
})

test('a product we do not know may not hold the page, and hears nothing', async ({ page }) => {
  const refusals: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('frame-ancestors')) refusals.push(message.text())
  })
  await openFramed(page, stranger)
  await expect.poll(() => refusals.length).toBeGreaterThan(0)
  await page.waitForTimeout(1_000)
  expect(await heardBy(page)).toEqual([])
  expect(page.frames().at(-1)?.url()).not.toContain(product)
})

/**
 * Invitations. Without a mail server an administrator hands over a link, whose holder signs in to
 * that company only. A person of another company is asked at sign-in and accepts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { auth } from '#contract/auth/auth.ts'
import { people as peopleCalls } from '#contract/people/people.ts'
import { signIn } from '#tests/apiClient.ts'
import { startServer } from '#tests/serverProcess.ts'
import { userDraft } from '#tests/userDraft.ts'
import { linkIn, messageTo } from './outbox.ts'
import { people } from './people.ts'
import { choose } from './pickers.ts'
import { type Language, type Words, wordsOf } from './words.ts'

const COMPANY = 'Harbour Cranes'
const administrator = 'first@cranes.test'
const invited = 'eva.mala@cranes.test'
const secret = 'Harvester72x'
const chosen = 'Lanternfish41'

test('without a mail server the invitation is a link that is shown once, and opens one company', async ({
  browser,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-invitation-'))
  const product = await startServer({ dataDir, env: { DEMO: '0', SMTP_URL: '' } })
  try {
    await expect.poll(product.output).toContain('/setup?token=')
    await setUp(product.url, product.output())
    const words = wordsOf('en')
    const page = await open(browser, { width: 1440, height: 900 })
    await enter(page, words, 'en', `${product.url}/management/users`, administrator, secret)
    await page.getByRole('button', { name: words('people:invite'), exact: true }).click()
    await page.getByLabel(words('people:field.firstName'), { exact: true }).fill('Eva')
    await page.getByLabel(words('people:field.lastName'), { exact: true }).fill('Malá')
    await page.getByLabel(words('people:field.email'), { exact: true }).fill(invited)
    await choose(page, words('people:field.roles'), 'Technician')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: words('people:sendInvitation') }).click()
    const handed = page.getByRole('dialog', { name: words('people:handedLink.title_invitation') })
    await expect(handed.getByText(words('people:handedLink.noMail'))).toBeVisible()
    const link = linkIn((await handed.getByRole('code').textContent()) ?? '')
    await handed
      .getByRole('button', { name: words('common:close') })
      .last()
      .click()
    await expect(page.getByText(link)).toHaveCount(0)

    const person = await open(browser, { width: 390, height: 844 })
    await person.goto(`${product.url}${link}&lang=en`)
    const text = words('auth:invitationText', { company: COMPANY, email: invited })
    await expect(person.getByText(text)).toBeVisible()
    await person.getByLabel(words('auth:newPassword'), { exact: true }).fill(chosen)
    await person.getByRole('button', { name: words('auth:invitationAccept') }).click()
    await expect(person.getByText(words('auth:invitationAccepted'))).toBeVisible()
    await enter(person, words, 'en', `${product.url}/account`, invited, chosen)
    const companies = person.getByTestId('memberships').getByRole('listitem')
    await expect(companies).toHaveCount(1)
    await expect(companies).toContainText(COMPANY)
    // The address is unproved, so invitations of other companies do not reach this account.
    await expect(person.getByText(words('account:membershipsUnproved'))).toBeVisible()
    await person.goto(`${product.url}${link}&lang=en`)
    await expect(person.getByText(words('auth:invitationExpired'))).toBeVisible()
    await person.context().close()
    await page.context().close()
  } finally {
    await product.stop('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a person of another company is asked at sign-in, and accepts', async ({
  browser,
  baseURL,
  request,
}, { retry }) => {
  const url = baseURL ?? ''
  const words = wordsOf('he')
  const guest = `guest${retry}@plantroom.demo`
  const draft = userDraft({ email: guest, firstName: 'Sam', lastName: 'Guest' })
  const hospital = await signIn(url, people.administrator)
  await hospital.call(peopleCalls.inviteUser, { body: draft })
  const token = new URL(linkIn(await messageTo(request, guest)), url).searchParams.get('token')
  const body = { token, password: chosen }
  expect((await request.post('/api/public/invitation/accept', { data: body })).status()).toBe(200)
  const factory = await signIn(url, people.otherCompany)
  const { company } = await factory.call(auth.getSession)
  await factory.call(peopleCalls.inviteUser, { body: draft })

  const page = await open(browser, { width: 390, height: 844 })
  await enter(page, words, 'he', url, guest, chosen)
  await expect(page.getByText(words('shell:invitations', { count: 1 }))).toBeVisible()
  await page.getByRole('link', { name: words('shell:answerInvitations') }).click()
  const row = page
    .getByTestId('memberships')
    .getByRole('listitem')
    .filter({ hasText: company.name })
  await row.getByRole('button', { name: words('account:accept') }).click()
  await expect(row).toContainText(words('account:membership_active'))
  await expect(page.getByText(words('shell:invitations', { count: 1 }))).toHaveCount(0)
  await page.goto(`${url}/switch-company/${company.id}`)
  await expect(page.getByRole('banner')).toContainText(company.name)
  await page.context().close()
})

async function setUp(url: string, output: string): Promise<void> {
  const token = /\/setup\?token=(\S+)/.exec(output)?.[1] ?? ''
  const response = await fetch(`${url}/api/public/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token,
      companyName: COMPANY,
      timezone: 'Europe/Prague',
      language: 'en',
      firstName: 'First',
      lastName: 'Keeper',
      email: administrator,
      password: secret,
    }),
  })
  expect(await response.text()).toContain('token')
}

async function open(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const isPhone = viewport.width < 500
  const context = await browser.newContext({
    viewport,
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

async function enter(
  page: Page,
  words: Words,
  language: Language,
  address: string,
  email: string,
  password: string,
): Promise<void> {
  await page.goto(`${address}?lang=${language}`)
  await page.getByLabel(words('auth:email'), { exact: true }).fill(email)
  await page.getByLabel(words('auth:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
  await expect(page.getByRole('button', { name: words('shell:account') })).toBeVisible()
}

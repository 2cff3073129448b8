/**
 * An administrator tries to become a user of another company: by changing an address to theirs, and
 * by an account in their name with his own phone. Both attempts fail.
 */
import { userDraft } from '#tests/userDraft.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { people as peopleCalls } from '#contract/people/people.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { type ServerProcess, startServer } from '#tests/serverProcess.ts'
import { linkIn } from './outbox.ts'
import { people } from './people.ts'
import { type Language, type Words, wordsOf } from './words.ts'

const FACTORY = 'North Mill Works'
const ATTACKERS_PASSWORD = 'Skeleton5keys'
const OWNERS_PASSWORD = 'Lanternfish41'
const ATTACKERS_PHONE = '+420 777 000 111'

test.describe.configure({ mode: 'serial' })

const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-take-over-'))
let product: ServerProcess
let attacker: Api
let hospital: Api

test.beforeAll(async () => {
  test.setTimeout(240_000)
  product = await startServer({ dataDir })
  attacker = await signIn(product.url, people.otherCompany)
  hospital = await signIn(product.url, people.administrator)
})

test.afterAll(async () => {
  await product.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

interface Walk {
  language: Language
  size: { width: number; height: number }
}
const walks: readonly Walk[] = [
  { language: 'en', size: { width: 1440, height: 900 } },
  { language: 'he', size: { width: 390, height: 844 } },
]

for (const { language, size } of walks) {
  const words = wordsOf(language)
  test.describe(`${language}, ${size.width} px`, () => {
    test.use({ viewport: size })

    test('an address changed to a stranger’s gives nothing of the stranger’s away', async ({
      page,
      browser,
    }) => {
      test.setTimeout(180_000)
      const [accomplice, victim] = [
        `accomplice.${language}@mail.test`,
        `victim.${language}@mail.test`,
      ]
      const made = await invite(attacker, accomplice, null)
      await choosePassword(page, words, language, await linkTo(accomplice), ATTACKERS_PASSWORD)
      // The attacker replaces his address by the victim's. The page says that it awaits the owner's
      // confirmation.
      await signInThere(
        page,
        words,
        language,
        people.otherCompany,
        'Plantroom1',
        `/management/users?id=${made.id}`,
      )
      const { version } = await attacker.call(peopleCalls.getUser, { params: { id: made.id } })
      await attacker.call(peopleCalls.updateUser, {
        params: { id: made.id },
        body: { email: victim, version },
      })
      await page.reload()
      await expect(page.getByText(words('people:pendingEmail', { email: victim }))).toBeVisible()

      await isTheOwners(page, browser, words, { language, size }, victim)
      const owner = await signIn(product.url, victim, OWNERS_PASSWORD)
      expect(
        (await owner.call(peopleCalls.listTinyCompanies)).map(({ name }) => name),
      ).not.toContain(FACTORY)
    })

    test('an account prepared in a stranger’s name is disarmed, and its phone takes no code', async ({
      page,
      browser,
    }) => {
      test.setTimeout(180_000)
      const victim = `prepared.${language}@mail.test`
      await invite(attacker, victim, ATTACKERS_PHONE)
      await page.goto(`${product.url}/login?lang=${language}&way=otp`)
      await page.getByLabel(words('auth:email'), { exact: true }).fill(victim)
      await page.getByRole('button', { name: words('auth:codeBySms') }).click()
      // the same text for all, so that it does not reveal known addresses
      await expect(page.getByText(words('notices:otpSent'))).toBeVisible()
      expect(await messagesTo(ATTACKERS_PHONE)).toEqual([])

      await isTheOwners(page, browser, words, { language, size }, victim)
    })
  })
}

/** The hospital invites the victim, who signs in by its link. The attacker cannot. */
async function isTheOwners(
  attackers: Page,
  browser: Browser,
  words: Words,
  { language, size }: Walk,
  victim: string,
): Promise<void> {
  await attackers.context().clearCookies()
  await attackers.evaluate(() => localStorage.clear())
  await invite(hospital, victim, null)
  await isRefused(attackers, words, language, victim)

  const victims = await (await browser.newContext({ viewport: size })).newPage()
  await choosePassword(victims, words, language, await linkTo(victim), OWNERS_PASSWORD)
  await isRefused(attackers, words, language, victim)
  await signInThere(victims, words, language, victim, OWNERS_PASSWORD)
  expect(await messagesTo(ATTACKERS_PHONE)).toEqual([])
  await victims.context().close()
}

async function isRefused(
  page: Page,
  words: Words,
  language: Language,
  email: string,
): Promise<void> {
  await fillSignIn(page, words, language, email, ATTACKERS_PASSWORD)
  await expect(page.getByRole('alert')).toHaveText(words('notices:wrongPassword'))
  await expect(page.getByRole('button', { name: words('shell:account') })).toHaveCount(0)
}

async function signInThere(
  page: Page,
  words: Words,
  language: Language,
  email: string,
  password: string,
  next = '/equipment',
): Promise<void> {
  await fillSignIn(page, words, language, email, password, next)
  await expect(page.getByRole('button', { name: words('shell:account') })).toBeVisible()
}

async function fillSignIn(
  page: Page,
  words: Words,
  language: Language,
  email: string,
  password: string,
  next = '/equipment',
): Promise<void> {
  await page.goto(`${product.url}/login?lang=${language}&next=${encodeURIComponent(next)}`)
  await page.getByLabel(words('auth:email'), { exact: true }).fill(email)
  await page.getByLabel(words('auth:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
}

async function choosePassword(
  page: Page,
  words: Words,
  language: Language,
  link: string,
  chosen: string,
): Promise<void> {
  await page.goto(`${product.url}${link}&lang=${language}`)
  await page.getByLabel(words('auth:newPassword'), { exact: true }).fill(chosen)
  await page.getByRole('button', { name: words('auth:invitationAccept') }).click()
  await expect(page.getByText(words('auth:invitationAccepted'))).toBeVisible()
}

async function invite(administrator: Api, email: string, phone: string | null) {
  const { rows } = await administrator.call(peopleCalls.listRoles, { body: {} })
  return administrator.call(peopleCalls.inviteUser, {
    body: userDraft({
      email,
      phone,
      firstName: 'Some',
      lastName: 'One',
      roleIds: rows.slice(-1).map(({ id }) => id),
    }),
  })
}

async function messagesTo(to: string): Promise<string[]> {
  const { rows } = (await (await fetch(`${product.url}/api/public/outbox`)).json()) as {
    rows: { to: string; text: string }[]
  }
  return rows.filter((message) => message.to === to).map(({ text }) => text)
}

async function linkTo(email: string): Promise<string> {
  const message = (await messagesTo(email)).find((text) => text.includes('token='))
  if (message === undefined) throw new Error(`No link was sent to ${email}`)
  return linkIn(message)
}

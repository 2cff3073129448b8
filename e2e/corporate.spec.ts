/**
 * Sign-in methods that need outside services, in a real browser: two OpenID Connect providers, a
 * mail server and an SMS gateway, all real and on this machine. The product runs as a separate
 * process.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { startIdentityProvider, type IdentityProviderProcess } from '#tests/identityProvider.ts'
import { startMailServer, startSmsGateway, type MailServer } from '#tests/mailServer.ts'
import { sparePort, startServer, type ServerProcess } from '#tests/serverProcess.ts'
import { password, people } from './people.ts'
import { wordsOf, type Language, type Words } from './words.ts'

const [HOSPITAL, FACTORY] = ['St. Brigid Hospital', 'North Mill Works'] as const

let product: ServerProcess
let providers: Record<'auth0' | 'sso', IdentityProviderProcess>
let mail: MailServer
let gateway: Awaited<ReturnType<typeof startSmsGateway>>
const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-corporate-'))

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(240_000)
  const port = await sparePort()
  const page = `http://localhost:${port}`
  const afterLogout = [`${page}/login`]
  providers = {
    auth0: await startIdentityProvider([`${page}/auth0-callback`], { afterLogout }),
    sso: await startIdentityProvider([`${page}/auth-callback`], { afterLogout }),
  }
  mail = await startMailServer()
  gateway = await startSmsGateway()
  product = await startServer({
    dataDir,
    port,
    env: {
      OIDC_AUTH0_ISSUER: providers.auth0.issuer,
      OIDC_AUTH0_CLIENT_ID: providers.auth0.clientId,
      OIDC_SSO_ISSUER: providers.sso.issuer,
      OIDC_SSO_CLIENT_ID: providers.sso.clientId,
      SMTP_URL: mail.url,
      SMTP_TLS: 'optional',
      SMS_GATEWAY_URL: gateway.url,
    },
  })
  // Each company of the demo chooses its own provider. Tokens of the other provider are refused.
  await chooseProvider(people.otherCompany, 'sso')
  await chooseProvider(people.administrator, 'auth0')
})

async function chooseProvider(administrator: string, idp: 'auth0' | 'sso'): Promise<void> {
  const call = async (method: string, path: string, body: object | undefined, token = '') => {
    const answer = await fetch(`${product.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as { token: string; version: number } // the token and version of the two calls below
  }
  const { token } = await call('POST', '/api/public/login', {
    email: administrator,
    password,
    source: 'web',
  })
  const { version } = await call('GET', '/api/company', undefined, token)
  await call('PUT', '/api/company', { idp, version }, token)
}

test.afterAll(async () => {
  await product.stop('SIGKILL')
  await Promise.all([providers.auth0.close(), providers.sso.close(), mail.close(), gateway.close()])
  rmSync(dataDir, { recursive: true, force: true })
})

/**
 * Sign-in methods of each person. The factory disables its other methods first, because once the
 * hospital has, its people get no codes.
 */
const walks = [
  {
    language: 'en',
    size: { width: 1440, height: 900 },
    byMail: people.manager,
    bySms: people.technician,
    resets: people.staff,
    insists: people.otherCompany,
  },
  {
    language: 'he',
    size: { width: 390, height: 844 },
    byMail: people.staff,
    bySms: people.manager,
    resets: people.technician,
    insists: people.administrator,
  },
] as const satisfies readonly {
  language: Language
  size: object
  byMail: string
  bySms: string
  resets: string
  insists: string
}[]

const openLogin = (page: Page, language: Language, query = '') =>
  page.goto(`${product.url}/login?lang=${language}${query}`)
const isIn = (page: Page, words: Words) =>
  expect(page.getByRole('button', { name: words('shell:account') })).toBeVisible()
const fillEmail = (page: Page, words: Words, email: string) =>
  page.getByLabel(words('auth:email'), { exact: true }).fill(email)

async function signInThere(
  page: Page,
  { issuer }: IdentityProviderProcess,
  login: string,
): Promise<void> {
  await page.waitForURL(`${issuer}/**`)
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await page.locator('button[type="submit"]').click()
}

async function signOut(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words('shell:account') }).click()
  await page.getByRole('menuitem', { name: words('shell:signOut') }).click()
}

for (const { language, size, byMail, bySms, resets, insists } of walks) {
  const words = wordsOf(language)
  test.describe(`${language}, ${size.width} px`, () => {
    test.use({ viewport: size })

    for (const idp of ['sso', 'auth0'] as const) {
      test(`one signs in through ${idp}, comes back to where one wanted to go, and signing out ends the provider's session too`, async ({
        page,
      }) => {
        await openLogin(page, language, '&next=%2Ftickets')
        await page.getByRole('button', { name: words(`auth:provider_${idp}`) }).click()
        await signInThere(page, providers[idp], people.manager)
        await isIn(page, words)
        await expect(page).toHaveURL(`${product.url}/tickets`)

        // The provider remembers the browser, so a second sign-in needs no form.
        await signOut(page, words)
        await page.waitForURL(`${providers[idp].issuer}/**`)
        await page.locator('button[name="logout"]').click()
        await expect(page).toHaveURL(`${product.url}/login`)
        await expect(
          page.getByRole('button', { name: words('auth:signIn'), exact: true }),
        ).toBeVisible()
        await page.getByRole('button', { name: words(`auth:provider_${idp}`) }).click()
        await page.waitForURL(`${providers[idp].issuer}/**`)
        await expect(page.locator('input[name="login"]')).toBeVisible()
      })
    }

    test('someone the provider knows and the product does not is told so', async ({ page }) => {
      await openLogin(page, language)
      await page.getByRole('button', { name: words('auth:provider_sso') }).click()
      await signInThere(page, providers.sso, 'stranger@elsewhere.test')
      await expect(page.getByRole('alert')).toHaveText(words('auth:corporateNoAccount'))
      await expect(page).toHaveURL(`${product.url}/login`)
    })

    test('a one-time code comes by real mail and by text message', async ({ page }) => {
      const ways = [
        {
          to: byMail,
          button: 'auth:codeByEmail',
          messages: () => mail.messages.filter(({ to }) => to === byMail),
        },
        { to: bySms, button: 'auth:codeBySms', messages: () => gateway.texts },
      ]
      for (const { to, button, messages } of ways) {
        const before = messages().length
        await openLogin(page, language, '&way=otp')
        await fillEmail(page, words, to)
        await page.getByRole('button', { name: words(button) }).click()
        await expect(page.getByText(words('notices:otpSent'))).toBeVisible()
        await expect.poll(() => messages().length, { timeout: 30_000 }).toBe(before + 1)
        await page
          .getByLabel(words('auth:code'), { exact: true })
          .fill(/\b\d{6}\b/.exec(messages().at(-1)?.text ?? '')?.[0] ?? '')
        await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
        await isIn(page, words)
        await signOut(page, words)
        await expect(
          page.getByRole('button', { name: words('auth:signIn'), exact: true }),
        ).toBeVisible()
      }
    })

    test('the link of a real mail changes the password once', async ({ page }) => {
      await openLogin(page, language, '&way=reset')
      await fillEmail(page, words, resets)
      await page.getByRole('button', { name: words('auth:resetSubmit') }).click()
      await expect(page.getByText(words('notices:resetSent'))).toBeVisible()
      const link = () =>
        /https?:\/\/\S+/.exec(
          mail.messages
            .filter(({ to, text }) => to === resets && text.includes('/reset-password'))
            .at(-1)?.text ?? '',
        )?.[0] ?? ''
      await expect.poll(link, { timeout: 30_000 }).toContain(product.url)

      const choose = async (chosen: string) => {
        await page.goto(link())
        await page.getByLabel(words('auth:newPassword'), { exact: true }).fill(chosen)
        await page.getByRole('button', { name: words('auth:newPasswordSubmit') }).click()
      }
      await choose('Millstone7')
      await expect(
        page.getByRole('status').filter({ hasText: words('notices:passwordChanged') }),
      ).toBeVisible()
      await choose('Another77')
      await expect(page.getByRole('alert')).toHaveText(words('notices:linkExpired'))

      await openLogin(page, language)
      await fillEmail(page, words, resets)
      await page.getByLabel(words('auth:password'), { exact: true }).fill('Millstone7')
      await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
      await isIn(page, words)
    })

    test('a company that came through its provider may close the other doors; then the password form is gone', async ({
      page,
    }) => {
      await openLogin(page, language, '&next=%2Fmanagement%2Fcompany')
      await fillEmail(page, words, insists)
      await page.getByLabel(words('auth:password'), { exact: true }).fill(password)
      await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
      const only = page.getByRole('switch', { name: words('company:onlyProvider') })
      await expect(only).toBeDisabled()
      await page.getByLabel(words('company:provider'), { exact: true }).click()
      await page
        .locator('.ant-select-dropdown')
        .getByText(words('company:provider_sso'), { exact: true })
        .click()
      await page.getByRole('button', { name: words('common:save'), exact: true }).click()
      await expect(page.getByText(words('notices:changesSaved'))).toBeVisible()
      // Choosing a provider proves nothing: whoever disables the other methods must have signed in
      // through the provider.
      await expect(only).toBeDisabled()
      await signOut(page, words)
      await expect(page.getByLabel(words('auth:email'), { exact: true })).toBeVisible()
      await openLogin(page, language, '&next=%2Fmanagement%2Fcompany')
      await page.getByRole('button', { name: words('auth:provider_sso') }).click()
      await signInThere(page, providers.sso, insists)
      await expect(only).toBeEnabled()
      await only.click()
      await page.getByRole('button', { name: words('common:save'), exact: true }).click()
      await expect(only).toBeChecked()
      await page.reload()
      await expect(only).toBeChecked()
      const ownAddress = await page
        .getByRole('textbox', { name: words('company:domains.address'), exact: true })
        .inputValue()

      // The company has no verified domain, so only its own sign-in address requires the provider.
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.clear())
      await openLogin(page, language)
      await fillEmail(page, words, insists)
      await expect(page.getByRole('button', { name: words('auth:provider_sso') })).toBeVisible()
      await expect(page.getByLabel(words('auth:password'), { exact: true })).toBeVisible()
      await page.goto(`${ownAddress}&lang=${language}`)
      await expect(page.getByText(words('auth:providerOnly'))).toBeVisible()
      await expect(page.getByLabel(words('auth:password'), { exact: true })).toBeHidden()
      await expect(page.getByRole('link', { name: words('auth:withCode') })).toBeHidden()
      await expect(page.getByRole('button', { name: words('auth:provider_sso') })).toBeVisible()
    })

    // The manager belongs to the hospital and to the factory, which has just disabled its other
    // sign-in methods.
    if (insists === people.otherCompany) {
      test('one who comes from another of their companies is shown the only door, and goes on through it', async ({
        page,
      }) => {
        await openLogin(page, language)
        await fillEmail(page, words, people.manager)
        await page.getByLabel(words('auth:password'), { exact: true }).fill(password)
        await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
        await page
          .getByRole('button', { name: words('shell:switchFrom', { name: HOSPITAL }) })
          .click()
        await page.getByRole('menuitem', { name: FACTORY }).click()
        await expect(
          page.getByRole('heading', {
            name: words('company:providerOnlyTitle', { name: FACTORY }),
          }),
        ).toBeVisible()
        await page.getByRole('button', { name: words('auth:provider_sso') }).click()
        await signInThere(page, providers.sso, people.manager)
        await expect(page).toHaveURL(`${product.url}/`)
        // No switch is offered, because the provider's session reaches its own company only
        // (decision 56).
        await expect(page.getByRole('banner').getByText(FACTORY, { exact: true })).toBeVisible()
      })
    }
  })
}

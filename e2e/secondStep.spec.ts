/**
 * The second step in a browser: set up, requested, lost, required; and confirming the identity
 * again.
 */
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { codeNow, withPasskeys } from './authenticator.ts'
import { password, people } from './people.ts'
import { wordsOf, type Language } from './words.ts'

interface Made {
  token: string
  email: string
  id: number
  firstName: string
}

const asAdmin = async (request: APIRequestContext): Promise<string> =>
  (
    (await (
      await request.post('/api/public/login', { data: { email: people.administrator, password } })
    ).json()) as { token: string }
  ).token

async function send<T>(
  request: APIRequestContext,
  token: string,
  method: 'get' | 'post' | 'put',
  path: string,
  data?: object,
): Promise<T> {
  const answer = await request[method](path, {
    headers: { authorization: `Bearer ${token}` },
    ...(data && { data }),
  })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as T
}

let serial = 0
const PASSWORD = 'Stairs4lamps'

async function newPerson(request: APIRequestContext, roleIds: number[] = []): Promise<Made> {
  const admin = await asAdmin(request)
  const email = `walker${Date.now()}${(serial += 1)}@plantroom.demo`
  const invited = await send<{ id: number }>(request, admin, 'post', '/api/users', {
    firstName: 'Nora',
    lastName: 'Walker',
    email,
    phone: null,
    language: 'en',
    roleIds,
    allEquipment: true,
    allLocations: true,
    allProcedures: true,
    equipmentTypeIds: [],
    locationTypeIds: [],
    procedureTypeIds: [],
  })
  const outbox = (await (await request.get('/api/public/outbox')).json()) as {
    rows: { to: string; text: string }[]
  }
  const token =
    /token=(\S+)/.exec(outbox.rows.find(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
  expect(
    (
      await request.post('/api/public/set-new-password', { data: { token, password: PASSWORD } })
    ).ok(),
  ).toBe(true)
  return { token: '', email, id: invited.id, firstName: 'Nora' }
}

async function enter(
  page: Page,
  email: string,
  language: Language,
  path = '/account',
): Promise<void> {
  const words = wordsOf(language)
  await page.goto(`${path}?lang=${language}`)
  await page.getByLabel(words('auth:email'), { exact: true }).fill(email)
  await page.getByLabel(words('auth:password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
}

async function leave(page: Page, language: Language): Promise<void> {
  await page.goto('/logout')
  await expect(
    page.getByRole('button', { name: wordsOf(language)('auth:signIn'), exact: true }),
  ).toBeVisible()
}

const inside = (page: Page, language: Language) =>
  expect(page.getByRole('button', { name: wordsOf(language)('shell:account') })).toBeVisible()

/** Sets up the app on the account page. Returns the secret and the codes that were shown once. */
async function setUpApp(
  page: Page,
  language: Language,
): Promise<{ secret: string; codes: string[] }> {
  const words = wordsOf(language)
  await page.getByRole('button', { name: words('secondStep:setUpApp') }).click()
  const secret = (await page.getByTestId('secret').textContent()) ?? ''
  await page.getByLabel(words('secondStep:firstCode')).fill(codeNow(secret))
  await page.getByRole('button', { name: words('secondStep:goOn') }).click()
  const shown = page
    .getByRole('list', { name: words('secondStep:recoveryCodes') })
    .getByRole('code')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allTextContents()
  await page.getByRole('button', { name: words('secondStep:codesKept') }).click()
  return { secret, codes }
}

/** Simulates a confirmation that is too old, once, with the server's response. */
async function askOnceToConfirm(page: Page, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({
          message: 'Please confirm first that it is you.',
          errors: [{ path: '', code: 'confirmFirst', message: 'confirm' }],
        }),
      }),
    { times: 1 },
  )
}

for (const language of ['en', 'he'] as const) {
  const words = wordsOf(language)

  test(`${language}: an authenticator app is asked for after the password, and a recovery code opens where it is lost`, async ({
    page,
    request,
  }) => {
    const { email } = await newPerson(request)
    await enter(page, email, language)
    const { secret, codes } = await setUpApp(page, language)
    await leave(page, language)

    await enter(page, email, language)
    await expect(page.getByRole('heading', { name: words('secondStep:title') })).toBeVisible()
    await page.getByLabel(words('secondStep:code')).fill('000000')
    await page.getByRole('button', { name: words('secondStep:goOn') }).click()
    await expect(page.getByRole('alert')).toHaveText(words('secondStep:wrong'))
    await page.getByLabel(words('secondStep:code')).fill(codeNow(secret, 1))
    await page.getByRole('button', { name: words('secondStep:goOn') }).click()
    await inside(page, language)
    await leave(page, language)

    await enter(page, email, language)
    await page.getByRole('button', { name: words('secondStep:withRecovery') }).click()
    await page.getByLabel(words('secondStep:recoveryCode')).fill(codes[0] ?? '')
    await page.getByRole('button', { name: words('secondStep:goOn') }).click()
    await inside(page, language)
    await expect(page.getByText(words('secondStep:codesLeft', { count: 9 }))).toBeVisible()
  })

  test(`${language}: a passkey is the second step, and alone it is both`, async ({
    page,
    request,
  }) => {
    const { email } = await newPerson(request)
    const device = await withPasskeys(page)
    await enter(page, email, language)
    await page.getByRole('button', { name: words('secondStep:addPasskey') }).click()
    await page.getByRole('button', { name: words('secondStep:codesKept') }).click()
    await expect(
      page.getByText(words('secondStep:passkeyNameFirst'), { exact: true }),
    ).toBeVisible()
    await leave(page, language)

    await enter(page, email, language)
    await page.getByRole('button', { name: words('secondStep:usePasskey') }).click()
    await inside(page, language)
    await leave(page, language)

    await page.goto(`/login?lang=${language}`)
    await page.getByRole('button', { name: words('auth:withPasskey') }).click()
    await inside(page, language)
    await device.away()
  })

  test(`${language}: a sensitive change asks again who it is, keeps what was typed, and goes on by itself`, async ({
    page,
    request,
  }) => {
    const { email } = await newPerson(request)
    await enter(page, email, language)
    const section = page.getByRole('button', { name: words('secondStep:setUpApp') })
    await askOnceToConfirm(page, '/api/account/authenticator/begin')
    await section.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(words('secondStep:confirmTitle'))
    await dialog.getByLabel(words('secondStep:password')).fill('Wrong1234')
    await dialog.getByRole('button', { name: words('secondStep:goOn') }).click()
    await expect(dialog.getByRole('alert')).toContainText(words('secondStep:wrong'))
    await dialog.getByLabel(words('secondStep:password')).fill(PASSWORD)
    await dialog.getByRole('button', { name: words('secondStep:goOn') }).click()
    await expect(page.getByLabel(words('secondStep:firstCode'))).toBeVisible()

    await page.reload()
    await askOnceToConfirm(page, '/api/account/authenticator/begin')
    await section.click()
    await dialog.press('Escape')
    await expect(page.getByText(words('notices:notConfirmed'))).toBeVisible()
    await expect(section).toBeVisible()
  })

  test(`${language}: whose role requires a second step sets one up before anything else opens`, async ({
    page,
    request,
  }) => {
    const admin = await asAdmin(request)
    const role = await send<{ id: number }>(request, admin, 'post', '/api/roles', {
      name: `Keyholder ${language} ${Date.now()}`,
      permissions: [],
    })
    const company = await send<{ version: number; secondStepRoleIds: number[] }>(
      request,
      admin,
      'get',
      '/api/company',
    )
    await send(request, admin, 'put', '/api/company', {
      version: company.version,
      secondStepRoleIds: [...company.secondStepRoleIds, role.id],
    })
    const { email } = await newPerson(request, [role.id])
    await enter(page, email, language, '/tickets')
    await expect(page.getByRole('heading', { name: words('secondStep:setUpTitle') })).toBeVisible()
    await page.goto('/equipment')
    await expect(page.getByRole('heading', { name: words('secondStep:setUpTitle') })).toBeVisible()
    await setUpApp(page, language)
    await inside(page, language)
    await expect(page).toHaveURL(/\/equipment/)
  })
}

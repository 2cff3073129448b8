import { expect, test } from '@playwright/test'
import { password, people } from './people.ts'
import { wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

const script = /\/assets\/signIn-[\w-]+\.js/

for (const language of variantsOf(['en', 'he'] as const, 1)) {
  test(`its form stands in the HTML without any script (${language})`, async ({ browser }) => {
    const words = wordsOf(language)
    const context = await browser.newContext({
      javaScriptEnabled: false,
      locale: language === 'he' ? 'he-IL' : 'en-GB',
    })
    const page = await context.newPage()
    await page.goto('/equipment?q=pump')
    await expect(page.getByLabel(words('auth:email'), { exact: true })).toBeVisible()
    await expect(page.getByLabel(words('auth:password'), { exact: true })).toBeVisible()
    await expect(
      page.getByRole('button', { name: words('auth:signIn'), exact: true }),
    ).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'he' ? 'rtl' : 'ltr')

    await page.getByLabel(words('auth:email'), { exact: true }).fill(people.staff)
    await page.getByLabel(words('auth:password'), { exact: true }).fill('Wrong1234')
    await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(words('notices:wrongPassword'))
    await expect(page.getByLabel(words('auth:email'), { exact: true })).toHaveValue(people.staff)
    await context.close()
  })
}

test('who has no scripts at all reads so, in each language, once let in', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto('/login?lang=en')
  await page.locator('input[name=email]').fill(people.staff)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  for (const language of ['en', 'ar'] as const) {
    // by language, because no text locator finds text inside noscript
    const said = page.locator(`noscript p[lang^="${language}"]`)
    await expect(said).toHaveText(wordsOf(language)('auth:noScript'))
    await expect(said).toBeInViewport()
  }
  await context.close()
})

test('a press before the script came signs in', async ({ page }) => {
  const words = wordsOf('en')
  await page.route(script, () => undefined) // the script never arrives
  await page.goto('/equipment?q=pump&lang=en', { waitUntil: 'commit' })
  await page.getByLabel(words('auth:email'), { exact: true }).fill(people.manager)
  await page.getByLabel(words('auth:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
  await expect(page.getByRole('button', { name: words('shell:account') })).toBeVisible()
  await expect(page).toHaveURL(/\/equipment\?q=pump/)
  expect(await page.content()).not.toContain('handed-over')
})

test('what was typed before the script came stays, and its button signs in', async ({ page }) => {
  const words = wordsOf('en')
  let arrive: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(script, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/login?lang=en', { waitUntil: 'commit' })
  await page.getByLabel(words('auth:email'), { exact: true }).fill(people.manager)
  await page.getByLabel(words('auth:password'), { exact: true }).fill(password)
  arrive()
  await expect(page.getByRole('heading', { name: words('auth:demoTitle') })).toBeVisible()
  await expect(page.getByLabel(words('auth:email'), { exact: true })).toHaveValue(people.manager)
  await expect(page.getByLabel(words('auth:password'), { exact: true })).toHaveValue(password)
  await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
  await expect(page.getByRole('button', { name: words('shell:account') })).toBeVisible()
})

test('who is signed in sees no form on the way to a screen', async ({ page }) => {
  const words = wordsOf('en')
  await page.goto('/login?lang=en')
  await page.getByRole('button', { name: words('auth:role_staff') }).click()
  await expect(page.getByRole('button', { name: words('shell:account') })).toBeVisible()
  const answer = await page.goto('/equipment')
  expect(await answer?.text()).not.toContain('<form')
})

for (const { name, ...size } of [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
])
  test(`its form stays where it is when the people of the demo come (${name})`, async ({
    page,
  }) => {
    const words = wordsOf('en')
    await page.setViewportSize(size)
    let answer: () => void = () => undefined
    const asked = new Promise<void>((done) => (answer = done))
    await page.route('**/api/public/installation', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto('/login?lang=en')
    const submit = page.getByRole('button', { name: words('auth:signIn'), exact: true })
    const before = await submit.boundingBox()
    answer()
    await expect(page.getByRole('heading', { name: words('auth:demoTitle') })).toBeVisible()
    const after = await submit.boundingBox()
    expect(after?.x).toBe(before?.x)
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? Infinity))).toBeLessThan(4)
  })

test('who types while another way in comes goes on typing there', async ({ page }) => {
  const words = wordsOf('en')
  const cdp = await page.context().newCDPSession(page)
  await page.goto('/login?lang=en')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.getByRole('link', { name: words('auth:forgotPassword') }).click()
  const email = page.getByLabel(words('auth:email'), { exact: true })
  await email.click()
  await page.keyboard.type(people.staff, { delay: 40 })
  await expect(page.getByRole('button', { name: words('auth:resetSubmit') })).toBeVisible()
  await expect(email).toHaveValue(people.staff)
})

import { expect, test } from '@playwright/test'
import { messageTo, linkIn } from './outbox.ts'
import { people } from './people.ts'
import { wordsOf, type Language } from './words.ts'

for (const [language, who] of [
  ['en', 'manager'],
  ['he', 'technician'],
] as const satisfies readonly (readonly [Language, keyof typeof people])[]) {
  test(`a one-time code from the outbox signs in (${language})`, async ({ page, request }) => {
    const words = wordsOf(language)
    await page.goto(`/login?lang=${language}`)
    await page.getByRole('link', { name: words('auth:withCode') }).click()
    await page.getByLabel(words('auth:email'), { exact: true }).fill(people[who])
    await page.getByRole('button', { name: words('auth:codeByEmail') }).click()
    await expect(page.getByText(words('notices:otpSent'))).toBeVisible()
    await expect(page.getByRole('button', { name: words('auth:codeByEmail') })).toBeDisabled()
    await page.getByLabel(words('auth:code'), { exact: true }).fill('000000')
    const code = /\b\d{6}\b/.exec(await messageTo(request, people[who]))?.[0] ?? ''
    if (code !== '000000') {
      await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText(words('notices:wrongOtp'))
    }
    await page.getByLabel(words('auth:code'), { exact: true }).fill(code)
    await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
    await expect(page.getByRole('button', { name: words('shell:account') })).toBeVisible()
  })
}

test('a reset link changes the password once', async ({ page, request }) => {
  const words = wordsOf('en')
  await page.goto('/login?lang=en')
  await page.getByRole('link', { name: words('auth:forgotPassword') }).click()
  await page.getByLabel(words('auth:email'), { exact: true }).fill(people.otherCompany)
  await page.getByRole('button', { name: words('auth:resetSubmit') }).click()
  await expect(page.getByText(words('notices:resetSent'))).toBeVisible()
  const link = linkIn(await messageTo(request, people.otherCompany))

  await page.goto(link)
  await page.getByLabel(words('auth:newPassword'), { exact: true }).fill('Waterwheel9')
  await page.getByRole('button', { name: words('auth:newPasswordSubmit') }).click()
  await expect(page.getByText(words('notices:passwordChanged'))).toBeVisible()
  await page.goto(link)
  await page.getByLabel(words('auth:newPassword'), { exact: true }).fill('Brasslamp77')
  await page.getByRole('button', { name: words('auth:newPasswordSubmit') }).click()
  await expect(page.getByRole('alert')).toHaveText(words('notices:linkExpired'))

  await page.goto('/login')
  await page.getByLabel(words('auth:email'), { exact: true }).fill(people.otherCompany)
  await page.getByLabel(words('auth:password'), { exact: true }).fill('Waterwheel9')
  await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
  await expect(page.getByRole('button', { name: words('shell:account') })).toBeVisible()
})

test('an address with a code nobody asked for is cleaned, and leads to the login page with a word', async ({
  page,
}) => {
  await page.goto('/equipment?code=stolen&state=unknown&lang=en')
  await expect(page.getByRole('alert')).toHaveText(wordsOf('en')('auth:corporateFailed'))
  await expect(page).not.toHaveURL(/code=|state=/)
})

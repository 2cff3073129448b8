import { expect, test } from '@playwright/test'
import { password, people, signInAt } from './people.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('en')

test('a wrong password is told, and nothing more', async ({ page }) => {
  await page.goto('/login?lang=en')
  await page.getByLabel(words('auth:email'), { exact: true }).fill(people.manager)
  await page.getByLabel(words('auth:password'), { exact: true }).fill('Wrong1234')
  await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password')
})

test('an address that is none is refused before it is sent', async ({ page }) => {
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/public/login')) calls += 1
  })
  await page.goto('/login?lang=en')
  await page.getByLabel(words('auth:email'), { exact: true }).fill('no address')
  await page.getByLabel(words('auth:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
  await expect(page.getByText(words('auth:emailInvalid'))).toBeVisible()
  expect(calls).toBe(0)
})

test('a link leads through the login page to where it points, and signing out ends the session', async ({
  page,
}) => {
  await signInAt(page, '/equipment?q=pump', 'manager')
  await expect(page).toHaveURL(/\/equipment\?q=pump/)
  await page.getByRole('button', { name: words('shell:account') }).click()
  await page.getByRole('menuitem', { name: words('shell:signOut') }).click()
  await expect(page.getByRole('button', { name: words('auth:signIn'), exact: true })).toBeVisible()
  await page.goto('/equipment')
  await expect(page.getByRole('button', { name: words('auth:signIn'), exact: true })).toBeVisible()
})

test('a token in the address is taken once and leaves it; a broken one leads to the login page', async ({
  page,
  request,
}) => {
  const answer = await request.post('/api/public/login', {
    data: { email: people.staff, password },
  })
  const { token } = (await answer.json()) as { token: string }
  await page.goto(`/equipment?token=${token}&lang=he`)
  await expect(page.getByRole('button', { name: wordsOf('he')('shell:account') })).toBeVisible()
  await expect(page).not.toHaveURL(/token=/)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')

  await page.goto('/logout')
  await page.goto(`/equipment?token=${token.slice(0, -6)}broken`)
  await expect(
    page.getByRole('button', { name: wordsOf('he')('auth:signIn'), exact: true }),
  ).toBeVisible()
})

test('what is typed while another tab signs out is there for who signs in again, and for nobody else', async ({
  page,
  context,
}) => {
  await signInAt(page, '/equipment', 'administrator')
  await page.getByRole('button', { name: words('equipment:add') }).click()
  const name = page.getByRole('textbox', { name: words('common:name'), exact: true })
  await name.fill('Pump of two tabs')

  const other = await context.newPage()
  await other.goto('/logout')
  await expect(other).toHaveURL(/\/login/)
  await other.close()
  await expect(page).toHaveURL(/\/login\?next=/)
  const comeIn = async (who: keyof typeof people) => {
    await page.getByLabel(words('auth:email'), { exact: true }).fill(people[who])
    await page.getByLabel(words('auth:password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
    await expect(page.getByRole('button', { name: words('shell:account') })).toBeVisible()
  }
  const way = page.url()
  await comeIn('otherCompany')
  await expect(name).toHaveValue('')
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login/)
  await page.goto(way)
  await comeIn('administrator')
  await expect(name).toHaveValue('Pump of two tabs')
  await expect(page.getByText(words('common:typedIsBack'))).toBeVisible()
})

import { expect, type Page, test } from '@playwright/test'
import { signIn } from '#tests/apiClient.ts'
import { type Language, wordsOf } from './words.ts'

export const people = {
  administrator: 'admin@plantroom.demo',
  manager: 'manager@plantroom.demo',
  technician: 'technician@plantroom.demo',
  staff: 'staff@plantroom.demo',
  otherCompany: 'admin@northmill.demo',
} as const
export const password = 'Plantroom1'

/** Opens an address, signs in on the login page, and arrives at the address. */
export async function signInAt(
  page: Page,
  path: string,
  who: keyof typeof people,
  language: Language = 'en',
): Promise<void> {
  const words = wordsOf(language)
  const address = new URL(path, 'http://page')
  address.searchParams.set('lang', language)
  await page.goto(address.pathname + address.search)
  await page.getByLabel(words('auth:email'), { exact: true }).fill(people[who])
  await page.getByLabel(words('auth:password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
  await expect(page.getByRole('button', { name: words('shell:account') })).toBeVisible({
    timeout: 20_000,
  })
}

/**
 * Opens an address with a session of its own (spec section 2: `token` in the address), for journeys
 * that do not test the sign-in.
 */
export async function arriveAt(
  page: Page,
  path: string,
  who: keyof typeof people,
  language: Language = 'en',
  baseURL = test.info().project.use.baseURL ?? '',
): Promise<void> {
  const address = new URL(path, baseURL)
  address.searchParams.set('lang', language)
  address.searchParams.set('token', (await signIn(address.origin, people[who])).token)
  await page.goto(address.href)
  await expect(page.getByRole('button', { name: wordsOf(language)('shell:account') })).toBeVisible({
    timeout: 20_000,
  })
}

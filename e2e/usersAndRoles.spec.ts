/**
 * From invitation to deactivation: a role, a person limited to one equipment type, what they see
 * and why, and their lost access.
 */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { equipment } from '#contract/equipment/equipment.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { signIn } from '#tests/apiClient.ts'
import { messageTo, linkIn } from './outbox.ts'
import { people, signInAt } from './people.ts'
import { choose } from './pickers.ts'
import { type Language, type Words, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

interface Walk {
  language: Language
  width: number
  height: number
  role: string
  firstName: string
  lastName: string
  email: string
}
const walks: readonly Walk[] = [
  {
    language: 'en',
    width: 1440,
    height: 900,
    role: 'Ticket desk',
    firstName: 'Eva',
    lastName: 'Small',
    email: 'eva.small@plantroom.demo',
  },
  {
    language: 'he',
    width: 390,
    height: 844,
    role: 'דלפק קריאות',
    firstName: 'דנה',
    lastName: 'ברק',
    email: 'dana.barak@plantroom.demo',
  },
]
const newPassword = 'Corridor7'

interface Demo {
  type: { name: string; count: number }
  other: { id: number; name: string; type: string }
}

for (const planned of variantsOf(walks, 1)) {
  test(`a person from invitation to deactivation, ${planned.language}, ${planned.width} px`, async ({
    browser,
    baseURL,
    request,
  }, { retry }) => {
    test.setTimeout(180_000)
    const walk =
      retry === 0
        ? planned
        : { ...planned, role: `${planned.role} ${retry}`, email: `${retry}.${planned.email}` }
    const words = wordsOf(walk.language)
    const demo = await demoOf(baseURL ?? '', `${walk.language} ${retry}`)
    const administrator = await open(browser, baseURL ?? '', walk)
    await signInAt(administrator, '/management', 'administrator', walk.language)
    await makeRole(administrator, words, walk)
    await invite(administrator, words, walk, demo)

    const person = await open(browser, baseURL ?? '', walk)
    await enter(person, words, walk, linkIn(await messageTo(request, walk.email)))
    await seesOnlyTheirs(person, words, walk, demo)

    await readWhy(administrator, words, walk, demo)
    await deactivate(administrator, words, walk)
    // The page may have redirected there by itself, so the test opens another address first.
    await person.goto('/tickets')
    await expect(
      person.getByRole('button', { name: words('auth:signIn'), exact: true }),
    ).toBeVisible()
    await administrator.context().close()
    await person.context().close()
  })
}

/** A type of its own, so that other journeys do not interfere. */
async function demoOf(url: string, mark: string): Promise<Demo> {
  const api = await signIn(url, people.administrator)
  const name = `Ward scales ${mark}`
  const [type, there] = await Promise.all([
    api.call(referenceLists.createEquipmentType, { body: { name } }),
    api.call(equipment.listEquipment, { body: { limit: 1, sort: 'name' } }),
  ])
  const names = [1, 2, 3].map((number) => `Scales ${mark} ${number}`)
  for (const each of names)
    await api.call(equipment.createEquipment, { body: { name: each, typeId: type.id } })
  const [other] = there.rows
  if (!other) throw new Error('The demo company has no equipment.')
  return {
    type: { name, count: names.length },
    other: { id: other.id, name: other.name, type: other.type.name },
  }
}

async function open(browser: Browser, baseURL: string, { width, height }: Walk): Promise<Page> {
  const isPhone = width < 500
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

async function makeRole(page: Page, words: Words, { role }: Walk): Promise<void> {
  await page.getByRole('link', { name: words('titles:roles') }).click()
  await page.getByRole('button', { name: words('people:role.add') }).click()
  await page.getByLabel(words('common:name'), { exact: true }).fill(role)
  await page.getByRole('checkbox', { name: words('people:group.editor|tickets') }).check()
  await page.getByRole('button', { name: words('common:create'), exact: true }).click()
  await expect(page.getByRole('link', { name: role, exact: true })).toBeVisible()
}

async function invite(
  page: Page,
  words: Words,
  { firstName, lastName, email, role }: Walk,
  { type }: Demo,
): Promise<void> {
  await page.goto('/management/users')
  await page.getByRole('button', { name: words('people:invite'), exact: true }).click()
  await page.getByLabel(words('people:field.firstName'), { exact: true }).fill(firstName)
  await page.getByLabel(words('people:field.lastName'), { exact: true }).fill(lastName)
  await page.getByLabel(words('people:field.email'), { exact: true }).fill('no address')
  await choose(page, words('people:field.roles'), role)
  await page.keyboard.press('Escape')
  await page
    .getByRole('radiogroup', { name: words('people:field.equipment') })
    .getByRole('radio', { name: words('people:reach.types') })
    .check()
  await choose(
    page,
    `${words('people:field.equipment')}: ${words('people:reach.types')}`,
    type.name,
  )
  await page.keyboard.press('Escape')
  const send = page.getByRole('button', { name: words('people:sendInvitation') })
  await send.click()
  await expect(page.getByText(words('people:emailInvalid'))).toBeVisible()
  await page.getByLabel(words('people:field.email'), { exact: true }).fill(email)
  await send.click()
  await expect(page.getByText(words('notices:invitationSent'))).toBeVisible()
  await expect(page.getByRole('heading', { name: `${firstName} ${lastName}` })).toBeVisible()
  await expect(page.getByRole('button', { name: words('people:resend') })).toBeVisible()
}

async function enter(
  page: Page,
  words: Words,
  { email, language }: Walk,
  link: string,
): Promise<void> {
  await page.goto(`${link}&lang=${language}`)
  await page.getByLabel(words('auth:newPassword'), { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: words('auth:invitationAccept') }).click()
  await expect(page.getByText(words('auth:invitationAccepted'))).toBeVisible()
  await page.getByRole('link', { name: words('auth:signIn'), exact: true }).click()
  await page.getByLabel(words('auth:email'), { exact: true }).fill(email)
  await page.getByLabel(words('auth:password'), { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: words('auth:signIn'), exact: true }).click()
  await expect(page.getByRole('button', { name: words('shell:account') })).toBeVisible()
}

async function seesOnlyTheirs(
  page: Page,
  words: Words,
  { width }: Walk,
  { type, other }: Demo,
): Promise<void> {
  await page.goto('/equipment')
  await expect(
    page.getByText(words('common:rangeOf', { from: 1, to: type.count, total: type.count })),
  ).toBeVisible()
  await page.goto(`/equipment?id=${other.id}`)
  await expect(page.getByText(words('common:notThereTitle'))).toBeVisible()
  await page.goto('/equipment')
  if (width < 500) await page.getByRole('button', { name: words('shell:more') }).click()
  await expect(page.getByRole('link', { name: words('titles:procedureLogs') })).toBeVisible()
  for (const hidden of ['management', 'journal', 'import', 'automationCenter'])
    await expect(
      page.getByRole('link', { name: words(`titles:${hidden}`), exact: true }),
    ).toHaveCount(0)
  if (width < 500) await page.keyboard.press('Escape')
  await page.goto('/management/users')
  await expect(page.getByText(words('common:noRightTitle'))).toBeVisible()
}

async function readWhy(
  page: Page,
  words: Words,
  { role }: Walk,
  { type, other }: Demo,
): Promise<void> {
  await page.getByRole('tab', { name: words('people:tab.rights') }).click()
  await expect(page.getByRole('link', { name: `${type.name}: ${type.count}` })).toBeVisible()
  await expect(page.getByRole('link', { name: role, exact: true }).first()).toBeVisible()
  await choose(page, words('entities:equipment'), other.name)
  const answer = words('people:rights.answer.typeNotPermitted', { type: other.type }).replaceAll(
    /<[^>]*>/g,
    '',
  )
  await expect(page.getByRole('status').filter({ hasText: answer })).toBeVisible()
}

async function deactivate(page: Page, words: Words, { firstName, lastName }: Walk): Promise<void> {
  await page.getByRole('button', { name: words('people:deactivate') }).click()
  const dialog = page.getByRole('dialog', {
    name: words('people:deactivateTitle', { name: `${firstName} ${lastName}` }),
  })
  await expect(dialog.getByText(words('people:impact.sessions', { count: 1 }))).toBeVisible()
  await dialog.getByRole('button', { name: words('people:deactivate') }).click()
  await expect(page.getByText(words('notices:personDeactivated'))).toBeVisible()
  await expect(page.getByRole('button', { name: words('people:reactivate') })).toBeVisible()
}

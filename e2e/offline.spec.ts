/** A phone that loses its network during work, and a tab from an older release. */
import { randomUUID } from 'node:crypto'
import { expect, type Page, type Route, test } from '@playwright/test'
import { equipment } from '#contract/equipment/equipment.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { signIn } from '#tests/apiClient.ts'
import { people, signInAt } from './people.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('en')

async function signedRound(baseURL: string) {
  const api = await signIn(baseURL, people.administrator)
  const one = { body: { limit: 1, sort: 'name' as const } }
  const [type] = (await api.call(referenceLists.listProcedureTypes, one)).rows
  const [thing] = (await api.call(equipment.listEquipment, one)).rows
  const name = `Signed round ${randomUUID().slice(0, 6)}`
  const made = await api.call(procedures.createProcedure, {
    body: {
      name,
      typeId: type?.id ?? 0,
      target: 'equipment',
      questions: [
        { ...blankQuestion, id: -1, kind: 'text', title: 'What did you see?' },
        { ...blankQuestion, id: -2, kind: 'file', title: 'A photo of it' },
        { ...blankQuestion, id: -3, kind: 'signature', title: 'Your signature' },
      ],
    },
  })
  return {
    api,
    procedureId: made.id,
    address: `/procedure/${made.id}/perform?equipmentId=${thing?.id ?? 0}`,
  }
}

async function answer(page: Page) {
  await page.getByRole('textbox', { name: /What did you see/ }).fill('A torn seal')
  await page.getByLabel(words('survey:field.chooseFile')).setInputFiles({
    name: 'seal.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await page.getByRole('button', { name: words('survey:field.typeInstead') }).click()
  await page.getByLabel(words('survey:field.yourName')).fill('Noa Levi')
  await page.getByRole('button', { name: words('survey:field.signatureDone') }).click()
  await expect(page.getByRole('img', { name: words('survey:field.signature') })).toBeVisible()
}

const portal = (route: Route) =>
  route.fulfill({ contentType: 'text/html', body: '<html>Sign in to the guest network</html>' })

test('what is done without a network is kept, says that it waits, and is sent by itself; other screens come when they can', async ({
  page,
  context,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const round = await signedRound(baseURL ?? '')
  await signInAt(page, round.address, 'staff')
  await expect(page.getByRole('textbox', { name: /What did you see/ })).toBeVisible()
  // A busy machine loads the parts of the form late. The event stream keeps the network from idling.
  await page.waitForFunction(() => {
    const last = performance.getEntriesByType('resource').at(-1)
    return last !== undefined && performance.now() - last.startTime - last.duration > 1_500
  })
  await context.setOffline(true)
  await answer(page)
  await expect(page.getByText(words('survey:field.waits')).first()).toBeVisible()
  await expect(page.getByText(words('procedures:perform.kept'), { exact: true })).toBeVisible()
  // Navigates to a screen that cannot load: the current screen stays, and the page shows the
  // reason.
  await page
    .getByRole('link', { name: words('titles:tickets') })
    .last()
    .click()
  await expect(page.getByText(words('common:late.offline'))).toBeVisible()
  await expect(page.getByRole('textbox', { name: /What did you see/ })).toHaveValue('A torn seal')
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/tickets/)
  await expect(
    page.getByRole('heading', { name: words('titles:tickets'), exact: true }),
  ).toBeVisible()

  await page.goto(round.address)
  await expect(page.getByRole('img', { name: 'seal.png' })).toBeVisible()
  await expect(page.getByRole('img', { name: words('survey:field.signature') })).toBeVisible()
  await context.setOffline(true)
  const done = Date.now()
  await page.getByRole('button', { name: words('procedures:perform.submit') }).click()
  await expect(
    page.getByRole('heading', { name: words('procedures:perform.waiting.title') }),
  ).toBeVisible()
  const waits = page.getByRole('button', { name: words('shell:unsent.title', { count: 1 }) })
  await expect(waits).toBeVisible()

  await page.route('**/api/**', portal)
  const posted = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await context.setOffline(false)
  expect((await posted).status()).toBe(200)
  await expect(waits).toBeVisible()
  // Waits until the request was made on that network, because it may have been sent just before.
  const pressed = page.waitForRequest((request) => request.method() === 'POST', { timeout: 10_000 })
  await page.getByRole('button', { name: words('procedures:perform.waiting.sendNow') }).click()
  await pressed
  await expect(waits).toBeVisible()
  await page.unroute('**/api/**', portal)
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(
    page.getByRole('heading', { name: words('procedures:perform.recorded') }),
  ).toBeVisible()
  const {
    rows: [log],
  } = await round.api.call(procedureLogs.listProcedureLogs, {
    body: { filter: { procedureIds: [round.procedureId] } },
  })
  const detail = await round.api.call(procedureLogs.getProcedureLog, {
    params: { id: log?.id ?? 0 },
  })
  expect(detail.files.map(({ name }) => name).sort()).toEqual(['seal.png', 'signature.png'])
  expect(Math.abs(Date.parse(detail.doneAt) - done)).toBeLessThan(5_000)
})

test('two tabs of one form are one form, and no proxy’s answer is taken for a record', async ({
  page,
  context,
  baseURL,
}) => {
  const round = await signedRound(baseURL ?? '')
  await signInAt(page, round.address, 'staff')
  const seen = (tab: Page) => tab.getByRole('textbox', { name: /What did you see/ })
  await seen(page).fill('One')
  const other = await context.newPage()
  await other.goto(round.address)
  await expect(seen(other)).toHaveValue('One')
  await answer(other)
  await expect(seen(page)).toHaveValue('A torn seal')
  await expect(page.getByRole('img', { name: 'seal.png' })).toBeVisible()

  const blocked = (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, contentType: 'text/html', body: '<html>Blocked</html>' })
      : route.continue()
  await page.route('**/api/**', blocked)
  const submit = page.getByRole('button', { name: words('procedures:perform.submit') })
  await submit.click()
  await expect(
    page.getByRole('heading', { name: words('procedures:perform.waiting.title') }),
  ).toBeVisible()
  await expect(other.getByText(words('procedures:perform.sentElsewhere'))).toBeVisible()
  await expect(seen(other)).toHaveValue('')

  await page.unroute('**/api/**', blocked)
  const plain = (route: Route) => route.fulfill({ contentType: 'text/plain', body: 'Sign in' })
  await page.route('**/api/procedure-logs', plain)
  const sendNow = page.getByRole('button', { name: words('procedures:perform.waiting.sendNow') })
  const posted = page.waitForResponse('**/api/procedure-logs')
  await sendNow.click()
  await posted
  await page.unroute('**/api/procedure-logs', plain)
  await sendNow.click()
  await expect(
    page.getByRole('heading', { name: words('procedures:perform.recorded') }),
  ).toBeVisible()
  const logs = await round.api.call(procedureLogs.listProcedureLogs, {
    body: { filter: { procedureIds: [round.procedureId] } },
  })
  expect(logs.rows).toHaveLength(1)
})

test('a tab of an older release goes on in the new one, where it wanted to go, with what was answered', async ({
  page,
  baseURL,
}) => {
  const round = await signedRound(baseURL ?? '')
  // The old files are unavailable, also for prefetching, until the page is requested again. Until
  // then the start page already names another entry.
  let isNew = false
  await page.route('**/assets/TicketsPage-*', (route) =>
    isNew ? route.continue() : route.fulfill({ status: 404, body: '' }),
  )
  await signInAt(page, round.address, 'staff')
  await page.getByRole('textbox', { name: /What did you see/ }).fill('A torn seal')
  await page.route('/', (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({
          contentType: 'text/html',
          body: '<script type="module" src="/assets/index-next.js"></script>',
        })
      : route.continue(),
  )
  page.on('request', (request) => {
    isNew ||= request.isNavigationRequest()
  })
  await page
    .getByRole('link', { name: words('titles:tickets') })
    .first()
    .click()
  // The heading appears with the press, the screen below it only with the new page.
  await expect.poll(() => isNew).toBe(true)
  await expect(page).toHaveURL(/\/tickets$/)
  await expect(
    page.getByRole('heading', { name: words('titles:tickets'), exact: true }),
  ).toBeVisible()
  await page.goto(round.address)
  await expect(page.getByRole('textbox', { name: /What did you see/ })).toHaveValue('A torn seal')
})

test('signing out without a network signs out, and the next person does not meet the last', async ({
  page,
  context,
}) => {
  // this file is prefetched after the screen itself
  const wayOut = page.waitForResponse(/LogoutPage-/, { timeout: 90_000 })
  await signInAt(page, '/procedure', 'staff')
  await (await wayOut).finished()
  await context.setOffline(true)
  await page.getByRole('button', { name: words('shell:account') }).click()
  await page.getByRole('menuitem', { name: words('shell:signOut') }).click()
  await expect(page.getByRole('button', { name: words('auth:signIn'), exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('persist:plantroom'))).not.toContain('ey')
  await context.setOffline(false)
  await page.goto('/tickets')
  await expect(page.getByRole('button', { name: words('auth:signIn'), exact: true })).toBeVisible()
})

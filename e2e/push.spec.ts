/**
 * Web push in a real browser. Its maker's push service cannot be reached from here, so the page
 * gets a subscription of our own, and the browser's tools deliver the message to the worker. What
 * the server sends is tested with a push service in server/modules/foundation/push/push.db.test.ts.
 */
import { expect, type BrowserContext, type Page, test } from '@playwright/test'
import { companies } from '#contract/company/company.ts'
import { push } from '#contract/push.ts'
import { tickets } from '#contract/tickets.ts'
import { signIn } from '#tests/apiClient.ts'
import { arriveAt, people, signInAt } from './people.ts'
import { wordsOf } from './words.ts'

test.use({ serviceWorkers: 'allow' })
const words = wordsOf('en')

const switchOn = async (baseURL: string, hasPush: boolean) => {
  const api = await signIn(baseURL, people.administrator)
  const { version, id } = await api.call(companies.getCompany)
  await api.call(companies.updateCompany, { body: { version, hasPush } })
  return id
}

/** The headless shell shows no notifications, whatever is granted. */
async function allowNotifications(page: Page, context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications'])
  await page.goto('/login')
  const permission = await page.evaluate(() => Notification.permission)
  test.skip(permission !== 'granted', 'needs a whole Chromium, named by CHROMIUM_PATH')
}

/** Subscribing asks the browser's maker; everything after it is real. */
const pretendSubscription = (context: BrowserContext) =>
  context.addInitScript(() => {
    const base64url = (bytes: Uint8Array) =>
      btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    let current: PushSubscription | null = null
    PushManager.prototype.getSubscription = () => Promise.resolve(current)
    PushManager.prototype.subscribe = async () => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
        'deriveBits',
      ])
      const key = await crypto.subtle.exportKey('raw', pair.publicKey)
      const keys = {
        p256dh: base64url(new Uint8Array(key)),
        auth: base64url(crypto.getRandomValues(new Uint8Array(16))),
      }
      const made: Partial<PushSubscription> = {
        endpoint: `https://push.sample.test/${crypto.randomUUID()}`,
        toJSON: () => ({ keys }),
      }
      return (current = made as PushSubscription)
    }
  })

/** What the server would send, as the worker gets it after decryption. */
async function deliver(page: Page, message: object): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  await tools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
  await tools.detach()
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, lang, dir }) => ({
      title,
      body,
      lang,
      dir,
    }))
  })

/** A click on a notification is the system's; the worker gets the same event. */
async function click(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('Nothing is shown')
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })
}

test('a technician turns messages on, sees “You have a ticket” on the lock screen, and a click opens it', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? ''
  await allowNotifications(page, context)
  await pretendSubscription(context)
  await test.step('the company has them off', async () => {
    await switchOn(url, false)
    await signInAt(page, '/account', 'technician')
    await expect(page.getByText(words('account:push.off'))).toBeVisible()
  })
  const companyId = await switchOn(url, true)
  const api = await signIn(url, people.technician)

  await test.step('the technician turns them on', async () => {
    await page.reload()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.getByRole('button', { name: words('account:push.turnOn') }).click()
    await expect(page.getByTestId('push-devices')).toContainText(words('account:push.thisDevice'))
    await expect(page.getByTestId('push-devices')).toContainText('Chrome · Linux')
    await page.reload()
    await expect(page.getByTestId('push-devices')).toBeVisible()
  })

  const [ticket] = (await api.call(tickets.listTickets, { body: { limit: 1, sort: '-openedAt' } }))
    .rows
  const path = `/switch-company/${companyId}?to=${encodeURIComponent(`/tickets/${ticket?.id}`)}`
  const message = { title: 'You have a ticket', body: '', path, tag: '1', language: 'en' }

  await test.step('the lock screen', async () => {
    await deliver(page, message)
    await expect
      .poll(() => shown(page))
      .toEqual([{ title: 'You have a ticket', body: '', lang: 'en', dir: 'ltr' }])
    await deliver(page, { ...message, tag: '2', title: 'יש לך קריאה', language: 'he' })
    await expect.poll(async () => (await shown(page)).at(-1)).toMatchObject({ dir: 'rtl' })
  })

  await test.step('a click opens the ticket in the open page', async () => {
    await click(context)
    await expect(page).toHaveURL(new RegExp(`/tickets.*\\b${ticket?.id}$`))
    await expect(page.getByRole('heading', { name: ticket?.title ?? '' }).first()).toBeVisible()
  })
})

test('who signs in on the same browser next is not shown messages of the former person', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? ''
  await allowNotifications(page, context)
  await pretendSubscription(context)
  await switchOn(url, true)
  const staff = await signIn(url, people.staff)
  for (const { id } of (await staff.call(push.getPush)).devices)
    await staff.call(push.removePushDevice, { params: { id } })
  await arriveAt(page, '/account', 'staff')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.getByRole('button', { name: words('account:push.turnOn') }).click()
  await expect(page.getByTestId('push-devices')).toBeVisible()
  expect((await staff.call(push.getPush)).devices).toHaveLength(1)
  await page.goto('/logout')
  await expect(page.getByLabel(words('auth:password'), { exact: true })).toBeVisible()
  await signInAt(page, '/account', 'manager')
  await expect(page.getByRole('button', { name: words('account:push.turnOn') })).toBeVisible()
  await expect
    .poll(async () => (await staff.call(push.getPush)).devices, { timeout: 20_000 })
    .toEqual([])
})

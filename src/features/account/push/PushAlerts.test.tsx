import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#contract/endpoint.ts'
import type { push } from '#contract/push.ts'
import { asId } from '#lib/ids.ts'
import { pathTo } from '#lib/paths.ts'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { PushAlerts } from './PushAlerts.tsx'

const server = pretendServer()
const at = (path: string) => `http://localhost/api/account/push${path}`
type Answer = Output<typeof push.getPush>

const KEY =
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const phone: Answer['devices'][number] = {
  id: asId('pushDevice', 7),
  name: 'Chrome · Android',
  createdAt: '2026-11-20T08:00:00.000Z',
  renewedAt: '2026-11-20T08:00:00.000Z',
  lastSuccessAt: null,
  isSignedOut: false,
  fault: null,
}
let state: Answer
let sent: { path: string; body: unknown }[] = []

beforeEach(() => {
  sent = []
  state = {
    isOn: true,
    showsText: false,
    publicKey: KEY,
    groups: ['tickets', 'stock'],
    quietHours: null,
    devices: [],
  }
  server.use(
    http.get(at(''), () => HttpResponse.json(state)),
    http.put(at(''), async ({ request }) => {
      const body = (await request.json()) as Pick<Answer, 'groups' | 'quietHours'>
      sent.push({ path: 'wishes', body })
      state = { ...state, ...body }
      return HttpResponse.json(state)
    }),
    http.post(at('/here'), async ({ request }) => {
      sent.push({ path: 'here', body: await request.json() })
      return HttpResponse.json({ deviceId: state.devices[0]?.id ?? null })
    }),
    http.post(at('/devices'), async ({ request }) => {
      sent.push({ path: 'devices', body: await request.json() })
      state = { ...state, devices: [phone] }
      return HttpResponse.json({ id: phone.id, replaced: 'Firefox · Linux' })
    }),
    http.delete(at('/devices/7'), () => {
      state = { ...state, devices: [] }
      return HttpResponse.json({ removed: true })
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

/** A browser with push, as far as the page uses it. jsdom has none. */
function pretendPush(permission: NotificationPermission, answer = permission) {
  const subscription = {
    endpoint: 'https://push.example.com/send/1',
    options: { applicationServerKey: null },
    toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
  }
  let current: typeof subscription | null = null
  const pushManager = {
    getSubscription: () => Promise.resolve(current),
    subscribe: () => Promise.resolve((current = subscription)),
  }
  const registration = { pushManager }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  const Notification = {
    permission,
    requestPermission: () => Promise.resolve((Notification.permission = answer)),
  }
  vi.stubGlobal('Notification', Notification)
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  })
}
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'))

const show = (permissions: string[] = []) =>
  draw(<PushAlerts />, { namespaces: ['account'], token: tokenFor({ permissions } as never) })

describe('the push messages of the account page', () => {
  it('say that the company has them off, and link to the setting for who may change it', async () => {
    state = { ...state, isOn: false, publicKey: null }
    await show(['editor|company'])
    expect(await screen.findByText(/has not turned this on/)).toBeVisible()
    expect(screen.getByRole('link', { name: /company settings/ })).toHaveAttribute(
      'href',
      pathTo('companySettings'),
    )
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  it('are turned on with one click, and name the device that had to go', async () => {
    pretendPush('default', 'granted')
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on for this device' }))
    const list = within(await screen.findByTestId('push-devices'))
    expect(list.getByText('Chrome · Android')).toBeVisible()
    expect(list.getByText('This device')).toBeVisible()
    expect(screen.getByText(/“Firefox · Linux”/)).toBeVisible()
    expect(sent).toContainEqual({
      path: 'devices',
      body: {
        endpoint: 'https://push.example.com/send/1',
        p256dh: 'p',
        auth: 'a',
        name: expect.any(String) as string,
      },
    })
  })

  it('are turned off again on this device', async () => {
    pretendPush('default', 'granted')
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on for this device' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Remove / }))
    expect(await screen.findByRole('button', { name: 'Turn on for this device' })).toBeVisible()
  })

  it('say how to allow them after the browser was told to block them', async () => {
    pretendPush('default', 'denied')
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on for this device' }))
    expect(await screen.findByText(/blocks notifications/)).toBeVisible()
    expect(sent.filter(({ path }) => path === 'devices')).toEqual([])
  })

  it('say which browsers can, in one that cannot', async () => {
    vi.stubGlobal('isSecureContext', true)
    await show()
    expect(await screen.findByText(/This browser cannot receive messages/)).toBeVisible()
  })

  it('ask for https at an insecure address', async () => {
    vi.stubGlobal('isSecureContext', false)
    await show()
    expect(await screen.findByText(/begins with https/)).toBeVisible()
  })

  it('show of another device that it is signed out, and why the last message failed', async () => {
    state = { ...state, devices: [{ ...phone, isSignedOut: true, fault: 'busy' }] }
    await show()
    expect(await screen.findByText(/Signed out there/)).toBeVisible()
    expect(screen.getByText(/push service was busy/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /test message/ })).not.toBeInTheDocument()
  })

  it('go by kind', async () => {
    await show()
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Stock' }))
    await waitFor(() =>
      expect(sent).toContainEqual({
        path: 'wishes',
        body: { groups: ['tickets'], quietHours: null },
      }),
    )
  })

  it('have quiet hours, which are saved only as two different times', async () => {
    await show()
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Have quiet hours' }))
    const until = await screen.findByRole('textbox', { name: 'Quiet until' })
    await userEvent.clear(until)
    await userEvent.type(until, '22{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Ends where it begins')
    await userEvent.clear(until)
    await userEvent.type(until, '530{Enter}')
    await waitFor(() =>
      expect(sent.at(-1)?.body).toMatchObject({ quietHours: { from: '22:00', to: '05:30' } }),
    )
    expect(sent.filter(({ path }) => path === 'wishes')).toHaveLength(2)
  })
})

import '@testing-library/jest-dom/vitest'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { BACK_AFTER } from '../useGoBack.ts'
import { EditorPage } from './EditorPage.tsx'

const server = pretendServer()
const rule = {
  id: 7,
  version: 3,
  name: 'Rooms of building A',
  procedureId: 4,
  procedure: { id: 4, name: 'Room cleaning' },
  rruleData: { locationIds: [2] },
  objects: 'locations',
  kind: 'specific',
  rule: 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
  every: null,
  restartAfter: null,
  repeatCount: null,
  start: '2026-12-01T08:00',
  end: null,
  deadline: { kind: 'endOfDay' },
  reminder: null,
  onHoliday: 'skip',
  onNonWorkingDay: 'keep',
  whenOverdue: 'keepOpen',
  userIds: [],
  roleIds: [],
  isActive: true,
  objectCount: 12,
  openCount: 0,
  lateCount: 0,
  nextAt: null,
  expected: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
}
const name = () => screen.findByRole('textbox', { name: 'Name' })
const save = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  })
const open = () =>
  draw(<EditorPage />, {
    at: '/rrule/7/edit',
    path: '/rrule/:ruleId/edit',
    namespaces: ['schedules', 'recurrence', 'entities'],
    also: [{ path: '/rrule', element: <h1>The list</h1> }],
  })

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  server.use(
    http.get('http://localhost/api/rrules/7', () => HttpResponse.json(rule)),
    http.post('http://localhost/api/rrules/preview', () =>
      HttpResponse.json({
        faults: [],
        entries: [],
        changes: [],
        comparedUntil: null,
        skippedLeftOut: 0,
        objectCount: 12,
      }),
    ),
    http.all('http://localhost/api/*', () => HttpResponse.json({ count: 0, rows: [] })),
  )
})
afterEach(() => {
  vi.useRealTimers()
})

it('the schedule editor goes back three seconds after a failed save, and has its text when it is opened again', async () => {
  server.use(
    http.put('http://localhost/api/rrules/7', () =>
      HttpResponse.json({ message: '', errors: [] }, { status: 500 }),
    ),
  )
  const { router, unmount, store } = await open()
  fireEvent.change(await name(), { target: { value: 'Rooms, renamed' } })
  await save()
  await screen.findByText('Failed to save this rule :(')
  await screen.findByText(/You will return in a moment/)
  expect(router.state.location.pathname).toBe('/rrule/7/edit')
  await act(() => vi.advanceTimersByTimeAsync(BACK_AFTER))
  await waitFor(() => expect(router.state.location.pathname).toBe('/rrule'))
  expect(store.getState().rrules).toMatchObject({
    kept: { 7: { version: 3, values: { name: 'Rooms, renamed' } } },
  })
  await act(async () => {
    await router.navigate('/rrule/7/edit')
  })
  await screen.findByText('Your earlier unsaved changes have been restored.')
  expect(await name()).toHaveValue('Rooms, renamed')
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Discard them' }))
  })
  // the page asks first, because a discarded draft cannot be restored
  expect(await name()).toHaveValue('Rooms, renamed')
  await act(async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  })
  expect(await name()).toHaveValue('Rooms of building A')
  unmount()
})

it('the schedule editor stays open for field errors', async () => {
  const path = 'body.end'
  const refused = { message: '', errors: [{ path, code: 'endBeforeStart', message: '' }] }
  server.use(
    http.put('http://localhost/api/rrules/7', () => HttpResponse.json(refused, { status: 400 })),
  )
  const { router } = await open()
  fireEvent.change(await name(), { target: { value: 'Rooms, renamed' } })
  await save()
  await screen.findByText('Failed to save this rule :(')
  expect(screen.queryByText(/You will return in a moment/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(BACK_AFTER * 2))
  expect(router.state.location.pathname).toBe('/rrule/7/edit')
  expect(await name()).toHaveValue('Rooms, renamed')
})

it('the schedule editor stays open without a network, and says until it is closed that nothing was saved', async () => {
  server.use(http.put('http://localhost/api/rrules/7', () => HttpResponse.error()))
  const { router } = await open()
  fireEvent.change(await name(), { target: { value: 'Rooms, renamed' } })
  await save()
  await screen.findByText('The change was not saved. Save it again when you are back online.')
  expect(screen.queryByText(/You will return in a moment/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(BACK_AFTER * 2))
  expect(router.state.location.pathname).toBe('/rrule/7/edit')
  expect(await name()).toHaveValue('Rooms, renamed')
  expect(screen.getByText(/^The change was not saved/)).toBeVisible()
})

it('the schedule editor says of a schedule deleted meanwhile that nothing of it is kept', async () => {
  const refused = { message: '', errors: [{ path: '', code: 'notThere', message: '' }] }
  server.use(
    http.put('http://localhost/api/rrules/7', () => HttpResponse.json(refused, { status: 404 })),
  )
  const { store } = await open()
  fireEvent.change(await name(), { target: { value: 'Rooms, renamed' } })
  await save()
  await screen.findByText(/was deleted in the meantime.*are not kept/)
  expect(screen.queryByText(/kept for next time/)).not.toBeInTheDocument()
  expect(store.getState().rrules).toEqual({ kept: {} })
})

it('the schedule editor keeps its text if only something that the schedule names is gone', async () => {
  const refused = { message: '', errors: [{ path: 'body.roleIds', code: 'notThere', message: '' }] }
  server.use(
    http.put('http://localhost/api/rrules/7', () => HttpResponse.json(refused, { status: 404 })),
  )
  await open()
  fireEvent.change(await name(), { target: { value: 'Rooms, renamed' } })
  await save()
  await screen.findByText(/kept for next time/)
})

it('the schedule editor keeps a rule as it is typed, so that a reload in the middle loses nothing', async () => {
  const first = await open()
  fireEvent.change(await name(), { target: { value: 'Rooms, renamed' } })
  expect(first.store.getState().rrules).toMatchObject({
    kept: {
      7: { version: 3, values: { name: 'Rooms, renamed', rruleData: { locationIds: [2] } } },
    },
  })
  await act(async () => {
    await first.router.navigate('/rrule')
  })
  await screen.findByText(/are kept as a draft/)
  await act(async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  })
  await waitFor(() => expect(first.router.state.location.pathname).toBe('/rrule'))
  await act(async () => {
    await first.router.navigate('/rrule/7/edit')
  })
  await screen.findByText('Your earlier unsaved changes have been restored.')
  expect(await name()).toHaveValue('Rooms, renamed')
})

it('the schedule editor stays on request', async () => {
  server.use(
    http.put('http://localhost/api/rrules/7', () =>
      HttpResponse.json({ message: '', errors: [] }, { status: 500 }),
    ),
  )
  const { router } = await open()
  fireEvent.change(await name(), { target: { value: 'Rooms, renamed' } })
  await save()
  await act(async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  })
  await act(() => vi.advanceTimersByTimeAsync(BACK_AFTER * 2))
  expect(router.state.location.pathname).toBe('/rrule/7/edit')
  expect(await name()).toHaveValue('Rooms, renamed')
})

it('the schedule editor goes back at once after a save', async () => {
  const sent: unknown[] = []
  server.use(
    http.put('http://localhost/api/rrules/7', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...rule, version: 4 })
    }),
  )
  const { router } = await open()
  fireEvent.change(await name(), { target: { value: 'Rooms, renamed' } })
  await save()
  await waitFor(() => expect(router.state.location.pathname).toBe('/rrule'))
  expect(sent).toMatchObject([
    { version: 3, name: 'Rooms, renamed', rule: expect.stringContaining('INTERVAL=2') as string },
  ])
})

it('the schedule editor says when a schedule does not load, and goes back three seconds later', async () => {
  server.use(
    http.get('http://localhost/api/rrules/7', () =>
      HttpResponse.json({ message: '', errors: [] }, { status: 500 }),
    ),
  )
  const { router } = await open()
  await screen.findByText('Failed get Schedule')
  await act(() => vi.advanceTimersByTimeAsync(BACK_AFTER))
  await waitFor(() => expect(router.state.location.pathname).toBe('/rrule'))
})

it('the schedule editor shows both versions if another user saved meanwhile, and stays', async () => {
  const theirs = { ...rule, version: 9, name: 'Rooms, by someone else' }
  server.use(
    http.put('http://localhost/api/rrules/7', () =>
      HttpResponse.json(
        { message: 'stale', errors: [{ path: 'body.version', code: 'stale', message: '9' }] },
        { status: 409 },
      ),
    ),
  )
  const { router } = await open()
  fireEvent.change(await name(), { target: { value: 'Rooms, by me' } })
  server.use(http.get('http://localhost/api/rrules/7', () => HttpResponse.json(theirs)))
  await save()
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('Rooms, by me')
  expect(dialog).toHaveTextContent('Rooms, by someone else')
  await act(() => vi.advanceTimersByTimeAsync(BACK_AFTER * 2))
  expect(router.state.location.pathname).toBe('/rrule/7/edit')
})

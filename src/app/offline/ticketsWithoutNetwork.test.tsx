/** Tickets on a phone without a network: work waits, goes out once, and asks after a refusal. */
import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TicketDetail } from '#contract/tickets.ts'
import { UnsentSign } from '../shell/UnsentSign.tsx'
import { NewTicketPanel } from '../../features/tickets/NewTicketPanel.tsx'
import { TicketPanel } from '../../features/tickets/TicketPanel.tsx'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { Sender } from '#tests/sender.tsx'
import {
  discardTicketWork,
  readTicketWork,
  ticketWorkStanding,
} from '#entities/unsent/ticketWork.ts'
import type { Unsent } from '#entities/unsent/device.ts'
import { keepUnsent } from '#entities/unsent/unsent.ts'
import { ReportProblem } from '#entities/tickets/ReportProblem.tsx'

const server = pretendServer()
const state = (id: number, name: string, category: string) => ({
  id,
  name,
  category,
  colour: 'blue',
  nextIds: null,
})
const states = [
  state(1, 'New', 'open'),
  state(2, 'In work', 'inProgress'),
  state(3, 'Done', 'closed'),
]
let ticket: TicketDetail
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])

let network: 'there' | 'gone' | 'mute' = 'gone'
let isSeen = true
const sent: { path: string; body: Record<string, unknown> }[] = []

const stands = (stateId: number, version: number) =>
  // Only what the panel reads. Ids are branded numbers, written plainly in tests.
  ({
    id: 7,
    title: 'It leaks',
    type: { id: 2, name: 'Repair', colour: 'red' },
    state: states.find(({ id }) => id === stateId),
    opener: { id: 3, name: 'Dan' },
    openedByAutomation: null,
    assignee: null,
    priority: 'normal',
    respondBy: null,
    dueBy: null,
    isOverdue: false,
    equipment: null,
    location: null,
    openedAt: '2026-11-20T08:00:00Z',
    closedAt: null,
    commentCount: 0,
    version,
    description: null,
    orgEntity: null,
    procedureLog: null,
    automationRunId: null,
    nextStates: states.filter(({ id }) => id !== stateId),
    states,
    photos: [],
  }) as unknown as TicketDetail

beforeEach(() => {
  sent.length = 0
  network = 'there'
  isSeen = true
  ticket = stands(1, 4)
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  const write = (path: string, answer: (body: Record<string, unknown>) => Response) =>
    http.all(`*${path}`, async ({ request }) => {
      if (network === 'gone') return HttpResponse.error()
      const body = (await request.json()) as Record<string, unknown>
      sent.push({ path, body })
      return network === 'mute' ? HttpResponse.error() : answer(body)
    })
  server.use(
    http.get('*/api/ticket-types', () =>
      HttpResponse.json({
        count: 1,
        rows: [{ id: 2, name: 'Repair', usedBy: 1, colour: 'red', states: [], version: 1 }],
      }),
    ),
    http.get('*/api/tickets/7', () =>
      isSeen
        ? HttpResponse.json(ticket)
        : HttpResponse.json({ message: 'No', errors: [] }, { status: 404 }),
    ),
    http.post('*/api/tickets/7/timeline', () => HttpResponse.json({ count: 0, rows: [] })),
    http.get('*/api/tickets/7/assignments', () => HttpResponse.json([])),
    http.post('*/api/users/get', () => HttpResponse.json({ count: 0, rows: [] })),
    http.post('*/api/equipment/get-tiny', () => HttpResponse.json({ count: 0, rows: [] })),
    http.post('*/api/files', () =>
      network === 'gone'
        ? HttpResponse.error()
        : HttpResponse.json({ id: 900, name: 'drip.jpg', mime: 'image/jpeg', size: 3 }),
    ),
    write('/api/tickets', ({ equipmentId }) =>
      isSeen || equipmentId === null
        ? HttpResponse.json({ ...ticket, id: 41 })
        : HttpResponse.json({ message: 'No', errors: [] }, { status: 404 }),
    ),
    write('/api/tickets/7/comments', () => HttpResponse.json(ticket)),
    write('/api/tickets/7/state', ({ stateId, version }) => {
      if (!isSeen) return HttpResponse.json({ message: 'No', errors: [] }, { status: 404 })
      if (version !== ticket.version)
        return HttpResponse.json(
          { message: 'Stale', errors: [{ path: 'version', code: 'stale', message: '' }] },
          { status: 409 },
        )
      ticket = stands(Number(stateId), ticket.version + 1)
      return HttpResponse.json(ticket)
    }),
  )
})
afterEach(async () => {
  for (const item of await readTicketWork()) await discardTicketWork(item)
})

const shown = (tab: 'facts' | 'timeline' = 'facts') =>
  draw(
    <>
      <Sender />
      <UnsentSign />
      <ReportProblem equipment={{ id: 5, name: 'Pump 5' }} />
      <TicketPanel
        ticketId={7}
        tab={tab}
        isEditing={false}
        onTab={() => undefined}
        onEdit={() => undefined}
        onClose={() => undefined}
      />
    </>,
    { namespaces: ['tickets', 'shell', 'entities', 'journal'] },
  )
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const comesBack = async () => {
  network = 'there'
  await act(async () => {
    window.dispatchEvent(new Event('online'))
    await Promise.resolve()
  })
}
const waitingCount = () => ticketWorkStanding().unsent.length
const nothingWaits = () => waitFor(() => expect(waitingCount()).toBe(0))

it('an offline report is kept with its photo, says that it waits, and is sent once by itself', async () => {
  await shown()
  network = 'gone'
  await press('Report a problem')
  await userEvent.upload(
    await screen.findByLabelText(/Choose photos/),
    new File([JPEG], 'drip.jpg', { type: 'image/jpeg' }),
  )
  await screen.findByRole('img', { name: 'Photo 1' })
  await userEvent.type(screen.getByLabelText('What is wrong?'), 'It drips')
  await press('Send')
  await screen.findByText('Your report is saved on this device')
  await screen.findByRole('button', { name: '1 entry is waiting to be sent', hidden: true })
  // The draft is deleted once the report is queued.
  expect(Object.keys(localStorage).filter((key) => key.includes('reports'))).toEqual([])

  network = 'mute'
  await act(async () => {
    window.dispatchEvent(new Event('online'))
    await Promise.resolve()
  })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(waitingCount()).toBe(1)
  await comesBack()
  await nothingWaits()
  expect(sent).toHaveLength(2)
  expect(sent[1]?.body).toEqual(sent[0]?.body)
  expect(sent[1]?.body).toMatchObject({ title: 'It drips', equipmentId: 5, photoIds: [900] })
  await screen.findByText('Sent: It drips')
  expect(await screen.findByRole('link', { name: 'It drips' })).toHaveAttribute(
    'href',
    '/tickets?id=41',
  )
})

it('an offline ticket of the full form is kept with all fields, and opened once by itself', async () => {
  const opened: number[] = []
  let isClosed = false
  await draw(
    <>
      <Sender />
      <UnsentSign />
      <NewTicketPanel
        onClose={() => {
          isClosed = true
        }}
        onOpened={(id) => opened.push(id)}
      />
    </>,
    { namespaces: ['tickets', 'entities'] },
  )
  await userEvent.type(await screen.findByLabelText('Title'), 'No light')
  await userEvent.click(screen.getByRole('combobox', { name: 'Type' }))
  await userEvent.click(await screen.findByText('Repair'))
  await userEvent.type(screen.getByLabelText('Description'), 'In the whole corridor')
  network = 'gone'
  await press('Open ticket')
  await screen.findByText(/^The ticket is saved on this device/)
  expect(isClosed).toBe(true)
  await comesBack()
  await nothingWaits()
  expect(sent.map(({ body }) => body)).toMatchObject([
    { title: 'No light', ticketTypeId: 2, description: 'In the whole corridor', assigneeId: null },
  ])
  expect(opened).toEqual([])
})

it('an offline ticket is shown in its future state, moves on from there, and sends both moves in order', async () => {
  await shown()
  await screen.findByRole('heading', { name: 'It leaks' })
  network = 'gone'
  await press('Take it: In work')
  const waiting = await screen.findByRole('region', { name: 'Waiting on this device' })
  expect(within(waiting).getByText('Yours: “In work”')).toBeInTheDocument()
  await press('Done')
  await within(waiting).findByText('To “Done”')
  expect(within(waiting).getAllByRole('button', { name: 'Undo' })).toHaveLength(1)
  expect(sent).toEqual([])

  await comesBack()
  await nothingWaits()
  expect(sent.map(({ body }) => [body['stateId'], body['version'], body['assigneeId']])).toEqual([
    [2, 4, 1],
    [3, 5, undefined],
  ])
  await waitFor(() =>
    expect(
      screen.queryByRole('region', { name: 'Waiting on this device' }),
    ).not.toBeInTheDocument(),
  )
})

it('an offline ticket names its assignee even if the list of people does not load', async () => {
  ticket = { ...ticket, assignee: ticket.opener }
  server.use(http.post('*/api/users/*', () => HttpResponse.error()))
  await shown()
  expect(await screen.findByTitle('Dan')).toBeVisible()
})

it('an offline change can be taken back before it is sent', async () => {
  await shown()
  await screen.findByRole('heading', { name: 'It leaks' })
  network = 'gone'
  await press('Take it: In work')
  await press('Undo')
  await nothingWaits()
  await comesBack()
  await screen.findByRole('button', { name: 'Take it: In work' })
  expect(sent).toEqual([])
})

it('an offline comment is kept through a reload while it is typed, and in the timeline until it is sent', async () => {
  const first = await shown('timeline')
  await userEvent.type(await screen.findByLabelText('Write a comment'), 'Bucket is set')
  first.unmount()
  await shown('timeline')
  expect(await screen.findByLabelText('Write a comment')).toHaveValue('Bucket is set')
  network = 'gone'
  await press('Send')
  const waiting = await screen.findByRole('list', { name: 'Waiting on this device' })
  expect(within(waiting).getByText('Bucket is set')).toBeInTheDocument()
  // The field is cleared when the device has the comment.
  await waitFor(() => expect(screen.getByLabelText('Write a comment')).toHaveValue(''))
  await comesBack()
  await nothingWaits()
  expect(sent.map(({ body }) => body['text'])).toEqual(['Bucket is set'])
})

async function movedMeanwhile() {
  await shown()
  await screen.findByRole('heading', { name: 'It leaks' })
  network = 'gone'
  await press('Take it: In work')
  await screen.findByText('Yours: “In work”')
  ticket = stands(3, 9)
  await comesBack()
  await press('Review')
  await screen.findByRole('table', { name: 'Another user has changed this in the meantime' })
  return screen.findByRole('dialog')
}

it('an offline change shows both versions if another user was faster, and sends mine when I choose it', async () => {
  const dialog = await movedMeanwhile()
  const row = await within(dialog).findByRole('row', { name: /State/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['State', 'In work', 'Done'])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save mine' }))
  await nothingWaits()
  expect(ticket).toMatchObject({ state: { name: 'In work' }, version: 10 })
  expect(sent.at(-1)?.body['clientKey']).toBe(sent[0]?.body['clientKey'])
})

it('an offline change leaves theirs when I choose it', async () => {
  const dialog = await movedMeanwhile()
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Take theirs' }))
  await nothingWaits()
  expect(ticket).toMatchObject({ state: { name: 'Done' }, version: 9 })
})

it('an offline change of a ticket that I may not see any more is reported, and kept until I discard it', async () => {
  await shown()
  await screen.findByRole('heading', { name: 'It leaks' })
  network = 'gone'
  await press('Take it: In work')
  await screen.findByText('Yours: “In work”')
  isSeen = false
  await comesBack()
  await press('1 entry is waiting to be sent')
  const [look] = await screen.findAllByRole('button', { name: 'Review' })
  if (look !== undefined) await userEvent.click(look)
  await screen.findByText(/This ticket was deleted/)
  expect(waitingCount()).toBe(1)
  await press('Discard mine')
  expect(waitingCount()).toBe(1)
  await press('Discard')
  await nothingWaits()
})

it('an offline report whose object is gone returns to its form, with words, photo and all', async () => {
  await shown()
  network = 'gone'
  await press('Report a problem')
  await userEvent.upload(
    await screen.findByLabelText(/Choose photos/),
    new File([JPEG], 'drip.jpg', { type: 'image/jpeg' }),
  )
  await userEvent.type(screen.getByLabelText('What is wrong?'), 'It drips')
  await press('Send')
  await screen.findByText('Your report is saved on this device')
  const [, close] = within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })
  if (close !== undefined) await userEvent.click(close)
  isSeen = false
  await comesBack()
  await press('1 entry is waiting to be sent')
  await press('Review')
  await press('Check and send again')
  expect(await screen.findByLabelText('What is wrong?')).toHaveValue('It drips')
  await screen.findByRole('img', { name: 'Photo 1' })
  expect(waitingCount()).toBe(1)
  isSeen = true
  await press('Send')
  await screen.findByRole('link', { name: 'It drips' })
  await nothingWaits()
  expect(sent.at(-1)?.body).toMatchObject({ title: 'It drips', photoIds: [900] })
})

const closing = (isDone: boolean) => ({
  asks: { problem: 'required', cause: 'off', remedy: 'off' },
  codes: [{ id: 61, kind: 'problem', name: 'Leak', isRetired: false }],
  procedure: { id: 9, name: 'Final check', equipmentId: 5, locationId: null, isDone },
  logs: [],
})
const asksOnClosing = (isDone: boolean) => {
  ticket = {
    ...stands(1, 4),
    closing: closing(isDone),
    failure: { problem: null, cause: null, remedy: null },
  } as unknown as TicketDetail
}

it('closing offline asks for the problem, and sends the answer with the state', async () => {
  asksOnClosing(true)
  await shown()
  await screen.findByText(/is done/)
  network = 'gone'
  await press('Done')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move to “Done”' }))
  expect(await within(dialog).findByText('Required')).toBeVisible()
  expect(waitingCount()).toBe(0)
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Problem' }))
  await userEvent.click(await screen.findByTitle('Leak'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move to “Done”' }))
  await screen.findByText('To “Done”')
  await comesBack()
  await nothingWaits()
  expect(sent).toMatchObject([{ body: { stateId: 3, failure: { problem: { codeId: 61 } } } }])
})

it('closing waits for the procedure log on this device that it needs', async () => {
  asksOnClosing(false)
  const unsent: Unsent = {
    clientKey: crypto.randomUUID(),
    companyId: 1,
    userId: 1,
    procedureName: 'Final check',
    placeName: 'Pump 5',
    refused: null,
    address: '',
    draft: '',
    files: [],
    submission: {
      clientKey: crypto.randomUUID(),
      procedureId: 9,
      procedureVersion: 1,
      startedAt: '2026-11-20T08:00:00Z',
      doneAt: '2026-11-20T08:10:00Z',
      equipmentId: 5,
      locationId: null,
      answers: [],
      ticketId: 7,
    },
  }
  let logs = 0
  server.use(
    http.post('*/api/procedure-logs', () => {
      if (network === 'gone') return HttpResponse.error()
      logs += 1
      expect(sent).toEqual([])
      return HttpResponse.json({ id: 12, meanwhile: [] })
    }),
  )
  await shown()
  await screen.findByText('Final check')
  await press('Done')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('button', { name: 'Move to “Done”' })).toBeDisabled()
  expect(within(dialog).getByRole('link', { name: 'Perform it' })).toHaveAttribute(
    'href',
    '/procedure/9/perform?ticketId=7&equipmentId=5',
  )
  network = 'gone'
  await act(async () => {
    await keepUnsent(unsent)
  })
  await userEvent.click(await within(dialog).findByRole('combobox', { name: 'Problem' }))
  await userEvent.click(await screen.findByTitle('Leak'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move to “Done”' }))
  await screen.findByText('To “Done”')
  await comesBack()
  await nothingWaits()
  expect(logs).toBe(1)
  expect(sent).toHaveLength(1)
})

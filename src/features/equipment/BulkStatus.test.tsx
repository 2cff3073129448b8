import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { BulkStatus } from './BulkStatus.tsx'
import { StatusBatches } from './StatusBatch.tsx'

const server = pretendServer()
const sent: unknown[] = []
const record =
  (answer: object) =>
  async ({ request }: { request: Request }) => {
    sent.push(await request.json())
    return HttpResponse.json(answer)
  }
const before = [
  { statusId: 4, equipmentIds: [1, 2] },
  { statusId: null, equipmentIds: [3] },
]

beforeEach(() => {
  sent.length = 0
  server.use(
    http.post('http://localhost/api/equipment-statuses/get', () =>
      HttpResponse.json({
        count: 1,
        rows: [{ id: 4, name: 'In use', colour: 'green', isUsable: true, usedBy: 0, version: 1 }],
      }),
    ),
    http.get('http://localhost/api/equipment-statuses', () =>
      HttpResponse.json({
        count: 1,
        rows: [{ id: 4, name: 'In use', colour: 'green', isUsable: true, usedBy: 0, version: 1 }],
      }),
    ),
    http.get('http://localhost/api/equipment/status-batches', () =>
      HttpResponse.json({ count: 0, rows: [] }),
    ),
    http.post('http://localhost/api/equipment/status-batches/preview', () =>
      HttpResponse.json({
        total: 3,
        cut: 0,
        change: 3,
        same: 0,
        forbidden: 0,
        fellows: 0,
        from: [{ statusId: 4, name: 'In use', colour: 'green', count: 3 }],
        maps: [],
      }),
    ),
    http.post('http://localhost/api/equipment/bulk-update-status', record({ updated: 3, before })),
    http.post('http://localhost/api/equipment/restore-statuses', record({ updated: 2, left: 1 })),
  )
})

function Bar({ matching }: { matching: number }) {
  const [isAll, setIsAll] = useState(false)
  const [begun, setBegun] = useState<number[]>([])
  return (
    <>
      <BulkStatus
        ids={[1, 2, 3]}
        which={{ search: 'pump' }}
        matching={matching}
        isAll={isAll}
        onSelectAll={() => setIsAll(true)}
        onDone={() => undefined}
        onBegun={(id) => setBegun([...begun, id])}
      />
      <StatusBatches begun={begun} />
    </>
  )
}
async function drawn(matching = 3) {
  const result = await draw(<Bar matching={matching} />, { namespaces: ['equipment', 'entities'] })
  await screen.findByRole('button', { name: 'Set status' })
  return result
}
const choose = async (name: string) => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Choose a status' }))
  await screen.findByText('In use')
  fireEvent.click(await screen.findByText(name))
}

it('the batch of statuses sets nothing while nothing is chosen', async () => {
  await drawn()
  expect(screen.getByRole('button', { name: 'Set status' })).toBeDisabled()
})

it('the batch of statuses removes statuses only on request, and the toast restores each', async () => {
  await drawn()
  await choose('No status')
  await screen.findByText('3 will change.')
  fireEvent.click(screen.getByRole('button', { name: 'Set status' }))
  await screen.findByText('Status was changed.')
  expect(sent).toEqual([{ equipmentIds: [1, 2, 3], statusId: null }])
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(
      '2 statuses were restored.1 status was changed again later and stays.',
    ),
  )
  expect(sent[1]).toEqual({ statusId: null, before })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('the batch of statuses previews all that match, runs in steps, and restores each', async () => {
  const batch = {
    id: 9,
    statusId: 4,
    createdAt: '2026-11-01T08:00:00.000Z',
    state: 'done',
    total: 88,
    progress: 88,
    updated: 88,
    fellows: 0,
    forbidden: 5,
    restored: 0,
    left: 0,
  }
  let now: object = batch
  server.use(
    http.post(
      'http://localhost/api/equipment/status-batches/preview',
      record({
        total: 96,
        cut: 0,
        change: 88,
        same: 3,
        forbidden: 5,
        fellows: 2,
        from: [{ statusId: null, name: null, colour: null, count: 88 }],
        maps: [{ progressMapId: 1, name: 'Repair', reason: 'leaves', count: 5 }],
      }),
    ),
    http.post('http://localhost/api/equipment/status-batches', record(batch)),
    http.get('http://localhost/api/equipment/status-batches/9', () => HttpResponse.json(now)),
    http.post('http://localhost/api/equipment/status-batches/9/undo', () => {
      now = { ...batch, state: 'undone', restored: 87, left: 1 }
      return HttpResponse.json(now)
    }),
  )
  await drawn(96)
  fireEvent.click(screen.getByRole('button', { name: 'Select all 96 matches' }))
  expect(screen.getByText('All 96 matches')).toBeInTheDocument()
  await choose('In use')
  await screen.findByText('88 will change.')
  expect(
    screen.getByText(
      /5 will not change: this status is not a step of their progress map “.*Repair.*”/,
    ),
  ).toBeInTheDocument()
  fireEvent.click(screen.getByRole('button', { name: 'Set status' }))
  await screen.findByText('88 statuses were set. 5 were skipped: a progress map forbids it.')
  expect(sent.at(-1)).toEqual({ which: { search: 'pump' }, statusId: 4 })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText(/^87 statuses were restored/)
})

it('the batch of statuses finds what was running when the user left, and shows how it ended', async () => {
  const batch = {
    id: 7,
    statusId: 4,
    createdAt: '2026-11-01T08:00:00.000Z',
    state: 'running',
    total: 88,
    progress: 20,
    updated: 20,
    fellows: 0,
    forbidden: 0,
    restored: 0,
    left: 0,
    cut: 2031,
  }
  let now = batch
  server.use(
    http.get('http://localhost/api/equipment/status-batches', () =>
      HttpResponse.json({ count: 1, rows: [batch] }),
    ),
    http.get('http://localhost/api/equipment/status-batches/7', () => HttpResponse.json(now)),
  )
  await drawn()
  await screen.findByRole('progressbar')
  now = { ...batch, state: 'done', progress: 88, updated: 88 }
  const outcome =
    '88 statuses were set. 2,031 more match, beyond the limit. Change them afterwards.'
  await screen.findByText(outcome)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(outcome)).toBeNull()
})

it('the batch of statuses stops restoring, and says how many have theirs and how many have the new one', async () => {
  const batch = {
    id: 8,
    statusId: 4,
    createdAt: '2026-11-01T08:00:00.000Z',
    state: 'undoing',
    total: 88,
    progress: 50,
    updated: 88,
    fellows: 0,
    forbidden: 0,
    restored: 49,
    left: 1,
  }
  let now = batch
  server.use(
    http.get('http://localhost/api/equipment/status-batches', () =>
      HttpResponse.json({ count: 1, rows: [batch] }),
    ),
    http.get('http://localhost/api/equipment/status-batches/8', () => HttpResponse.json(now)),
    http.post('http://localhost/api/equipment/status-batches/8/cancel', () => {
      now = { ...batch, state: 'undoStopped' }
      return HttpResponse.json(now)
    }),
  )
  await drawn()
  await screen.findByRole('progressbar')
  const bar = (await screen.findByText('Restoring the statuses')).closest('div')?.parentElement
  fireEvent.click(within(bar ?? document.body).getByRole('button', { name: 'Cancel' }))
  const said = await screen.findByText(/^Stopped\. 49 statuses were restored\./)
  expect(said).toHaveTextContent('1 status was changed again later and stays.')
  expect(said).toHaveTextContent('38 still have the new status.')
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
})

import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer } from '../../../tests/drawing.tsx'
import { BulkStatus } from './BulkStatus.tsx'

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
    http.post('http://localhost/api/equipment/bulk-update-status', record({ updated: 3, before })),
    http.post('http://localhost/api/equipment/restore-statuses', record({ updated: 2, left: 1 })),
  )
})

function Bar({ matching }: { matching: number }) {
  const [ids, setIds] = useState([1, 2, 3])
  return (
    <BulkStatus
      ids={ids}
      matching={matching}
      isSelecting={false}
      onSelectAll={() => setIds(Array.from({ length: matching }, (_each, index) => index + 1))}
      onDone={() => setIds([])}
    />
  )
}
const drawn = (matching = 3) =>
  draw(<Bar matching={matching} />, { namespaces: ['equipment', 'entities'] })
const choose = async (name: string) => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Choose a status' }))
  await screen.findByText('In use') // the list is drawn anew with its answer
  fireEvent.click(await screen.findByText(name))
}

it('sets nothing while nothing is chosen', async () => {
  await drawn()
  expect(screen.getByRole('button', { name: 'Set status' })).toBeDisabled()
})

it('takes statuses away only where that was chosen, and the toast gives each its own back', async () => {
  await drawn()
  await choose('No status')
  fireEvent.click(screen.getByRole('button', { name: 'Set status' }))
  expect(await screen.findByText('Status was changed.')).toBeInTheDocument()
  expect(sent).toEqual([{ equipmentIds: [1, 2, 3], statusId: null }])
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(
      '2 have their status back.1 was given another status since and keeps it.',
    ),
  )
  expect(sent[1]).toEqual({ statusId: null, before })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('offers all that match, as far as one batch goes', async () => {
  await drawn(96)
  fireEvent.click(screen.getByRole('button', { name: 'Select all 96 that match' }))
  expect(screen.getByText('96 selected')).toBeInTheDocument()
})

it('says when more match than one batch takes', async () => {
  await drawn(1_829)
  expect(
    screen.getByText('1,829 match; narrow them to at most 500 to select all.'),
  ).toBeInTheDocument()
})

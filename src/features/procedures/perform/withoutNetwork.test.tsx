/** A phone without a network: work is stored, shown as waiting, and sent automatically. */
import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import type { Submission } from '#entities/unsent/device.ts'
import { deviceFile } from '#entities/unsent/deviceFiles.ts'
import { dropUnsent, readUnsent, unsentStanding } from '#entities/unsent/unsent.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { fridgeCheck } from '#tests/fridgeCheck.ts'
import * as photos from '#lib/shrinkPhoto.ts'
import { Sender } from '#tests/sender.tsx'
import { PerformPage } from './PerformPage.tsx'

const server = pretendServer()
const procedure = {
  ...fridgeCheck,
  questions: [
    { ...blankQuestion, id: 1, kind: 'file', title: 'Photo of the seal' },
    { ...blankQuestion, id: 2, kind: 'text', title: 'Remark', required: false },
  ],
} as unknown as ProcedureDetail
const log = {
  id: 55,
  procedure: { id: 4, name: 'Fridge check' },
  equipment: { id: 5, name: 'Fridge 5' },
  location: null,
  doneAt: '2026-11-20T08:00:00Z',
  receivedAt: '2026-11-20T08:00:00Z',
  doneBy: { id: 7, name: 'Noa' },
  score: 0,
  points: 0,
  maximum: 2,
  ticketCount: 0,
  startedAt: '2026-11-20T07:55:00Z',
  procedureVersion: 3,
  questions: [],
  answers: [],
  users: [],
  files: [],
  breakdown: [],
  meanwhile: [],
  tickets: [],
  used: [],
}
const sent: Submission[] = []
let network: 'there' | 'gone' | 'refuses' = 'gone'

beforeEach(() => {
  sent.length = 0
  network = 'gone'
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  server.use(
    http.get('http://localhost/api/procedures/4', () => HttpResponse.json(procedure)),
    http.get('http://localhost/api/equipment/5', () =>
      HttpResponse.json({
        id: 5,
        name: 'Fridge 5',
        equipmentId: 'F-5',
        type: { id: 2, name: 'Fridge' },
        location: null,
      }),
    ),
    http.get('http://localhost/api/procedure-logs/55', () => HttpResponse.json(log)),
    http.post('http://localhost/api/files', () =>
      network === 'gone'
        ? HttpResponse.error()
        : HttpResponse.json({ id: 900, name: 'seal.png', mime: 'image/png', size: 3 }),
    ),
    http.post('http://localhost/api/procedure-logs', async ({ request }) => {
      if (network === 'gone') return HttpResponse.error()
      sent.push((await request.json()) as Submission)
      return network === 'refuses'
        ? HttpResponse.json({ message: 'No', errors: [] }, { status: 404 })
        : HttpResponse.json(log)
    }),
  )
})
afterEach(async () => {
  vi.useRealTimers()
  for (const { clientKey } of await readUnsent()) await dropUnsent(clientKey)
})

const at = '/procedure/4/perform?equipmentId=5'
const show = (address = at) =>
  draw(
    <>
      <Sender />
      <PerformPage />
    </>,
    {
      at: address,
      path: '/procedure/:procedureId/perform',
      namespaces: ['procedures', 'survey', 'shell'],
    },
  )
/** The signature of a PNG; a file that only claims to be an image is shown as a file. */
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const photograph = async () =>
  userEvent.upload(
    await screen.findByLabelText(/Choose a file/),
    new File([PNG], 'seal.png', { type: 'image/png' }),
  )
const comesBack = async () => {
  network = 'there'
  await act(async () => {
    window.dispatchEvent(new Event('online'))
    await Promise.resolve()
  })
}

it('an offline photo is kept through a reload, says that it waits, and counts as an answer', async () => {
  const first = await show()
  await photograph()
  expect(
    await screen.findByText('Saved on this phone; it will be sent when you are back online'),
  ).toBeVisible()
  expect(await screen.findByText('1 of 2 answered')).toBeVisible()
  first.unmount()
  await show()
  await screen.findByRole('img', { name: 'seal.png' })
  expect(await screen.findByText('1 of 2 answered')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Remove seal.png' }))
  expect(await screen.findByText('0 of 2 answered')).toBeVisible()
})

it('an offline photo is made smaller and loses its place, as in a ticket, and a text is refused as a picture', async () => {
  const drawn = new File(['smaller'], 'seal.jpg', { type: 'image/jpeg' })
  const shrink = vi.spyOn(photos, 'shrinkPhoto')
  shrink.mockClear()
  shrink.mockResolvedValueOnce(drawn)
  await show()
  await photograph()
  await screen.findByRole('img', { name: 'seal.jpg' })
  expect(shrink).toHaveBeenCalledOnce()
  await userEvent.upload(
    screen.getByLabelText(/Choose a file/),
    new File(['some words'], 'fake.jpg', { type: 'image/jpeg' }),
  )
  await screen.findByText('fake.jpg')
  expect(screen.queryByRole('img', { name: 'fake.jpg' })).toBeNull()
  expect(shrink).toHaveBeenCalledOnce()
})

it('an offline submission is sent by itself, with its photo, at the time it was done', async () => {
  await show()
  await photograph()
  await screen.findByRole('img', { name: 'seal.png' })
  const before = Date.now()
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText('Done, waiting to be sent')).toBeVisible()
  expect(Object.keys(localStorage).filter((key) => !key.startsWith('persist:'))).toEqual([])
  const [waiting] = unsentStanding().unsent
  const doneAt = Date.parse(waiting?.submission.doneAt ?? '')
  expect(doneAt).toBeGreaterThanOrEqual(before)
  vi.useFakeTimers({ now: before + 3 * 3_600_000, toFake: ['Date'] })
  await comesBack()
  expect(await screen.findByText('Recorded')).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.answers).toEqual([{ kind: 'file', questionId: 1, fileIds: [900] }])
  expect(Date.parse(sent[0]?.doneAt ?? '')).toBe(doneAt)
  await waitFor(() => expect(unsentStanding().unsent).toEqual([]))
  await expect.poll(() => deviceFile(waiting?.files[0]?.key ?? '')).toBeUndefined()
})

it('an offline submission is still sent after the page was closed meanwhile', async () => {
  const first = await show()
  await photograph()
  await screen.findByRole('img', { name: 'seal.png' })
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Done, waiting to be sent')
  first.unmount()
  network = 'there'
  await show('/procedure/4/perform')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(await screen.findByText('Sent: Fridge check')).toBeVisible()
})

it('an offline submission returns to the form if the server refuses it later, photo and all', async () => {
  const first = await show()
  await photograph()
  await screen.findByRole('img', { name: 'seal.png' })
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Done, waiting to be sent')
  network = 'refuses'
  await act(async () => {
    window.dispatchEvent(new Event('online'))
    await Promise.resolve()
  })
  expect(await screen.findByText('The server rejected this entry')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Check and send again' }))
  await screen.findByRole('img', { name: 'seal.png' })
  network = 'there'
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText('Recorded')).toBeVisible()
  expect(sent[1]).toEqual(sent[0])
  first.unmount()
})

it('offline submissions of the same place wait beside each other', async () => {
  const first = await show()
  for (const count of [1, 2]) {
    await photograph()
    await screen.findByRole('img', { name: 'seal.png' })
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText('Done, waiting to be sent')
    await waitFor(() => expect(unsentStanding().unsent).toHaveLength(count))
    await act(() => first.router.navigate(at))
  }
  await comesBack()
  await waitFor(() => expect(unsentStanding().unsent).toEqual([]))
  expect(new Set(sent.map(({ clientKey }) => clientKey)).size).toBe(2)
})

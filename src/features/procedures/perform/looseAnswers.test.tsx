import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Submission } from '#entities/unsent/device.ts'
import { dropUnsent, readUnsent, unsentStanding } from '#entities/unsent/unsent.ts'
import * as photos from '#lib/shrinkPhoto.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { fridge, fridgeCheck } from '#tests/fridgeCheck.ts'
import { PerformPage } from './PerformPage.tsx'

const server = pretendServer()
const optional = { ...blankQuestion, required: false }
const procedure = {
  ...fridgeCheck,
  questions: [
    { ...optional, id: 1, kind: 'text', title: 'Remark' },
    { ...optional, id: 2, kind: 'signature', title: 'Signed by' },
    { ...optional, id: 3, kind: 'file', title: 'Photo' },
  ],
}
const sent: Submission[] = []
let isThere = true
let canDraw = true
const putBack: (() => void)[] = []

/** jsdom has no canvas: the mock accepts strokes and returns an image. */
function pretendCanvas(): void {
  const { getContext, toBlob, setPointerCapture, hasPointerCapture } = HTMLCanvasElement.prototype
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => (canDraw ? new Proxy({}, { get: () => () => undefined }) : null),
    toBlob: (take: BlobCallback) => take(new Blob(['ink'], { type: 'image/png' })),
    setPointerCapture: () => undefined,
    hasPointerCapture: () => true,
  })
  putBack.push(() =>
    Object.assign(HTMLCanvasElement.prototype, {
      getContext,
      toBlob,
      setPointerCapture,
      hasPointerCapture,
    }),
  )
}

beforeEach(() => {
  localStorage.clear()
  sent.length = 0
  isThere = true
  canDraw = true
  pretendCanvas()
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  server.use(
    http.get('*/api/procedures/4', () => HttpResponse.json(procedure)),
    http.get('*/api/equipment/5', () => HttpResponse.json(fridge)),
    http.get('*/api/procedure-logs/55', () => HttpResponse.json({}, { status: 503 })),
    http.post('*/api/files', () =>
      isThere
        ? HttpResponse.json({ id: 900, name: 'signature.png', mime: 'image/png', size: 3 })
        : HttpResponse.error(),
    ),
    http.post('*/api/procedure-logs', async ({ request }) => {
      if (!isThere) return HttpResponse.error()
      sent.push((await request.json()) as Submission)
      return HttpResponse.json({ id: 55 })
    }),
  )
})
afterEach(async () => {
  putBack.splice(0).forEach((put) => put())
  for (const { clientKey } of await readUnsent()) await dropUnsent(clientKey)
})

const show = () =>
  draw(<PerformPage />, {
    at: '/procedure/4/perform?equipmentId=5',
    path: '/procedure/:procedureId/perform',
    namespaces: ['procedures', 'survey', 'shell'],
  })
const typeName = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Type your name instead' }))
  await userEvent.type(screen.getByLabelText('Your full name'), 'Noa Levi')
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }))

it('a drawn signature is taken over as the form is submitted', async () => {
  await show()
  const pad = await screen.findByRole('img', { name: 'Sign here' })
  fireEvent.pointerDown(pad, { pointerId: 1 })
  fireEvent.pointerMove(pad, { pointerId: 1 })
  await submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.answers).toEqual([{ kind: 'signature', questionId: 2, fileId: 900 }])
})

it('a typed name is taken over, also without a network', async () => {
  isThere = false
  await show()
  await typeName()
  await submit()
  await screen.findByText('Done, waiting to be sent')
  const [waiting] = unsentStanding().unsent
  expect(waiting?.submission.answers).toMatchObject([{ kind: 'signature', questionId: 2 }])
  expect(waiting?.files).toHaveLength(1)
})

it('the signature field moves the focus to the typed name, and back to the pad', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Type your name instead' }))
  expect(screen.getByLabelText('Your full name')).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('img', { name: 'Sign here' })
  expect(screen.getByRole('button', { name: 'Type your name instead' })).toHaveFocus()
})

it('a signature is one if it is taken over and submitted at once', async () => {
  await show()
  await typeName()
  const add = screen.getByRole('button', { name: 'Use this signature' })
  fireEvent.click(add)
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.answers).toEqual([{ kind: 'signature', questionId: 2, fileId: 900 }])
})

it('a signature that cannot be taken over stops the submission, which says so', async () => {
  canDraw = false
  await show()
  await typeName()
  await submit()
  await screen.findByText(/^The signature could not be saved\./)
  expect(screen.getByLabelText('Your full name')).toHaveValue('Noa Levi')
  expect(sent).toEqual([])
})

it('a submission waits for a photo that is still being made smaller', async () => {
  let made = (_file: File) => {}
  vi.spyOn(photos, 'shrinkPhoto').mockImplementationOnce(
    () => new Promise((resolve) => (made = resolve)),
  )
  await show()
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  await userEvent.upload(
    await screen.findByLabelText(/Choose a file/),
    new File([png], 'seal.png', { type: 'image/png' }),
  )
  await waitFor(() => expect(photos.shrinkPhoto).toHaveBeenCalled())
  await submit()
  expect(sent).toEqual([])
  made(new File(['smaller'], 'seal.jpg', { type: 'image/jpeg' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.answers).toEqual([{ kind: 'file', questionId: 3, fileIds: [900] }])
})

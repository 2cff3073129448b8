import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UnsentSign } from '../../../app/shell/UnsentSign.tsx'
import type { Unsent } from '#entities/unsent/device.ts'
import { deviceFile, saveFile } from '#entities/unsent/deviceFiles.ts'
import { dropUnsent, keepUnsent, readUnsent, unsentStanding } from '#entities/unsent/unsent.ts'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { Sender } from '#tests/sender.tsx'
import { PerformPage } from './PerformPage.tsx'

const server = pretendServer()
const missing = (path: string, message: string) =>
  HttpResponse.json(
    { message: 'gone', errors: [{ path, code: 'notThere', message }] },
    { status: 404 },
  )
let refusal = () => missing('body.procedureId', 'procedure')

const answers = [
  { kind: 'singleChoice', questionId: 1, answerId: 10 },
  { kind: 'text', questionId: 2, text: 'The seal is torn' },
  { kind: 'file', questionId: 3, fileIds: [-1] },
]
const files = [{ id: -1, key: 'photo', name: 'seal.png', mime: 'image/png' }]
const asked = {
  1: JSON.stringify(['singleChoice', 'Is it cold?', [[10, 'Yes']]]),
  2: JSON.stringify(['text', 'Remark', []]),
  3: JSON.stringify(['file', 'Photo of the seal', []]),
}
const times = { startedAt: '2026-11-20T07:55:00Z', doneAt: '2026-11-20T08:00:00Z' }
const waiting = {
  clientKey: 'k1',
  companyId: 1,
  userId: 1,
  files: [{ id: -1, key: 'photo' }],
  refused: null,
  procedureName: 'Fridge check',
  placeName: 'Fridge 5',
  address: '/procedure/4/perform?equipmentId=5&again=k1',
  draft: JSON.stringify({ clientKey: 'k1', procedureVersion: 3, answers, files, asked, ...times }),
  submission: {
    clientKey: 'k1',
    procedureId: 4,
    procedureVersion: 3,
    equipmentId: 5,
    locationId: null,
    answers,
    ...times,
  },
} as unknown as Unsent

beforeEach(async () => {
  refusal = () => missing('body.procedureId', 'procedure')
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  server.use(
    http.get('*/api/procedures/4', () => missing('', 'procedure')),
    http.get('*/api/equipment/5', () => missing('', 'equipment')),
    http.post('*/api/files', () => HttpResponse.json({ id: 900 })),
    http.post('*/api/procedure-logs', () => refusal()),
  )
  await saveFile('photo', new File(['png'], 'seal.png', { type: 'image/png' }))
  await keepUnsent(waiting)
})
afterEach(async () => {
  for (const { clientKey } of await readUnsent()) await dropUnsent(clientKey)
})

const show = (at = '/procedure/4/perform?waiting=k1', token = tokenFor()) =>
  draw(
    <>
      <Sender />
      <UnsentSign />
      <PerformPage />
    </>,
    {
      at,
      token,
      path: '/procedure/:procedureId/perform',
      namespaces: ['procedures', 'survey', 'shell', 'tickets'],
    },
  )

it('a submission refused later says in the list why, and leads to the answers, photo and all', async () => {
  await show('/procedure/4/perform')
  await waitFor(() => expect(unsentStanding().unsent[0]?.refused).toBe(404))
  await userEvent.click(screen.getByRole('button', { name: '1 entry is waiting to be sent' }))
  await screen.findByText(/The procedure was removed, or you may no longer see it\./)
  await userEvent.click(await screen.findByRole('link', { name: 'Review' }))
  const given = await screen.findByText('Your answers')
  const section = within(given.closest('section') ?? document.body)
  expect(section.getAllByRole('term').map((one) => one.textContent)).toEqual([
    'Is it cold?',
    'Remark',
    'Photo of the seal',
  ])
  expect(section.getByText('Yes')).toBeVisible()
  expect(section.getByText('The seal is torn')).toBeVisible()
  await section.findByRole('img', { name: 'seal.png' })
})

it('a submission refused later copies its answers as lines of text', async () => {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show()
  await user.click(await screen.findByRole('button', { name: 'Copy the answers' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(write).toHaveBeenCalledWith(
    'Fridge check · Fridge 5\nIs it cold?: Yes\nRemark: The seal is torn\nPhoto of the seal: seal.png',
  )
})

it('a submission refused later is discarded after a question, with its photo', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  const question = await screen.findByRole('dialog')
  expect(unsentStanding().unsent).toHaveLength(1)
  await userEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  await screen.findByText('Nothing is waiting to be sent')
  expect(await deviceFile('photo')).toBeUndefined()
})

it('a submission refused later is tried once more if its object is visible again, and distinguishes object and procedure', async () => {
  refusal = () => missing('body.equipmentId', 'equipment')
  await show()
  await screen.findByText(/The equipment or location was removed/)
  refusal = () => HttpResponse.json({ message: 'No', errors: [] }, { status: 403 })
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }))
  await screen.findByText('You no longer have the right to do this.')
  expect(screen.getByRole('link', { name: 'Check and send again' })).toBeVisible()
})

it('a submission refused later shows its answers where the form was, if its procedure is gone', async () => {
  await show('/procedure/4/perform?equipmentId=5&again=k1')
  await screen.findByText('The seal is torn')
  await screen.findByRole('button', { name: 'Discard' })
})

it('a submission refused later still shows them to a user who may not perform any more', async () => {
  await keepUnsent({ ...waiting, refused: 403 })
  await show('/procedure/4/perform?waiting=k1', tokenFor({ permissions: [] }))
  await screen.findByText('The seal is torn')
})

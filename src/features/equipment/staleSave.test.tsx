import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Output } from '#contract/endpoint.ts'
import type { equipment } from '#contract/equipment/equipment.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { api } from '#api/api.ts'
import { setAnswerStore } from '#api/answerCache.ts'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import { EquipmentForm } from './EquipmentForm.tsx'

const server = pretendServer()
type Detail = Output<typeof equipment.getEquipment>
const pump = (change: object) =>
  ({
    id: 5,
    name: 'Pump',
    equipmentId: 'P-5',
    type: { id: 1, name: 'Pump' },
    status: null,
    location: null,
    orgEntity: null,
    tags: [],
    metadata: [],
    details: [],
    version: 1,
    ...change,
  }) as unknown as Detail

let answers: (() => Promise<Response> | Response)[]
let asked: number
beforeEach(() => {
  asked = 0
  server.use(
    http.get('http://localhost/api/equipment/5', () => {
      const answer = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      return answer?.()
    }),
    http.put('http://localhost/api/equipment/5', () =>
      HttpResponse.json(
        { message: 'Stale', errors: [{ path: 'version', code: 'staleVersion', message: '' }] },
        { status: 409 },
      ),
    ),
    http.get('*', () => HttpResponse.json({ count: 0, rows: [] })),
    http.post('*', () => HttpResponse.json({ count: 0, rows: [] })),
  )
})
afterEach(() =>
  setAnswerStore({
    keep: () => undefined,
    read: () => Promise.resolve(null),
    drop: () => undefined,
  }),
)
const says = (name: string, version: number) => () => HttpResponse.json(pump({ name, version }))
const isAway = () => HttpResponse.error()

function Beside() {
  const { data } = equipmentCalls.useGetEquipmentQuery({ params: { id: 5 as never } })
  return data === undefined ? null : (
    <>
      <p>Shown: {data.name}</p>
      <EquipmentForm detail={pump({})} onSaved={() => undefined} onCancel={() => undefined} />
    </>
  )
}
async function renameAndSave() {
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await userEvent.clear(name)
  await userEvent.type(name, 'Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
}
const drawn = () => draw(<Beside />, { namespaces: ['equipment', 'entities'] })

it('a stale save shows nothing in place of what is stored if that cannot be read, and keeps typed text', async () => {
  const kept = { data: pump({ name: 'As it was long ago' }), keptAt: 1 }
  setAnswerStore({
    keep: () => undefined,
    read: () => Promise.resolve(kept),
    drop: () => undefined,
  })
  answers = [says('Pump', 1), isAway, says('As it is now', 3)]
  await drawn()
  await renameAndSave()
  await screen.findByText(/network/i)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('dialog')).toHaveTextContent('As it is now')
})

it('a stale save asks again if an older query is still on its way, and shows the same beside the form', async () => {
  let arrives: (answer: Response) => void = () => undefined
  answers = [
    says('Pump', 1),
    () => new Promise<Response>((done) => (arrives = done)),
    says('As it is now', 3),
  ]
  const { store } = await drawn()
  await screen.findByText('Shown: Pump')
  store.dispatch(api.util.invalidateTags([{ type: 'Equipment', id: 5 }]))
  await waitFor(() => expect(asked).toBe(2))
  await renameAndSave()
  expect(await screen.findByRole('dialog')).toHaveTextContent('As it is now')
  arrives(HttpResponse.json(pump({ name: 'In between', version: 2 })))
  await screen.findByText('Shown: As it is now')
  expect(screen.getByRole('dialog')).toHaveTextContent('As it is now')
})

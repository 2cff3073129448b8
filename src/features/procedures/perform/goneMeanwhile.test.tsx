import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { procedures } from '#contract/procedures/procedures.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { injectContract } from '#api/api.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { fridge, fridgeCheck } from '#tests/fridgeCheck.ts'
import { PerformPage } from './PerformPage.tsx'

const server = pretendServer()
const procedureCalls = injectContract(procedures)
const equipmentCalls = injectContract(equipment)
const procedure = {
  ...fridgeCheck,
  questions: [{ ...blankQuestion, required: false, id: 2, kind: 'text', title: 'Remark' }],
}
const missing = (path: string, message: string) =>
  HttpResponse.json(
    { message: 'gone', errors: [{ path, code: 'notThere', message }] },
    { status: 404 },
  )
let served: object | null = procedure
let isThere = true
let asks = 0
let answer = () => HttpResponse.json({ id: 55 })
const sent: { procedureVersion: number }[] = []

beforeEach(() => {
  served = procedure
  isThere = true
  answer = () => HttpResponse.json({ id: 55 })
  sent.length = 0
  server.use(
    http.get('*/api/procedures/4', () =>
      served === null ? missing('', 'procedure') : HttpResponse.json(served),
    ),
    http.get('*/api/equipment/5', () => {
      asks += 1
      return isThere ? HttpResponse.json(fridge) : missing('', 'equipment')
    }),
    http.get('*/api/procedure-logs/55', () => HttpResponse.json({}, { status: 503 })),
    http.post('*/api/procedure-logs', async ({ request }) => {
      sent.push((await request.json()) as { procedureVersion: number })
      return answer()
    }),
  )
})

const show = () =>
  draw(<PerformPage />, {
    at: '/procedure/4/perform?equipmentId=5',
    path: '/procedure/:procedureId/perform',
    namespaces: ['procedures', 'survey', 'shell'],
  })
type Store = Awaited<ReturnType<typeof show>>['store']
const remark = () => screen.findByRole('textbox', { name: /Remark/ })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }))
const readAgain = (store: Store) =>
  act(async () => {
    const afresh = { forceRefetch: true, subscribe: false } as const
    await store.dispatch(
      procedureCalls.endpoints.getProcedure.initiate({ params: { id: 4 } }, afresh),
    )
    await store.dispatch(
      equipmentCalls.endpoints.getEquipment.initiate({ params: { id: 5 } }, afresh),
    )
  })

it('a procedure deleted meanwhile is reported, with an offer to copy and to discard the answers', async () => {
  await show()
  await userEvent.type(await remark(), 'Torn')
  answer = () => missing('body.procedureId', 'procedure')
  await submit()
  const told = await screen.findByRole('alert')
  expect(told).toHaveTextContent(/The procedure was removed, or you may no longer see it\./)
  expect(await remark()).toHaveValue('Torn')
  expect(screen.getByRole('button', { name: 'Copy the answers' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Discard' })).toBeVisible()
})

it('a procedure deleted meanwhile still shows the answers on the device when the page is opened', async () => {
  const first = await show()
  await userEvent.type(await remark(), 'Torn')
  first.unmount()
  served = null
  await show()
  await screen.findByText('Torn')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const question = await screen.findByRole('dialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('Torn')).not.toBeInTheDocument())
})

it('equipment deleted meanwhile keeps the form, which says so', async () => {
  const { store } = await show()
  await userEvent.type(await remark(), 'Torn')
  isThere = false
  await readAgain(store)
  await screen.findByText(/This no longer exists\. Your answers are still here/)
  expect(await remark()).toHaveValue('Torn')
  expect(screen.getByRole('button', { name: 'Copy the answers' })).toBeVisible()
})

it('equipment deleted meanwhile leaves the earlier form usable, and is asked for no more', async () => {
  const first = await show()
  await userEvent.type(await remark(), 'Torn')
  first.unmount()
  isThere = false
  asks = 0
  await show()
  expect(await remark()).toHaveValue('Torn')
  await screen.findByText(/This no longer exists/)
  expect(asks).toBeLessThan(5)
})

it('a procedure retired meanwhile accepts what was begun before, at the version it was begun', async () => {
  const { store } = await show()
  await userEvent.type(await remark(), 'Torn')
  served = { ...procedure, isActive: false, version: 4 }
  await readAgain(store)
  await screen.findByText(/You can still submit what you started/)
  expect(await remark()).toHaveValue('Torn')
  await submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.procedureVersion).toBe(3)
})

it('a procedure retired meanwhile is gone if nothing was begun', async () => {
  const { store } = await show()
  await remark()
  served = { ...procedure, isActive: false, version: 4 }
  await readAgain(store)
  await screen.findByText(/is retired and can no longer be performed/)
  expect(screen.queryByRole('button', { name: 'Submit' })).not.toBeInTheDocument()
})

it('the perform page promises to keep answers once, and not if the device has no room', async () => {
  const setItem = Storage.prototype.setItem
  Storage.prototype.setItem = () => {
    throw new Error('no room')
  }
  try {
    await show()
    await userEvent.type(await remark(), 'Torn')
    answer = () => HttpResponse.error()
    await submit()
    await screen.findByText('It could not be sent. Try again when you are online.')
    await screen.findByText('Not saved: this device has no space')
    expect(screen.queryByText(/are kept|Kept on/)).not.toBeInTheDocument()
  } finally {
    Storage.prototype.setItem = setItem
  }
})

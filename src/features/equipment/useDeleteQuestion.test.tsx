import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { useDeleteQuestion } from './useDeleteQuestion.tsx'

const server = pretendServer()

function Asks({ onAnswer }: { onAnswer(answer: boolean): void }) {
  const { ask, dialog } = useDeleteQuestion()
  return (
    <>
      <button type="button" onClick={() => void ask({ id: 5, name: 'Bed 5' }).then(onAnswer)}>
        ask
      </button>
      {dialog}
    </>
  )
}

async function drawWith(count: number, isRefused = false) {
  const sent: unknown[] = []
  const answers: boolean[] = []
  server.use(
    http.post('http://localhost/api/tickets/get', () => HttpResponse.json({ count, rows: [] })),
    http.post('http://localhost/api/equipment/5/open-tickets', async ({ request }) => {
      sent.push(await request.json())
      return isRefused
        ? HttpResponse.json({ status: 409, message: '', errors: [] }, { status: 409 })
        : HttpResponse.json({ settled: count, left: 0 })
    }),
  )
  await draw(<Asks onAnswer={(answer) => answers.push(answer)} />, {
    namespaces: ['equipment', 'common'],
  })
  await userEvent.click(screen.getByRole('button', { name: 'ask' }))
  return { sent, answers, dialog: await screen.findByRole('dialog') }
}
const press = (dialog: HTMLElement, name: string) =>
  userEvent.click(within(dialog).getByRole('button', { name }))

it('deleting equipment with open tickets says how many, and closes them if the user says so', async () => {
  const { sent, answers, dialog } = await drawWith(3)
  expect(dialog).toHaveTextContent('It has 3 open tickets.')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Close' }))
  await press(dialog, 'Delete')
  expect(sent).toEqual([{ moveTo: null }])
  expect(answers).toEqual([true])
})

it('deleting equipment leaves its tickets as they are by default, and cancelling deletes nothing', async () => {
  const first = await drawWith(1)
  await press(first.dialog, 'Delete')
  expect([first.sent, first.answers]).toEqual([[], [true]])
  await userEvent.click(screen.getByRole('button', { name: 'ask' }))
  await press(await screen.findByRole('dialog'), 'Cancel')
  expect(first.answers).toEqual([true, false])
})

it('the equipment stays if its tickets cannot be closed', async () => {
  const { answers, dialog } = await drawWith(2, true)
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Close' }))
  await press(dialog, 'Delete')
  await expect.poll(() => answers).toEqual([false])
})

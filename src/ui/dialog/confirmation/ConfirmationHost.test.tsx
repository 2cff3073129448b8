import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { use } from 'react'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ConfirmationContext } from './ConfirmationHost.tsx'

pretendServer()
const answered = vi.fn<(isMeant: boolean) => void>()

function Asks() {
  const ask = use(ConfirmationContext)
  const question = { title: 'Make a new one?', okText: 'Make', cancelText: 'Keep' }
  return (
    <button type="button" onClick={() => void ask(question).then(answered)}>
      New address
    </button>
  )
}

it('a confirmation asks once after a double press, and again after a later press', async () => {
  const user = userEvent.setup()
  await draw(<Asks />)
  const press = screen.getByRole('button', { name: 'New address' })
  await user.dblClick(press)
  const make = await screen.findByRole('button', { name: 'Make' })
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(answered.mock.calls).toEqual([[false]])
  await user.click(make)
  await waitFor(() => expect(answered.mock.calls).toEqual([[false], [true]]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(press)
  expect(await screen.findByRole('dialog')).toBeVisible()
})

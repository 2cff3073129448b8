import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ConfirmedDelete } from './ConfirmedDelete.tsx'

pretendServer()

it('a panel’s menu deletes after a question', async () => {
  const remove = vi.fn(() => Promise.resolve({}))
  const handleDeleted = vi.fn()
  await draw(
    <ConfirmedDelete
      row={{ id: 7 }}
      name="Fridge probe"
      hint="Its readings go with it."
      useDelete={() => [remove, { isLoading: false }]}
      onDeleted={handleDeleted}
    />,
  )
  expect(screen.queryByText('Delete')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete Fridge probe?' })
  expect(remove).not.toHaveBeenCalled()
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await expect.poll(() => remove.mock.calls).toEqual([[{ params: { id: 7 } }]])
  await expect.poll(() => handleDeleted).toHaveBeenCalledOnce()
})

import '@testing-library/jest-dom/vitest'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '../../tests/drawing.tsx'
import { useOpenHere } from './useOpenHere.ts'

pretendServer()

function Sheet() {
  const [isOpen, setIsOpen] = useOpenHere()
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <button type="button" onClick={() => setIsOpen(false)}>
          Close
        </button>
      )}
    </>
  )
}

it('goes when Back brings another screen under it', async () => {
  const { router } = await draw(<Sheet />, { path: '/list/:id?', at: '/list/1' })
  await act(() => router.navigate('/list/2'))
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()
  // As a list does that writes down its filter.
  await act(() => router.navigate('/list/2?sort=name', { replace: true }))
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()
  await act(() => router.navigate(-1))
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
})

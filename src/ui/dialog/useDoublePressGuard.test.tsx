import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { Dialog } from './Dialog.tsx'
import { useLeaveGuard } from './leaving/useLeaveGuard.ts'

pretendServer()
const done = vi.fn<() => void>()

function Unsaved() {
  useLeaveGuard(true)
  return <Link to="/elsewhere">Elsewhere</Link>
}

it('*Stay*, pressed twice by keys, asks no second time, and the link asks when pressed later', async () => {
  const { router } = await draw(<Unsaved />)
  const user = userEvent.setup()
  const link = screen.getByRole('link', { name: 'Elsewhere' })
  link.focus()
  await user.keyboard('{Enter}')
  const stay = await screen.findByRole('button', { name: 'Stay' })
  await user.keyboard('{Shift}')
  stay.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(link).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull()
  expect(router.state.location.pathname).toBe('/')
  await user.keyboard('{Shift}{Enter}')
  expect(await screen.findByRole('button', { name: 'Stay' })).toBeVisible()
})

function Cloning() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>More</Button>
      <Dialog open={isOpen} okText="Clone" onOk={done} onCancel={() => setIsOpen(false)}>
        <Input autoFocus aria-label="Name" onPressEnter={done} />
      </Dialog>
    </>
  )
}

it('the button that opens a dialog, pressed twice, does not answer the dialog', async () => {
  await draw(<Cloning />)
  const user = userEvent.setup()
  screen.getByRole('button', { name: 'More' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(done).not.toHaveBeenCalled()
  await user.keyboard('x{Enter}{Enter}')
  expect(done).toHaveBeenCalledOnce()
})

it('a dialog is answered once by two presses of its button, by keys or mouse', async () => {
  done.mockClear()
  await draw(<Cloning />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'More' }))
  const clone = await screen.findByRole('button', { name: 'Clone' })
  clone.focus()
  await user.keyboard('{Enter}{Enter}')
  expect(done).toHaveBeenCalledOnce()
  await user.dblClick(clone)
  expect(done).toHaveBeenCalledTimes(2)
})

it('a held key presses a button once, and repeats in a text of several lines', async () => {
  const handleLine = vi.fn<() => void>()
  await draw(
    <>
      <button type="button">Remove</button>
      <textarea aria-label="Notes" onKeyDown={handleLine} />
    </>,
  )
  const held = (target: HTMLElement) =>
    fireEvent.keyDown(target, { key: 'Enter', repeat: true, bubbles: true, cancelable: true })
  expect(held(screen.getByRole('button', { name: 'Remove' }))).toBe(false)
  expect(held(screen.getByLabelText('Notes'))).toBe(true)
  expect(handleLine).toHaveBeenCalledOnce()
})

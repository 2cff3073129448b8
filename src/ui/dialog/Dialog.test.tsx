import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Input } from 'antd'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { Dialog } from './Dialog.tsx'
import { DropMenu } from '#ui/page/DropMenu.tsx'

pretendServer()

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 20))
})

function Asking({ onClose }: { onClose(): void }) {
  return (
    <Dialog open title="Clone" footer={null} onCancel={onClose}>
      <Input autoFocus aria-label="Name" />
    </Dialog>
  )
}

function Opened() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <DropMenu
        menu={{ items: [{ key: 'clone', label: 'Entry' }], onClick: () => setIsOpen(true) }}
      >
        <button type="button">More</button>
      </DropMenu>
      {isOpen && <Asking onClose={() => setIsOpen(false)} />}
    </>
  )
}

const ways = [
  {
    from: 'Open',
    open: async (button: HTMLElement) => userEvent.click(button),
    close: async () => userEvent.keyboard('{Escape}'),
  },
  {
    from: 'More',
    open: async (button: HTMLElement) => {
      await userEvent.click(button)
      const entry = await screen.findByRole('menuitem', { name: 'Entry' })
      await waitFor(() => {
        if (document.activeElement !== entry) throw new Error('The menu has no focus yet')
      })
      await userEvent.click(entry)
    },
    close: async () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
  },
].flatMap((way) => [true, false].map((isStill) => ({ ...way, isStill })))

it.each(ways)(
  'a dialog begins at its first field and returns to $from, with less motion: $isStill',
  async ({ from, open, close, isStill }) => {
    await draw(<Opened />, { isStill })
    const button = screen.getByRole('button', { name: from })
    await open(button)
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
    await close()
    await waitFor(() => expect(button).toHaveFocus())
  },
)

it('a dialog ignores the second click of a double click beside it, and closes at a later one', async () => {
  await draw(<Opened />)
  fireEvent.click(screen.getByRole('button', { name: 'Open' }), { detail: 1 })
  const beside = (await screen.findByRole('dialog')).closest('.ant-modal-wrap') ?? document.body
  const clickBeside = (detail: number) => {
    fireEvent.mouseDown(beside)
    fireEvent.mouseUp(beside)
    fireEvent.click(beside, { detail })
  }
  clickBeside(2)
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  clickBeside(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer, turnTo } from '#tests/drawing.tsx'
import { FilterBar } from './FilterBar.tsx'
import { Sheet } from '#ui/panel/Sheet.tsx'

pretendServer()
const drawn = vi.fn<() => void>()

function More() {
  drawn()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        More filters
      </button>
      <Sheet open={isOpen} title="All filters" onClose={() => setIsOpen(false)}>
        <input aria-label="Tag" />
      </Sheet>
    </>
  )
}
const bar = (
  <FilterBar
    search=""
    onSearch={() => undefined}
    searchLabel="Search"
    end={<button type="button">Export</button>}
  >
    <More />
  </FilterBar>
)
const chip = () => screen.getByText('Filter').closest('button') ?? document.body
const sheet = () => screen.queryByRole('dialog', { name: 'Filter and view' })

it('the filter bar keeps the sheet of a phone that is turned: its filters are in the bar meanwhile', async () => {
  drawn.mockClear()
  await draw(bar, { isPhone: true })
  expect(drawn).not.toHaveBeenCalled()
  await userEvent.click(chip())
  const opened = await screen.findByRole('dialog', { name: 'Filter and view' })
  expect(within(opened).getByRole('button', { name: 'More filters' })).toBeVisible()
  turnTo('wide')
  expect(sheet()).toBeNull()
  const row = screen.getByRole('search')
  expect(within(row).getByRole('button', { name: 'More filters' })).toBeVisible()
  turnTo('phone')
  await waitFor(() => expect(sheet()).toBeVisible())
  expect(chip()).toHaveAttribute('aria-expanded', 'true')
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(chip()).toHaveAttribute('aria-expanded', 'false')
})

it('the filter bar keeps what its filters have opened', async () => {
  await draw(bar)
  await userEvent.click(screen.getByRole('button', { name: 'More filters' }))
  await userEvent.type(await screen.findByLabelText('Tag'), 'Pumps')
  for (const width of ['phone', 'wide', 'phone'] as const) {
    turnTo(width)
    expect(screen.getByLabelText('Tag')).toHaveValue('Pumps')
  }
})

const wide = (used: number) => (
  <FilterBar
    search=""
    onSearch={() => undefined}
    searchLabel="Search"
    more={{ filters: <input aria-label="Owner" />, used }}
  />
)

it('the filter bar shows the filters of fewer users at a press, and at once if they narrow the list', async () => {
  const { unmount } = await draw(wide(0))
  expect(screen.queryByLabelText('Owner')).toBeNull()
  const button = screen.getByRole('button', { name: 'More filters' })
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByLabelText('Owner')).toBeVisible()
  unmount()
  await draw(wide(2))
  expect(screen.getByRole('button', { name: /More filters/ })).toHaveTextContent('2')
  expect(screen.getByLabelText('Owner')).toBeVisible()
})

it('the sheet of a phone has all filters', async () => {
  await draw(wide(0), { isPhone: true })
  await userEvent.click(chip())
  const opened = await screen.findByRole('dialog', { name: 'Filter and view' })
  expect(within(opened).getByLabelText('Owner')).toBeVisible()
  expect(within(opened).queryByRole('button', { name: 'More filters' })).toBeNull()
})

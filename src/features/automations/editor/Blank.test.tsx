import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createPortal } from 'react-dom'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { Blank } from './Blank.tsx'

pretendServer()

const drawn = () =>
  draw(
    <>
      <Blank label="Type" value="Repair">
        {() => (
          <>
            <input aria-label="Search" />
            {createPortal(<div tabIndex={-1}>In its list</div>, document.body)}
          </>
        )}
      </Blank>
      <button type="button">And only if</button>
    </>,
    { namespaces: ['automations'] },
  )
const blank = () => screen.getByRole('button', { name: /Repair/ })

it('a blank closes when the Tab key leaves its picker, and the next Tab continues from it', async () => {
  await drawn()
  blank().focus()
  await userEvent.keyboard('{Enter}')
  ;(await screen.findByLabelText('Search')).focus()
  await userEvent.tab({ shift: true })
  await waitFor(() => expect(blank()).toHaveAttribute('aria-expanded', 'false'))
  expect(blank()).toHaveFocus()
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'And only if' })).toHaveFocus()
})

it('a blank stays open while the focus is in a list of its picker', async () => {
  await drawn()
  await userEvent.click(blank())
  ;(await screen.findByText('In its list')).focus()
  expect(blank()).toHaveAttribute('aria-expanded', 'true')
})

it('a blank closes when something else takes the focus, and leaves it there', async () => {
  await drawn()
  await userEvent.click(blank())
  await screen.findByLabelText('Search')
  const other = screen.getByRole('button', { name: 'And only if' })
  other.focus()
  await waitFor(() => expect(blank()).toHaveAttribute('aria-expanded', 'false'))
  expect(other).toHaveFocus()
})

it('a blank closes by a second press', async () => {
  await drawn()
  await userEvent.click(blank())
  await screen.findByLabelText('Search')
  await userEvent.click(blank())
  await waitFor(() => expect(blank()).toHaveAttribute('aria-expanded', 'false'))
})

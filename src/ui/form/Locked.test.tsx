import '@testing-library/jest-dom/vitest'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Locked } from './Locked.tsx'

afterEach(cleanup)
const form = (isLocked: boolean) => (
  <>
    <Locked isLocked={isLocked}>
      <input aria-label="Name" />
    </Locked>
    <button type="button">Save</button>
  </>
)

it('a locked form takes no input while it is saved, and has the focus back where it was', () => {
  const { rerender } = render(form(false))
  const field = screen.getByLabelText('Name')
  field.focus()
  rerender(form(true))
  expect(field.parentElement).toHaveAttribute('inert')
  field.blur()
  rerender(form(false))
  expect(field.parentElement).not.toHaveAttribute('inert')
  expect(field).toHaveFocus()
})

it('a locked form leaves the focus where else it went', () => {
  const { rerender } = render(form(false))
  screen.getByLabelText('Name').focus()
  rerender(form(true))
  screen.getByRole('button').focus()
  rerender(form(false))
  expect(screen.getByRole('button')).toHaveFocus()
})

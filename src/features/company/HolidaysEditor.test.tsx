import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { HolidaysEditor } from './HolidaysEditor.tsx'

pretendServer()

it('the holidays editor prevents saving while a typed day was not added, and says so', async () => {
  const saved = vi.fn()
  await draw(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saved()
      }}
    >
      <HolidaysEditor />
      <button type="submit">Save</button>
    </form>,
    { namespaces: ['company'] },
  )
  const name = await screen.findByRole('textbox', { name: 'Name of the day' })
  const save = screen.getByRole('button', { name: 'Save' })
  await userEvent.type(name, 'Founding day')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(save)
  expect(await screen.findByRole('alert')).toHaveTextContent('This day is not in the list yet.')
  expect(saved).not.toHaveBeenCalled()
  await userEvent.clear(name)
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(save)
  expect(saved).toHaveBeenCalledOnce()
})

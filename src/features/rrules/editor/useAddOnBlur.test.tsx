import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { TimesField } from './TimesField.tsx'

pretendServer()

let given: readonly string[] = []
function Times() {
  const [times, setTimes] = useState<readonly string[]>(['08:00'])
  const handleChange = (next: readonly string[]) => {
    given = next
    setTimes(next)
  }
  return (
    <>
      <TimesField times={times} onChange={handleChange} />
      <button type="button">Save</button>
    </>
  )
}
const show = async () => {
  given = ['08:00']
  await draw(<Times />, { namespaces: ['schedules'] })
  return screen.findByRole('textbox')
}

it('the dates field adds its text when the user continues without the button', async () => {
  const field = await show()
  await userEvent.type(field, '14:30')
  expect(given).toEqual(['08:00'])
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(given).toEqual(['08:00', '14:30']))
  await waitFor(() => expect(field).toHaveValue(''))
})

it('the dates field adds it once when the button is pressed', async () => {
  await userEvent.type(await show(), '14:30{Enter}')
  await userEvent.click(screen.getByRole('button', { name: /Add/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(given).toEqual(['08:00', '14:30'])
})

it('the dates field keeps text that cannot be read, with its reason', async () => {
  const field = await show()
  await userEvent.type(field, '25:61')
  await userEvent.tab()
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(given).toEqual(['08:00'])
  expect(field).toHaveValue('25:61')
})

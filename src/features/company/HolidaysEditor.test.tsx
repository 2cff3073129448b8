import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { Holiday } from '#contract/company/company.ts'
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

it('the holidays editor gives a working day its own hours, and takes them away', async () => {
  let held: Holiday[] = [
    { date: '2026-02-28', name: 'Moved Saturday', yearly: false, kind: 'working' },
    { date: '2026-12-24', name: 'Christmas Eve', yearly: true },
  ]
  const Held = () => {
    const [value, setValue] = useState(held)
    return (
      <HolidaysEditor
        value={value}
        onChange={(changed) => {
          held = changed
          setValue(changed)
        }}
      />
    )
  }
  await draw(<Held />, { namespaces: ['company'] })
  const hours = await screen.findByRole('group', { name: 'Moved Saturday: hours' })
  expect(hours).toHaveTextContent('usual hours')
  expect(screen.queryByRole('group', { name: 'Christmas Eve: hours' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Add hours: Moved Saturday' }))
  expect(held[0]?.hours).toEqual([{ from: '08:00', to: '14:00' }])
  await userEvent.click(screen.getByRole('button', { name: 'Remove 08:00–14:00, Moved Saturday' }))
  expect(held[0]).not.toHaveProperty('hours')
  await userEvent.click(screen.getByRole('button', { name: 'Add hours: Moved Saturday' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Moved Saturday: working day' }))
  expect(held[0]).toEqual({
    date: '2026-02-28',
    name: 'Moved Saturday',
    yearly: false,
    kind: 'closed',
  })
})

it('the holidays editor lets a yearly day return in the Hebrew calendar', async () => {
  const changed = vi.fn()
  await draw(
    <HolidaysEditor
      value={[{ date: '2027-04-22', name: 'Pesach', yearly: true }]}
      onChange={changed}
    />,
    { namespaces: ['company'] },
  )
  await userEvent.click(await screen.findByRole('combobox', { name: 'Pesach: calendar' }))
  await userEvent.click(await screen.findByTitle('Hebrew'))
  expect(changed).toHaveBeenLastCalledWith([
    { date: '2027-04-22', name: 'Pesach', yearly: true, calendar: 'hebrew' },
  ])
})

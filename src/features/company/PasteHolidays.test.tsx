import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Holiday } from '#contract/company/company.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { HolidaysEditor } from './HolidaysEditor.tsx'
import { PasteHolidays } from './PasteHolidays.tsx'

pretendServer()

function Editor() {
  const [value, setValue] = useState<readonly Holiday[]>([])
  return <HolidaysEditor value={value} onChange={setValue} />
}

async function paste(text: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Paste several' }))
  await userEvent.click(await screen.findByRole('textbox', { name: 'Paste several' }))
  await userEvent.paste(text)
}

it('the paste of holidays shows days as words and keeps the lines that it does not add', async () => {
  await draw(<Editor />, { namespaces: ['company'] })
  await paste('05/06/2026 Founding day\n24.12.2026 - 26.12.2026 Christmas\n31.02.2026 Nothing')
  const read = screen.getByRole('region', { name: '4 days were read:' })
  expect(
    within(read)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.replace(/\u2009/g, '')),
  ).toEqual(['Founding dayFriday, 5 June 2026', 'Christmas24–26 December 2026 (3 days)'])
  const unread = screen.getByRole('region', {
    name: '1 line could not be read and will not be added:',
  })
  expect(within(unread).getByRole('listitem')).toHaveTextContent(
    '31.02.2026 NothingThis day does not exist.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add 4 days' }))
  expect(screen.getByRole('textbox', { name: 'Paste several' })).toHaveValue('31.02.2026 Nothing')
  await userEvent.clear(screen.getByRole('textbox', { name: 'Paste several' }))
  await userEvent.paste('28.02.2026 Something')
  await userEvent.click(screen.getByRole('checkbox', { name: 'They are working days' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add 1 day' }))
  expect(screen.getByRole('checkbox', { name: 'Something: working day' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Founding day: working day' })).not.toBeChecked()
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    '28 Feb 2026Somethingusual hoursAdd hours',
    '5 Jun 2026Founding day',
    '24 Dec 2026Christmas',
    '25 Dec 2026Christmas',
    '26 Dec 2026Christmas',
  ])
})

it('the paste of holidays refuses more days than a company may have', async () => {
  const known = Array.from({ length: 999 }, (_, day) => ({
    date: new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10),
    name: 'Day',
    yearly: false,
  }))
  await draw(<PasteHolidays known={known} onAdd={() => undefined} onClose={() => undefined} />, {
    namespaces: ['company'],
  })
  await userEvent.click(await screen.findByRole('textbox', { name: 'Paste several' }))
  await userEvent.paste('24.12.2026 - 26.12.2026 Christmas')
  expect(screen.getByText(/at most 1,000 holidays; with these there would be 1,002/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add 3 days' })).toBeDisabled()
})

it('the paste of holidays reads a calendar file into its lines, to be reviewed', async () => {
  const unused = (): void => undefined
  await draw(<PasteHolidays known={[]} onAdd={unused} onClose={unused} />, {
    namespaces: ['company'],
  })
  const year = new Date().getUTCFullYear()
  const event = (...lines: string[]) =>
    ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    event(`DTSTART;VALUE=DATE:${year}1224`, `DTEND;VALUE=DATE:${year}1227`, 'SUMMARY:Vánoce'),
    event('DTSTART;VALUE=DATE:20010101', 'SUMMARY:Long ago'),
    'END:VCALENDAR',
  ].join('\r\n')
  const input = await screen.findByLabelText('Import a calendar file (.ics)')
  await userEvent.upload(input, new File([text], 'holidays.ics', { type: 'text/calendar' }))
  expect(
    await screen.findByText('1 entry was read. 1 entry from other years was left out.'),
  ).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Paste several' })).toHaveValue(
    `${year}-12-24 – ${year}-12-26 Vánoce`,
  )
  expect(screen.getByRole('button', { name: 'Add 3 days' })).toBeEnabled()
  await userEvent.upload(input, new File(['Hello'], 'other.ics', { type: 'text/calendar' }))
  expect(await screen.findByText('This file is not a calendar.')).toBeVisible()
})

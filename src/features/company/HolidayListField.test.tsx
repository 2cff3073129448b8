import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { FollowedHolidayList } from '#contract/company/holidayLists.ts'
import type { Holiday } from '#contract/company/company.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { HolidayListField } from './HolidayListField.tsx'
import { HolidaysEditor } from './HolidaysEditor.tsx'

const server = pretendServer()
const BASE = 'http://localhost/api/holiday-countries'

async function show(followed: FollowedHolidayList | null, holidays: Holiday[] = []) {
  server.use(
    http.get(BASE, () =>
      HttpResponse.json({
        rows: [
          { country: 'SA', regions: [] },
          { country: 'GB', regions: [{ region: 'SCT', name: 'Scotland' }] },
        ],
      }),
    ),
    http.get(`${BASE}/SA`, () =>
      HttpResponse.json({
        rows: [
          { date: '2027-02-22', name: 'Founding Day', kind: 'closed', certainty: 'calculated' },
          { date: '2027-03-09', name: 'Eid al-Fitr', kind: 'closed', certainty: 'estimated' },
        ],
        sources: [
          {
            title: 'holidays 0.105',
            url: 'https://example.org',
            seen: '2026-09-21',
            certainty: 'estimated',
          },
        ],
      }),
    ),
  )
  const held: { holidays?: Holiday[]; holidayList?: FollowedHolidayList | null } = {}
  await draw(
    <Form
      initialValues={{ holidays, holidayList: followed }}
      onValuesChange={(_changed, all: object) => Object.assign(held, all)}
    >
      <Form.Item name="holidays">
        <HolidaysEditor />
      </Form.Item>
      <Form.Item name="holidayList">
        <HolidayListField />
      </Form.Item>
    </Form>,
    { namespaces: ['company'] },
  )
  return held
}

it('the holidays of a country are chosen, with proposals marked and not chosen at first', async () => {
  const held = await show(null)
  await userEvent.click(await screen.findByRole('button', { name: 'Holidays of a country' }))
  const dialog = await screen.findByRole('dialog', { name: 'Holidays of a country' })
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Country' }))
  await userEvent.click(await screen.findByText('Saudi Arabia'))
  const eid = await within(dialog).findByRole('checkbox', { name: /^Eid al-Fitr.*9 March 2027/ })
  expect(eid).not.toBeChecked()
  expect(within(dialog).getByRole('checkbox', { name: /^Founding Day/ })).toBeChecked()
  expect(within(dialog).getByRole('link', { name: 'holidays 0.105' })).toBeVisible()
  await userEvent.click(eid)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add 2 days' }))
  expect(held.holidayList).toEqual({
    country: 'SA',
    region: null,
    seen: ['2027-02-22', '2027-03-09'],
  })
  expect(held.holidays?.map(({ date }) => date)).toEqual(['2027-02-22', '2027-03-09'])
})

it('the proposals of a country are chosen together', async () => {
  const held = await show(null)
  await userEvent.click(await screen.findByRole('button', { name: 'Holidays of a country' }))
  const dialog = await screen.findByRole('dialog', { name: 'Holidays of a country' })
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Country' }))
  await userEvent.click(await screen.findByText('Saudi Arabia'))
  const founding = await within(dialog).findByRole('checkbox', { name: /^Founding Day/ })
  expect(within(dialog).queryByRole('button', { name: /^Choose the other/ })).toBeNull()
  await userEvent.click(founding)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Choose the other 2 days too' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add 2 days' }))
  expect(held.holidays?.map(({ date }) => date)).toEqual(['2027-02-22', '2027-03-09'])
})

it('the holidays of a country announce new days, and days that the list no longer has', async () => {
  const gone = { date: '2027-03-08', name: 'Eid al-Fitr', yearly: false }
  await show({ country: 'SA', region: null, seen: ['2027-02-22', '2027-03-08'] }, [gone])
  const news = await screen.findByText('Saudi Arabia: 2 days in the list are new or have changed.')
  expect(news).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  const dialog = await screen.findByRole('dialog', { name: 'Holidays of a country' })
  expect(
    await within(dialog).findByRole('checkbox', { name: /Remove Eid al-Fitr/ }),
  ).not.toBeChecked()
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /Remove Eid al-Fitr/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('No holidays yet.')).toBeVisible()
})

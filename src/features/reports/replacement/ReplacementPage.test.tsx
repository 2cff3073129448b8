import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { replacementBuckets, replacementParts } from '#contract/rules/replacement.ts'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { ReplacementPage } from './ReplacementPage.tsx'

const server = pretendServer()
const namespaces = ['replacement', 'reports', 'dashboards', 'charts', 'entities', 'exports']
const ofPlan = { firstYear: 2026, hasMoney: true, currency: 'EUR' }
const cells = replacementBuckets('2026-12-01').map((bucket) => ({
  bucket,
  count: bucket === 2028 ? 3 : 0,
  price: bucket === 2028 ? 4_200.5 : 0,
  unpriced: bucket === 2028 ? 1 : 0,
}))
const row = {
  id: 7,
  version: 4,
  name: 'Pump 7',
  equipmentId: null,
  type: { id: 3, name: 'Pump' },
  location: null,
  orgEntity: null,
  purchasedOn: '2018-05-01',
  expectedYears: 10,
  warrantyUntil: null,
  lifeEndsOn: '2028-05-01',
  price: 4_200.5,
  year: 2028,
  by: 'life',
  isOverdue: false,
  plannedYear: null,
  note: null,
  score: 64,
  knownWeight: 60,
  parts: replacementParts.map((part) => ({
    part,
    points: part === 'age' ? 86 : part === 'cost' ? 20 : null,
    value: part === 'age' ? 8.6 : part === 'cost' ? 420 : null,
    compared: part === 'age' ? 10 : part === 'cost' ? 4_200.5 : null,
  })),
}

function answer() {
  const asked: Record<string, unknown>[] = []
  const planned: unknown[] = []
  const whole = { retired: 2, leftOut: 0, count: 1, whole: cells }
  server.use(
    http.get('http://localhost/api/session', () =>
      HttpResponse.json({ message: '', errors: [] }, { status: 404 }),
    ),
    http.post('http://localhost/api/reports/replacement', () =>
      HttpResponse.json({ ...ofPlan, ...whole, groups: [{ id: 3, name: 'Pump', cells }] }),
    ),
    http.post('http://localhost/api/reports/replacement/rows', async ({ request }) => {
      asked.push((await request.json()) as Record<string, unknown>)
      const sums = { count: 1, groupName: 'Pump', price: 4_200.5, unpriced: 0 }
      return HttpResponse.json({ ...ofPlan, ...sums, rows: [row] })
    }),
    http.put('http://localhost/api/equipment/7/replacement', async ({ request }) => {
      planned.push(await request.json())
      return HttpResponse.json({ version: 5 })
    }),
  )
  return { asked, planned }
}
const show = (at: string, permissions = ['viewer|reports', 'editor|equipment']) =>
  draw(<ReplacementPage />, { at, language: 'en', namespaces, token: tokenFor({ permissions }) })

it('a number of the plan opens the equipment of its year and group', async () => {
  const { asked } = answer()
  await show('/report/replacement')
  expect(await screen.findByText('1 without a price')).toBeVisible()
  expect(screen.getByText('2 retired pieces of equipment are left out.')).toBeVisible()
  const table = screen.getByRole('table', { name: /^Replacement plan/ })
  await userEvent.click(within(table).getByRole('button', { name: '€4,200.50*' }))
  expect(await screen.findByText('Pump 7')).toBeVisible()
  expect(asked).toMatchObject([{ by: 'equipmentType', bucket: 2028, group: 3, sort: 'year' }])
})

it('the panel shows each part of the score, and names what is not known', async () => {
  answer()
  await show('/report/replacement?view=equipment&id=7')
  const parts = await screen.findByRole('table', { name: 'Parts of the score' })
  expect(parts).toHaveTextContent('8.6 of 10 years8640%')
  expect(parts).toHaveTextContent('€420 of a price of €4,200.50')
  expect(parts).toHaveTextContent('Not known: observed for less than 60 days')
  expect(screen.getByText('60% of the score is known')).toBeVisible()
})

it('a year is planned with a reason', async () => {
  const { planned } = answer()
  await show('/report/replacement?view=equipment&id=7')
  await userEvent.click(await screen.findByRole('button', { name: 'Plan another year' }))
  await userEvent.type(await screen.findByLabelText('Year of replacement'), '2027')
  await userEvent.type(screen.getByLabelText('Reason'), 'Out of support')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Plan another year' })).toBeVisible()
  expect(planned).toEqual([{ year: 2027, note: 'Out of support', version: 4 }])
})

it('nobody plans a year without the right to edit equipment', async () => {
  answer()
  await show('/report/replacement?view=equipment&id=7', ['viewer|reports'])
  await screen.findByRole('table', { name: 'Parts of the score' })
  expect(screen.queryByRole('button', { name: 'Plan another year' })).toBeNull()
})

import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { CompanyList } from './CompanyList.tsx'

const server = pretendServer()
const at = (path = '') => `http://localhost/api/account/memberships${path}`
const since = '2026-11-20T09:00:00.000Z'
const own = { companyId: 1, company: 'Hospital', state: 'active', isThis: true, since }
const invited = { companyId: 2, company: 'Northmill', state: 'invited', isThis: false, since }

let sent: { path: string; body: unknown }[] = []
beforeEach(() => {
  sent = []
  server.use(
    http.post(at('/:call'), async ({ request, params }) => {
      sent.push({ path: String(params['call']), body: await request.json() })
      return HttpResponse.json({ accepted: true, refused: true, left: true })
    }),
  )
})

async function show(answer: object) {
  server.use(
    http.get(at(), () =>
      HttpResponse.json({ isLimited: false, isAddressProved: true, rows: [own], ...answer }),
    ),
  )
  await draw(<CompanyList />, { namespaces: ['account'] })
  await screen.findByText('Hospital')
}
const rowOf = (company: string) => {
  const row = screen.getByText(company).closest('li')
  if (row === null) throw new Error(`${company} is not listed`)
  return within(row)
}

it('a company that invites the user is accepted or refused by one press each', async () => {
  await show({ rows: [invited, own] })
  await userEvent.click(rowOf('Northmill').getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(sent).toEqual([{ path: 'accept', body: { companyId: 2 } }]))
  // A press while the first call is under way would do nothing.
  const decline = () => rowOf('Northmill').getByRole('button', { name: 'Decline' })
  await waitFor(() => expect(decline()).toBeEnabled())
  await userEvent.click(decline())
  await waitFor(() => expect(sent.at(-1)).toEqual({ path: 'refuse', body: { companyId: 2 } }))
})

it('leaving the company of the session asks first and says what becomes of the open work', async () => {
  await show({})
  await userEvent.click(rowOf('Hospital').getByRole('button', { name: 'Leave' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/open tickets will be unassigned/)).toBeInTheDocument()
  expect(sent).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(sent).toEqual([{ path: 'leave', body: { companyId: 1 } }]))
})

it('another active company has no Leave button: it is left from within', async () => {
  await show({ rows: [own, { ...own, companyId: 3, company: 'Third', isThis: false }] })
  expect(rowOf('Third').queryByRole('button')).toBeNull()
})

it('a session opened through one company’s provider offers a proof of identity', async () => {
  await show({ isLimited: true })
  expect(screen.getByRole('button', { name: 'Confirm your identity' })).toBeInTheDocument()
})

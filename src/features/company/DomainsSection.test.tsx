import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { CompanyDomain } from '#contract/company/companyDomains.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { DomainsSection } from './DomainsSection.tsx'

const server = pretendServer()
const BASE = 'http://localhost/api/company/domains'
const waiting = {
  id: 1,
  domain: 'waiting.test',
  state: 'waiting',
  recordName: '_plantroom.waiting.test',
  recordValue: 'plantroom-domain=abc',
  provedAt: null,
  lapsedAt: null,
  lastCheckedAt: null,
  lastFault: null,
} as unknown as CompanyDomain
let rows: CompanyDomain[] = []
const calls: string[] = []

beforeEach(() => {
  calls.length = 0
  rows = [waiting]
  server.use(
    http.get(BASE, () =>
      HttpResponse.json({ signInAddress: 'https://plant.test/login?company=c', rows }),
    ),
    http.post(`${BASE}/1/check`, () => {
      calls.push('check')
      rows = [{ ...waiting, lastCheckedAt: '2026-11-20T09:00:00.000Z', lastFault: 'noRecord' }]
      return HttpResponse.json(rows[0])
    }),
    http.delete(`${BASE}/1`, () => {
      calls.push('remove')
      rows = []
      return HttpResponse.json({ id: 1 })
    }),
    http.post(BASE, () =>
      HttpResponse.json(
        { message: '', errors: [{ path: 'body.domain', code: 'notADomain', message: '' }] },
        { status: 400 },
      ),
    ),
  )
})

const show = () => draw(<DomainsSection />, { namespaces: ['company'] })

it('the company settings show the sign-in address and the record that a waiting domain needs', async () => {
  await show()
  await screen.findByText('waiting.test')
  expect(screen.getByRole('textbox', { name: 'Sign-in address of the company' })).toHaveValue(
    'https://plant.test/login?company=c',
  )
  expect(screen.getByText('Waiting for the TXT record')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Name of the record' })).toHaveValue(
    '_plantroom.waiting.test',
  )
  expect(screen.getByRole('textbox', { name: 'Value of the record' })).toHaveValue(
    'plantroom-domain=abc',
  )
})

it('a check of a domain shows what it found, and removing the domain asks first', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: /^Check now: .*waiting\.test/ }))
  await screen.findByText('The TXT record was not found at the last check.')
  await userEvent.click(screen.getByRole('button', { name: /^Remove .*waiting\.test/ }))
  const dialog = await screen.findByRole('dialog')
  expect(calls).toEqual(['check'])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(calls).toEqual(['check', 'remove']))
  await waitFor(() => expect(screen.queryByText('waiting.test')).toBeNull())
})

it('a refused domain is explained beside its field and stays typed', async () => {
  await show()
  const field = await screen.findByRole('textbox', { name: 'New domain' })
  await userEvent.type(field, 'localhost')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText('This is not a mail domain such as example.com.')
  expect(field).toHaveValue('localhost')
})

import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { OwnAccount } from '#contract/auth/account.ts'
import { asId } from '#lib/ids.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ContactList } from './ContactList.tsx'

const server = pretendServer()
const at = (path: string) => `http://localhost/api/account/${path}`
const refusal = (code: string) =>
  HttpResponse.json(
    { message: code, errors: [{ path: 'body', code, message: code }] },
    { status: 400 },
  )

const eva: OwnAccount = {
  id: asId('user', 1),
  firstName: 'Eva',
  lastName: 'Sample',
  email: 'eva@sample.test',
  phone: '+420601000001',
  hasMailAlerts: false,
  isEmailProven: true,
  isPhoneProven: false,
  language: 'en',
  roles: [],
  availability: { kind: 'none' },
  hasPassword: true,
  sessions: [],
}

let sent: { path: string; body: unknown }[] = []
beforeEach(() => {
  sent = []
  server.use(
    http.post(at('*'), async ({ request }) => {
      const path = new URL(request.url).pathname.replace('/api/account/', '')
      const body = await request.json()
      sent.push({ path, body })
      if (path.endsWith('/confirm')) {
        return JSON.stringify(body).includes('000000')
          ? refusal('wrongOtp')
          : HttpResponse.json({ changed: true })
      }
      if (JSON.stringify(body).includes('taken@')) return refusal('taken')
      return HttpResponse.json(path === 'email' ? { asked: true } : { state: 'kept' })
    }),
  )
})

async function show(name: 'Email' | 'Phone') {
  await draw(<ContactList account={eva} />, { namespaces: ['account', 'people'] })
  const row = within(await screen.findByRole('region', { name }))
  await userEvent.click(row.getByRole('button', { name: 'Change' }))
  return row
}

it('the contact list changes the address only after the code came back from the new one', async () => {
  const row = await show('Email')
  await userEvent.type(row.getByLabelText('New address'), 'eva@new.test')
  await userEvent.click(row.getByRole('button', { name: 'Send a code' }))
  expect(await row.findByRole('status')).toHaveTextContent('eva@new.test')
  await userEvent.type(row.getByLabelText('Code'), '123 456 ')
  await userEvent.click(row.getByRole('button', { name: 'Confirm' }))
  expect(await row.findByRole('button', { name: 'Change' })).toBeVisible()
  expect(sent).toEqual([
    { path: 'email', body: { email: 'eva@new.test' } },
    { path: 'email/confirm', body: { code: '123 456' } },
  ])
})

it('the contact list says that a code is wrong and waits for another', async () => {
  const row = await show('Email')
  await userEvent.type(row.getByLabelText('New address'), 'eva@new.test')
  await userEvent.click(row.getByRole('button', { name: 'Send a code' }))
  await userEvent.type(await row.findByLabelText('Code'), '000000')
  await userEvent.click(row.getByRole('button', { name: 'Confirm' }))
  expect(await row.findByRole('alert')).toHaveTextContent('wrong')
  expect(row.getByLabelText('Code')).toHaveValue('000000')
})

it('the contact list sends nothing for an invalid address, and says so beside the field', async () => {
  const row = await show('Email')
  await userEvent.type(row.getByLabelText('New address'), 'eva at home')
  await userEvent.click(row.getByRole('button', { name: 'Send a code' }))
  expect(await row.findByRole('alert')).toHaveTextContent('not a valid email address')
  expect(sent).toEqual([])
})

it('the contact list removes the phone if the field is left empty', async () => {
  const row = await show('Phone')
  await userEvent.click(row.getByRole('button', { name: 'Remove the number' }))
  await waitFor(() => expect(row.getByRole('button', { name: 'Change' })).toBeVisible())
  expect(sent).toEqual([{ path: 'phone', body: { phone: null } }])
})

import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { onePerson } from '#tests/people.ts'
import { DeactivateDialog } from './DeactivateDialog.tsx'

const server = pretendServer()
const sent: unknown[] = []
const impact = {
  automations: [
    { id: 5, name: 'Call the technician', procedure: 'Ward round' },
    { id: 6, name: null, procedure: 'Bed check' },
  ],
  schedules: [{ id: 9, name: 'Every morning', isTheirsAlone: true }],
  duties: [{ id: 5, name: 'Night calls' }],
  openTickets: 2,
  sessions: 1,
  hindrance: null,
}

const answer = (changed: object = {}) =>
  server.use(
    http.get('http://localhost/api/users/7/impact', () =>
      HttpResponse.json({ ...impact, ...changed }),
    ),
  )

beforeEach(() => {
  sent.length = 0
  answer()
  server.use(
    http.get('http://localhost/api/users/7', () => HttpResponse.json(onePerson)),
    http.post('http://localhost/api/users/get-tiny', () =>
      HttpResponse.json({
        count: 2,
        rows: [
          { id: 7, name: 'Tomáš Novák', firstName: 'Tomáš', lastName: 'Novák', roles: [] },
          { id: 8, name: 'Lukas Brandt', firstName: 'Lukas', lastName: 'Brandt', roles: [] },
        ],
      }),
    ),
    http.post('http://localhost/api/users/7/deactivate', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...onePerson, state: 'inactive' })
    }),
  )
})

async function open() {
  const onClose = vi.fn<() => void>()
  await draw(<DeactivateDialog detail={onePerson} onClose={onClose} />, {
    namespaces: ['people', 'entities'],
  })
  return onClose
}
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Deactivate' }))

it('the deactivation dialog says first what it would break, with the way there', async () => {
  await open()
  await screen.findByText(
    '2 automations use this user. They will be turned off until they are reviewed:',
  )
  expect(screen.getByRole('link', { name: 'Call the technician' })).toHaveAttribute(
    'href',
    '/automation-center/5',
  )
  expect(screen.getByRole('link', { name: 'Bed check' })).toHaveAttribute(
    'href',
    '/automation-center/6',
  )
  expect(screen.getByRole('link', { name: 'Show the tickets' })).toHaveAttribute(
    'href',
    '/tickets?assignees=7',
  )
  expect(
    screen.getByText('They are signed in now: 1 session will end at once.'),
  ).toBeInTheDocument()
})

it('the deactivation dialog leaves the tickets as they are unless asked otherwise', async () => {
  const onClose = await open()
  await screen.findByText('Keep them assigned')
  await confirm()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([{ version: 4 }])
})

it('the deactivation dialog unassigns the tickets', async () => {
  const onClose = await open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Remove the assignee' }))
  await confirm()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([{ version: 4, ticketsTo: null }])
})

it('the deactivation dialog reassigns the tickets, and waits until another user is chosen', async () => {
  const onClose = await open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Assign them to someone else' }))
  expect(screen.getByRole('button', { name: 'Deactivate' })).toBeDisabled()
  const picker = screen.getByRole('combobox', { name: 'New assignee' })
  const choose = async (name: string) => {
    await userEvent.click(picker)
    await userEvent.click(await screen.findByText(name))
  }
  await choose('Tomáš Novák')
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose someone else')
  expect(screen.getByRole('button', { name: 'Deactivate' })).toBeDisabled()
  await choose('Lukas Brandt')
  await confirm()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([{ version: 4, ticketsTo: 8 }])
})

it.each([
  ['self', 'You cannot deactivate yourself. Another administrator can.'],
  ['lastAdministrator', 'This is the last administrator. Appoint another one first.'],
  ['inactive', 'This user is already deactivated.'],
])('the deactivation dialog says what prevents it: %s', async (hindrance, words) => {
  answer({ hindrance })
  await open()
  await screen.findByText(words)
  expect(screen.queryByRole('button', { name: 'Deactivate' })).not.toBeInTheDocument()
})

it('the deactivation dialog loads again if another user changed the person meanwhile', async () => {
  server.use(
    http.post('http://localhost/api/users/7/deactivate', () =>
      HttpResponse.json(
        { message: 'stale', errors: [{ path: 'version', code: 'stale', message: '' }] },
        { status: 409 },
      ),
    ),
  )
  const onClose = await open()
  await screen.findByText('Keep them assigned')
  await confirm()
  await screen.findByText('Another user has changed this user. Check, then decide.')
  expect(onClose).not.toHaveBeenCalled()
})

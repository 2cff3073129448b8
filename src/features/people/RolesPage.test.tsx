import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { onePerson } from '#tests/people.ts'
import { RolesPage } from './RolesPage.tsx'

const server = pretendServer()
const sent: unknown[] = []
const role = (
  id: number,
  name: string,
  permissions: string[],
  key: string | null,
  usedBy: number,
) => ({ id, name, permissions, key, usedBy, version: 2 })

beforeEach(() => {
  sent.length = 0
  server.use(
    http.post('http://localhost/api/roles/get', () =>
      HttpResponse.json({
        count: 3,
        rows: [
          role(4, 'Reader', ['viewer|reports'], null, 0),
          role(1, 'Administrator', [], 'administrator', 1),
          role(3, 'Technician', ['editor|tickets', 'editor|devices'], null, 2),
        ],
      }),
    ),
    http.post('http://localhost/api/users/get', () =>
      HttpResponse.json({ count: 2, rows: [onePerson] }),
    ),
    http.post('http://localhost/api/roles/3/unable-tickets', () =>
      HttpResponse.json({ unable: 2, all: 2 }),
    ),
    http.post('http://localhost/api/roles/3/replace', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ replaced: 2 })
    }),
    http.put('http://localhost/api/roles/3', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(role(3, 'Technician', [], null, 2))
    }),
  )
})

const show = (at: string, permissions: string[] = ['editor|users', 'editor|tickets']) =>
  draw(<RolesPage />, {
    at,
    namespaces: ['people', 'entities'],
    token: tokenFor({ permissions }),
    also: [{ path: '/management/users', element: 'Users' }],
  })

it('the roles page sums up what a role gives, and leads to its users', async () => {
  await show('/management/roles')
  await screen.findByText('Work 1/7 · Devices')
  expect(screen.getByText('Everything')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '2' })).toHaveAttribute(
    'href',
    '/management/users?role=3',
  )
})

it('the roles page gives only rights that the user has; those of the role may stay', async () => {
  await show('/management/roles?id=3')
  expect(await screen.findByRole('checkbox', { name: 'May edit dashboards' })).toBeDisabled()
  expect(screen.getByRole('checkbox', { name: /^May manage gateways/ })).toBeChecked()
  await userEvent.click(
    screen.getByRole('checkbox', { name: 'May assign tickets and change their state' }),
  )
  await userEvent.click(
    screen.getByRole('checkbox', { name: 'May invite users and set what they may see and do' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await answerAboutTickets('Cancel')
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await answerAboutTickets('Save', 'Remove the assignee')
  await waitFor(() =>
    expect(sent).toEqual([
      {
        name: 'Technician',
        version: 2,
        permissions: ['editor|devices', 'editor|users'],
        ticketsTo: null,
      },
    ]),
  )
})

async function answerAboutTickets(button: string, choice = 'Keep them assigned'): Promise<void> {
  const says = await screen.findByText(/^2 open tickets would have an assignee/)
  // In tests all dialogs of the library share an id, so a second one has no name of its own.
  const dialog = within(says.closest<HTMLElement>('[role=dialog]') ?? document.body)
  await userEvent.click(dialog.getByRole('radio', { name: choice }))
  await userEvent.click(dialog.getByRole('button', { name: button }))
}

it('the roles page locks the administrator’s role and says why', async () => {
  await show('/management/roles?id=1')
  await screen.findByText(/so that no company can lock itself out/)
  expect(screen.getByRole('checkbox', { name: 'May edit dashboards' })).toBeDisabled()
  expect(screen.getByRole('checkbox', { name: 'May edit dashboards' })).toBeChecked()
  expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
})

it('the roles page keeps a role in use, says who has it, and leads to them', async () => {
  const { router } = await show('/management/roles?id=3')
  await userEvent.click(await screen.findByRole('button', { name: /Delete/ }))
  await screen.findByText('2 people have this role. Give them another one first.')
  await screen.findByText('Tomáš Novák')
  await userEvent.click(screen.getByRole('link', { name: 'Show these people' }))
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/management/users?role=3',
  )
})

it('the roles page asks about tickets before a narrower role replaces another', async () => {
  await show('/management/roles?id=3')
  await userEvent.click(await screen.findByRole('button', { name: /Delete/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('combobox'))
  const offered = await waitFor(() => {
    const option = document.querySelector('.ant-select-item-option-content')
    expect(option?.textContent).toBe('Reader')
    return option
  })
  await userEvent.click(offered ?? document.body)
  await userEvent.click(dialog.getByRole('button', { name: 'Replace and delete' }))
  await answerAboutTickets('Cancel')
  expect(sent).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Replace and delete' }))
  await answerAboutTickets('Save', 'Remove the assignee')
  await waitFor(() => expect(sent).toEqual([{ by: 4, ticketsTo: null }]))
})

it('the roles page is not shown to users who may not manage people', async () => {
  await show('/management/roles', ['editor|management'])
  await screen.findByText('You do not have access to this')
})

import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { UserForm } from './UserForm.tsx'
import { onePerson as detail } from '#tests/people.ts'

const server = pretendServer()
const sent: unknown[] = []

beforeEach(() => {
  sent.length = 0
  server.use(
    http.post('http://localhost/api/roles/get', () =>
      HttpResponse.json({
        count: 1,
        rows: [{ id: 3, name: 'Technician', usedBy: 1, version: 1, permissions: [], key: null }],
      }),
    ),
    http.get('http://localhost/api/equipment/user-permitted-types', () =>
      HttpResponse.json({ count: 1, rows: [{ id: 1, name: 'Infusion pump' }] }),
    ),
    http.post('http://localhost/api/equipment-types/get', () =>
      HttpResponse.json({
        count: 1,
        rows: [{ id: 1, name: 'Infusion pump', usedBy: 4, version: 1 }],
      }),
    ),
    http.post('http://localhost/api/users', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...detail, id: 9, link: null })
    }),
  )
})

const refuse = (status: number, path: string, code: string) =>
  server.use(
    http.post('http://localhost/api/users', () =>
      HttpResponse.json(
        { message: 'From the server', errors: [{ path, code, message: code }] },
        { status },
      ),
    ),
  )
const field = (name: string) => screen.findByLabelText(name)
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send the invitation' }))

async function invite(
  { email = 'eva@sample.test', phone = '' }: { email?: string; phone?: string } = {},
  onMade = vi.fn<(id: number) => void>(),
) {
  await draw(<UserForm onMade={onMade} onCancel={() => undefined} />, {
    namespaces: ['people', 'entities'],
    token: tokenFor({ ap: false }),
  })
  await userEvent.type(await field('First name'), 'Eva')
  await userEvent.type(await field('Last name'), 'Malá')
  await userEvent.click(await field('Email'))
  await userEvent.paste(email)
  if (phone !== '') await userEvent.type(await field('Phone'), phone)
  await send()
  await send()
  return onMade
}

it('the user form sends what was filled in, and gives no more reach than the inviter has', async () => {
  const onMade = await invite({ phone: ' 12345 ' })
  await waitFor(() => expect(onMade).toHaveBeenCalledWith(9, null))
  expect(sent).toEqual([
    {
      firstName: 'Eva',
      lastName: 'Malá',
      email: 'eva@sample.test',
      phone: '12345',
      language: 'en',
      roleIds: [],
      allEquipment: true,
      allLocations: true,
      allProcedures: false,
      equipmentTypeIds: [],
      locationTypeIds: [],
      procedureTypeIds: [],
      orgEntityId: null,
      availability: { kind: 'none' },
    },
  ])
  await screen.findByText('The invitation was sent.')
})

it('the user form asks once for a role before it invites a user without one', async () => {
  await draw(<UserForm onCancel={() => undefined} />, {
    namespaces: ['people', 'entities'],
    token: tokenFor({ ap: false }),
  })
  await userEvent.type(await field('First name'), 'Eva')
  await userEvent.type(await field('Last name'), 'Malá')
  await userEvent.type(await field('Email'), 'eva@sample.test')
  await send()
  await screen.findByText(/No role is chosen/)
  expect(sent).toEqual([])
  await send()
  await waitFor(() => expect(sent).toHaveLength(1))
})

it.each([
  [`${'a'.repeat(65)}@sample.test`, 'a local part of 65'],
  [`eva@${'b'.repeat(64)}.test`, 'a label of 64'],
  ['eva@two@sample.test', 'two @'],
  ['eva@sample.t', 'a top level of one letter'],
  ['eva@sample.t3', 'a digit in the top level'],
])('the user form refuses %s before it is sent: %s', async (email) => {
  await invite({ email })
  await screen.findByText('This is not a valid email address')
  expect(sent).toEqual([])
})

it('the user form accepts an address at its limits', async () => {
  const onMade = await invite({ email: `${'a'.repeat(64)}@${'b'.repeat(63)}.te` })
  await waitFor(() => expect(onMade).toHaveBeenCalled())
})

it.each([['1234'], ['12a45'], ['12345)']])(
  'the user form refuses the phone %s before it is sent',
  async (phone) => {
    await invite({ phone })
    await screen.findByText(/At least 5 characters/)
    expect(sent).toEqual([])
  },
)

it('the user form says beside the address that it is taken, and no more', async () => {
  refuse(409, 'body.email', 'taken')
  await invite()
  await screen.findByText('Already used by another item')
  expect(await field('Email')).toHaveAttribute('aria-invalid', 'true')
  expect(screen.queryByText(/From the server/)).not.toBeInTheDocument()
})

it('the user form says beside the roles that nobody gives rights that they lack', async () => {
  refuse(403, 'body.roleIds', 'beyondOwnRights')
  await invite()
  await screen.findByText('You cannot grant or remove a right that you do not have')
  expect(screen.queryByText('Access denied.')).not.toBeInTheDocument()
})

it('the user form leaves address and phone of a user of several companies to that user, and says why', async () => {
  await draw(<UserForm detail={{ ...detail, isShared: true }} onCancel={() => undefined} />, {
    namespaces: ['people', 'entities'],
  })
  expect(await field('Email')).toHaveAttribute('readonly')
  expect(await field('Phone')).toHaveAttribute('readonly')
  expect(screen.getAllByText(/Only the users themselves can change this/)).toHaveLength(2)
})

it('the user form asks for types if not all may be seen', async () => {
  await draw(<UserForm detail={detail} onCancel={() => undefined} />, {
    namespaces: ['people', 'entities'],
  })
  await userEvent.click(
    (await screen.findAllByRole('radio', { name: 'Only these types' }))[1] ?? document.body,
  )
  await screen.findByText('With no type chosen, they see no locations.')
})

it('the user form asks what becomes of tickets before it takes the last role away', async () => {
  const asked: unknown[] = []
  const saved: unknown[] = []
  server.use(
    http.post(`http://localhost/api/users/${detail.id}/unable-tickets`, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ unable: 2, all: 3 })
    }),
    http.put(`http://localhost/api/users/${detail.id}`, async ({ request }) => {
      saved.push(await request.json())
      return HttpResponse.json(detail)
    }),
  )
  await draw(<UserForm detail={detail} onCancel={() => undefined} />, {
    namespaces: ['people', 'entities'],
    token: tokenFor({ ap: false }),
  })
  await userEvent.type(await field('Roles'), '{Backspace}')
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await save()
  const dialog = within(await screen.findByRole('dialog', { name: 'Open tickets' }))
  expect(asked).toMatchObject([{ roleIds: [], allEquipment: false }])
  await userEvent.click(dialog.getByRole('radio', { name: 'Remove the assignee' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toMatchObject([{ roleIds: [], ticketsTo: null }]))
})

it('the user form says that the new assignee cannot see some of the tickets', async () => {
  server.use(
    http.post(`http://localhost/api/users/${detail.id}/unable-tickets`, () =>
      HttpResponse.json({ unable: 2, all: 3 }),
    ),
    http.put(`http://localhost/api/users/${detail.id}`, () =>
      HttpResponse.json(
        {
          message: 'From the server',
          errors: [{ path: 'body.ticketsTo', code: 'cannotTakeAll', message: '1' }],
        },
        { status: 409 },
      ),
    ),
  )
  await draw(<UserForm detail={detail} onCancel={() => undefined} />, {
    namespaces: ['people', 'entities'],
    token: tokenFor({ ap: false }),
  })
  await userEvent.type(await field('Roles'), '{Backspace}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Open tickets' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText(/the new assignee cannot see some of these tickets \(1\)/)
})

import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { permissionGroups } from '#contract/people/permissions.ts'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { RightsExplanation } from './RightsExplanation.tsx'

const server = pretendServer()
const asked: unknown[] = []
const technician = { id: 3, name: 'Technician' }
const given: readonly string[] = ['editor|tickets', 'editor|equipment']

const rights = {
  user: { id: 7, name: 'Eva Malá', state: 'active' },
  permissions: permissionGroups.map((group) => ({
    group,
    roles: given.includes(group) ? [technician] : [],
  })),
  equipment: {
    all: false,
    types: [
      { id: 1, name: 'Infusion pump', count: 96, isPermitted: true },
      { id: 5, name: 'Hospital bed', count: 216, isPermitted: true },
      { id: 9, name: 'Scanner', count: 4, isPermitted: false },
    ],
    seen: 312,
    total: 480,
  },
  locations: { all: false, types: [], seen: 0, total: 145 },
  procedures: { all: true, types: [], seen: 7, total: 7 },
}

beforeEach(() => {
  asked.length = 0
  server.use(
    http.get('http://localhost/api/users/7/rights', () => HttpResponse.json(rights)),
    http.post('http://localhost/api/equipment/get-tiny', () =>
      HttpResponse.json({ count: 1, rows: [{ id: 214, name: 'Infusion pump 214', typeId: 1 }] }),
    ),
    http.post('http://localhost/api/users/7/rights/thing', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({
        name: 'Infusion pump 214',
        type: 'Infusion pump',
        sees: true,
        because: 'permittedType',
      })
    }),
  )
})

const show = (claims: object = { permissions: ['editor|users'] }) =>
  draw(<RightsExplanation userId={7} />, {
    namespaces: ['people', 'entities', 'shell'],
    token: tokenFor(claims),
  })

it('the explanation of rights says how much a user sees of each kind and why; the numbers open what they count', async () => {
  await show()
  expect(await screen.findByRole('link', { name: 'Sees 312 of 480' })).toHaveAttribute(
    'href',
    '/equipment?type=1.5',
  )
  expect(screen.getByRole('link', { name: 'Infusion pump: 96' })).toHaveAttribute(
    'href',
    '/equipment?type=1',
  )
  expect(screen.queryByText('Scanner')).not.toBeInTheDocument()
  expect(screen.getByText('Sees 0 of 145')).toBeInTheDocument()
  expect(screen.getByText('No type is permitted.')).toBeInTheDocument()
  expect(screen.getByText('All procedures are permitted, whatever their type.')).toBeInTheDocument()
})

it('the explanation of rights names each right with the role that gives it, and the screens it opens', async () => {
  await show()
  const row =
    (await screen.findByText('May assign tickets and change their state')).closest('li') ??
    document.body
  expect(within(row).getByRole('img', { name: 'Yes' })).toBeInTheDocument()
  expect(within(row).getByRole('link', { name: 'Technician' })).toHaveAttribute(
    'href',
    '/management/roles?id=3',
  )
  const none = screen.getByText('May edit dashboards').closest('li') ?? document.body
  expect(within(none).getByRole('img', { name: 'No' })).toBeInTheDocument()
  expect(screen.getByText(/^Not shown:/)).toHaveTextContent(
    'Not shown: Automation centre · Reports · Gateways · Sensors · Device import · Import · Journal · API keys · Management',
  )
})

it('the explanation of rights answers whether a user may see one object, and why', async () => {
  await show()
  await userEvent.click(await screen.findByRole('combobox', { name: 'Equipment' }))
  await userEvent.click(await screen.findByText('214-Infusion pump 214'))
  expect(
    (await screen.findByText('Infusion pump', { selector: '[role=status] bdi' })).closest(
      '[role=status]',
    ),
  ).toHaveTextContent('Yes: type Infusion pump is permitted.')
  expect(asked).toEqual([{ thing: { kind: 'equipment', id: 214 } }])
})

it('the explanation of rights opens no list that would show its reader something else, and no closed role', async () => {
  await show({ ae: false, permissions: [] })
  await screen.findByText('Sees 312 of 480')
  expect(screen.queryByRole('link', { name: 'Sees 312 of 480' })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Technician' })).not.toBeInTheDocument()
})

it('the explanation of rights addresses the user themselves', async () => {
  await show({ userId: 7, ae: false, permissions: [] })
  await screen.findByRole('heading', { name: 'May I see …?' })
  expect(screen.getByRole('link', { name: 'Sees 312 of 480' })).toBeInTheDocument()
})

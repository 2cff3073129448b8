import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { useAddressState } from '#lib/addressState.ts'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { ticketsShape } from '../ticketsAddress.ts'
import { useOpensDefaultView } from './useOpensDefaultView.ts'
import { ViewsButton } from './ViewsButton.tsx'

const server = pretendServer()
const sent: { call: string; body: unknown }[] = []
let views: object[] = []
const view = (id: number, name: string, facts: object = {}) => ({
  id,
  name,
  settings: {},
  isShared: false,
  isDefault: false,
  missing: [],
  version: 1,
  ...facts,
})

beforeEach(() => {
  sent.length = 0
  views = [
    view(1, 'Overdue pumps', { settings: { overdue: true, types: [5] } }),
    view(2, 'Gone', { settings: { states: [9] }, missing: ['states', 'ownField'] }),
    view(3, 'For everybody', { isShared: true, settings: { list: 'all' } }),
  ]
  const answer = async (request: Request) => {
    const raw = await request.text()
    sent.push({
      call: `${request.method} ${new URL(request.url).pathname}`,
      body: raw === '' ? null : JSON.parse(raw),
    })
  }
  server.use(
    http.get('*/api/ticket-views', () => HttpResponse.json({ count: views.length, rows: views })),
    http.get('*/api/ticket-views/counts', () =>
      HttpResponse.json({
        counts: [
          { viewId: 1, count: 7 },
          { viewId: 2, count: 0 },
          { viewId: 3, count: 1000 },
        ],
      }),
    ),
    http.post('*/api/ticket-views/order', async ({ request }) => {
      await answer(request)
      return HttpResponse.json({ ordered: 2 })
    }),
    http.post('*/api/ticket-views/:id/restore', async ({ request }) => {
      await answer(request)
      return HttpResponse.json(views[0])
    }),
    http.delete('*/api/ticket-views/:id', async ({ request }) => {
      await answer(request)
      return HttpResponse.json({ deleted: true })
    }),
    http.post('*/api/ticket-views', async ({ request }) => {
      await answer(request)
      return HttpResponse.json(view(4, 'New'))
    }),
  )
})

function List() {
  const [state, change] = useAddressState(ticketsShape)
  const isDeciding = useOpensDefaultView()
  return (
    <>
      <ViewsButton state={state} />
      <p>{isDeciding ? 'deciding' : 'decided'}</p>
      <button type="button" onClick={() => change({ overdue: false, types: [] })}>
        Clear
      </button>
    </>
  )
}
const drawn = (at: string, permissions?: PermissionGroup[]) =>
  draw(<List />, {
    at,
    namespaces: ['tickets'],
    ...(permissions && { token: tokenFor({ permissions }) }),
  })
const openViews = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }))
  return screen.findByRole('dialog')
}

it('The dialog shows own and shared views with their counts, the current one marked', async () => {
  await drawn('/tickets?types=5&overdue=1&id=3&page=2')
  const dialog = await openViews('Overdue pumps')
  const own = await within(dialog).findByRole('region', { name: 'Yours' })
  expect(within(own).getByRole('link', { name: 'Overdue pumps' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  expect(await within(own).findByText('7')).toBeVisible()
  const shared = within(dialog).getByRole('region', { name: 'Shared with the company' })
  expect(within(shared).getByText('999+')).toBeVisible()
  expect(within(shared).getByRole('link', { name: 'For everybody' })).toHaveAttribute(
    'href',
    '/tickets?list=all',
  )
})

it('A view that filters by something deleted says so, in the dialog and above its list', async () => {
  await drawn('/tickets?states=9')
  const said = 'Filters by something that was deleted or that you may not see: state and own field.'
  expect(await screen.findByText(said)).toBeVisible()
  const dialog = await openViews('Gone')
  expect(await within(dialog).findByText(said)).toBeVisible()
})

it('A saved view has the filters of the list, and not its page and panel', async () => {
  await drawn('/tickets?priorities=high&assignees=0&id=3&page=2&view=board')
  const dialog = await openViews('Saved views')
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Save this list as a view…' }))
  fireEvent.change(within(dialog).getByLabelText('Name of the view'), { target: { value: 'High' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        call: 'POST /api/ticket-views',
        body: {
          name: 'High',
          isShared: false,
          settings: { priorities: ['high'], unassigned: true, layout: 'board' },
        },
      },
    ]),
  )
})

it('A deleted view is restored from the notice', async () => {
  await drawn('/tickets?list=mine')
  const dialog = await openViews('Saved views')
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Delete “Overdue pumps”' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sent.map(({ call }) => call)).toEqual([
      'DELETE /api/ticket-views/1',
      'POST /api/ticket-views/1/restore',
    ]),
  )
})

it('Views move up and down among those of their group', async () => {
  await drawn('/tickets?list=mine')
  const dialog = await openViews('Saved views')
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Edit “Gone”' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Move up' }))
  await waitFor(() =>
    expect(sent).toEqual([{ call: 'POST /api/ticket-views/order', body: { viewIds: [2, 1] } }]),
  )
})

it('Shared views cannot be changed without the right', async () => {
  await drawn('/tickets?list=mine', [])
  const dialog = await openViews('Saved views')
  expect(await within(dialog).findByRole('button', { name: 'Edit “Gone”' })).toBeVisible()
  expect(within(dialog).queryByRole('button', { name: 'Edit “For everybody”' })).toBeNull()
})

it('The list opens with the default view, and clearing its filters stays clear', async () => {
  views = [view(1, 'Overdue pumps', { settings: { overdue: true, types: [5] }, isDefault: true })]
  const { router } = await drawn('/tickets')
  await screen.findByText('decided')
  expect(router.state.location.search).toBe('?types=5&overdue=1')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

it('An address with filters is not replaced by the default view', async () => {
  views = [view(1, 'Overdue pumps', { settings: { overdue: true }, isDefault: true })]
  const { router } = await drawn('/tickets?list=all')
  expect(await screen.findByText('decided')).toBeVisible()
  expect(router.state.location.search).toBe('?list=all')
})

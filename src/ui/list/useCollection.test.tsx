// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { people } from '#contract/people/people.ts'
import { injectContract } from '#api/api.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { inAddress } from '#lib/addressState.ts'
import { listAddress } from './listAddress.ts'
import { useCollection } from './useCollection.tsx'

const server = pretendServer()
const asked: object[] = []
const role = (id: number, name: string) => ({
  id,
  name,
  permissions: [],
  key: null,
  usedBy: 0,
  version: 1,
})

beforeEach(() => {
  asked.length = 0
  server.use(
    http.post('http://localhost/api/roles/get', async ({ request }) => {
      const body = (await request.json()) as { ids?: number[] }
      asked.push(body)
      const rows =
        body.ids === undefined ? [role(1, 'Nurse')] : body.ids.map((id) => role(id, 'Cook'))
      return HttpResponse.json({ count: 60, rows: rows.filter(({ id }) => id !== 404) })
    }),
  )
})

const address = {
  ...listAddress(['name'], 'name', 'role'),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
}
const { useListRolesQuery } = injectContract(people)

function Roles({ mayEdit = true }: { mayEdit?: boolean }) {
  const list = useCollection({
    endpoint: people.listRoles,
    useRows: useListRolesQuery,
    address,
    body: (question) => question,
    alone: (id) => ({ limit: 1, ids: [id] }),
    mayOpen: mayEdit,
    mayAdd: mayEdit,
  })
  const [now, setNow] = useState('')
  const panel = list.panel(
    (row) => <h2>Role {row.name}</h2>,
    () => <h2>A new role</h2>,
  )
  return (
    <>
      <button type="button" onClick={list.add}>
        Add
      </button>
      <button type="button" onClick={list.close}>
        Close
      </button>
      <button
        type="button"
        onClick={() => void list.fetchRow().then((row) => setNow(row?.name ?? 'nothing'))}
      >
        Fetch
      </button>
      <output>{now}</output>
      <p>Rows: {list.table.query.data?.rows.map(({ name }) => name).join()}</p>
      {panel}
    </>
  )
}

const show = (at: string, props = {}) => draw(<Roles {...props} />, { at })

describe('useCollection', () => {
  it('opens the row that the address names, also from another page of the list', async () => {
    await show('/roles?id=7')
    expect(await screen.findByRole('heading', { name: 'Role Cook' })).toBeVisible()
    expect(asked).toContainEqual({ limit: 1, ids: [7] })
  })

  it('asks for no second list while the named row is in the shown page', async () => {
    await show('/roles?id=1')
    expect(await screen.findByRole('heading', { name: 'Role Nurse' })).toBeVisible()
    expect(asked).toHaveLength(1)
  })

  it('says that a named row does not exist', async () => {
    await show('/roles?id=404')
    expect(await screen.findByText('Not found')).toBeVisible()
  })

  it('opens the panel of a new row, and closes it', async () => {
    await show('/roles?id=1')
    await screen.findByRole('heading', { name: 'Role Nurse' })
    await userEvent.click(screen.getByRole('button', { name: 'Add' }))
    expect(screen.getByRole('heading')).toHaveTextContent('A new role')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('opens nothing for users who may neither open nor add rows', async () => {
    await show('/roles?id=7&mode=new', { mayEdit: false })
    await screen.findByText('Rows: Nurse')
    expect(screen.queryByRole('heading')).toBeNull()
    expect(asked).toHaveLength(1)
  })

  it('fetches the open row past the cache', async () => {
    await show('/roles?id=1')
    await screen.findByRole('heading', { name: 'Role Nurse' })
    await userEvent.click(screen.getByRole('button', { name: 'Fetch' }))
    expect(await screen.findByText('Cook')).toBeVisible()
  })
})

import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { tokenStored } from './authSlice.ts'
import { useMay } from './useSession.ts'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { useNamedRow } from '#ui/panel/namedRow.ts'

pretendServer()

const Name = () => (
  <EntityForm
    initial={{ name: 'Pump' }}
    version={1}
    submitLabel="Save"
    onSave={() => Promise.resolve()}
  >
    <Form.Item name="name" label="Name">
      <Input />
    </Form.Item>
  </EntityForm>
)
const Editor = () => (useMay('editor|equipment') ? <Name /> : <p>Only to read</p>)

const pump = { id: 7, name: 'Pump' }
const nobody = {
  currentData: { rows: [] },
  isUninitialized: false,
  isFetching: false,
  refetch: () => Promise.resolve({}),
}
function List() {
  const [rows, setRows] = useState([pump])
  const { row, missing } = useNamedRow(7, { data: { rows } }, nobody)
  return (
    <>
      <button type="button" onClick={() => setRows([])}>
        Somebody deletes
      </button>
      {row === undefined ? missing && <p>Not there</p> : <Name key={row.id} />}
    </>
  )
}

it('a form stays after the right is lost until it is left, and goes at once if nothing is typed', async () => {
  const readers = tokenFor({ permissions: ['viewer|equipment'] })
  const typed = await draw(<Editor />)
  await userEvent.type(screen.getByLabelText('Name'), ' 7')
  act(() => void typed.store.dispatch(tokenStored(readers)))
  expect(screen.getByLabelText('Name')).toHaveValue('Pump 7')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  act(() => void typed.store.dispatch(tokenStored(tokenFor({ permissions: [], jti: 'next' }))))
  await waitFor(() => expect(screen.getByText('Only to read')).toBeVisible())
  typed.unmount()

  const clean = await draw(<Editor />)
  act(() => void clean.store.dispatch(tokenStored(readers)))
  expect(screen.getByText('Only to read')).toBeVisible()
})

it('a form gives the next user no right', async () => {
  const { store } = await draw(<Editor />)
  await userEvent.type(screen.getByLabelText('Name'), ' 7')
  act(() => void store.dispatch(tokenStored(tokenFor({ userId: 2, permissions: [] }))))
  expect(screen.getByText('Only to read')).toBeVisible()
})

it('a form stays when its row is deleted, and goes at once if nothing is typed', async () => {
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Somebody deletes' }))
  const typed = await draw(<List />)
  await userEvent.type(screen.getByLabelText('Name'), ' 7')
  await press()
  expect(screen.getByLabelText('Name')).toHaveValue('Pump 7')
  typed.unmount()

  await draw(<List />)
  await press()
  expect(screen.getByText('Not there')).toBeVisible()
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form, Input } from 'antd'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { NamesakesOfForm } from './Namesakes.tsx'

const server = pretendServer()

async function show(exceptId?: number) {
  const asked: unknown[] = []
  server.use(
    http.post('http://localhost/api/search/namesakes', async ({ request }) => {
      const body = (await request.json()) as { name: string }
      asked.push(body)
      return HttpResponse.json(
        body.name === 'cekarna'
          ? { count: 5, rows: [{ id: 7, name: 'Čekárna', hint: 'Pavilon A' }] }
          : { count: 0, rows: [] },
      )
    }),
  )
  await draw(
    <Form initialValues={{ name: exceptId === undefined ? '' : 'cekarn', parentId: 3 }}>
      <Form.Item name="parentId" hidden>
        <Input />
      </Form.Item>
      <Form.Item
        name="name"
        label="Name"
        extra={<NamesakesOfForm kind="location" exceptId={exceptId} />}
      >
        <Input />
      </Form.Item>
    </Form>,
    { namespaces: ['entities'] },
  )
  return asked
}

it('the name of a new location that is there already is told, with a link and where it is', async () => {
  const asked = await show()
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'cekarna ')
  const link = await screen.findByRole('link', { name: 'Čekárna' })
  expect(link.getAttribute('href')).toBe('/locations?id=7')
  expect(link.closest('[role=status]')?.textContent).toBe(
    'An item with this name already exists: Čekárna (Pavilon A) · and 4 more',
  )
  expect(asked.at(-1)).toEqual({ kind: 'location', name: 'cekarna', parentId: 3 })
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '2')
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
})

it('the name of an existing location is not compared before it changes', async () => {
  const asked = await show(7)
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'a')
  await screen.findByRole('link', { name: 'Čekárna' })
  expect(asked).toEqual([{ kind: 'location', name: 'cekarna', exceptId: 7, parentId: 3 }])
})

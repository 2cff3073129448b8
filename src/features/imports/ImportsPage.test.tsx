import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { DeviceImportsPage, ImportsPage } from './ImportsPage.tsx'

const server = pretendServer()
const asked: unknown[] = []
const listOf = (rows: object[]) =>
  server.use(
    http.post('http://localhost/api/imports/get', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ count: rows.length, rows })
    }),
  )
const namespaces = ['imports', 'entities']

it('the imports page takes what belongs to it, and lists what came in there before', async () => {
  listOf([
    {
      id: 3,
      kind: 'sensors',
      fileName: 'fridges.csv',
      createdAt: '2026-11-20T09:00:00Z',
      status: 'done',
      reading: null,
      headings: [],
      mapping: { columns: [], defaults: {}, emptyValues: [] },
      rowCount: 4,
      progress: 4,
      created: 3,
      updated: 0,
      unchanged: 0,
      failed: 1,
      faultCount: 1,
      undoable: 3,
      undone: 0,
      undoLeft: 0,
    },
  ])
  await draw(<DeviceImportsPage />, { at: '/iot/import', namespaces })
  await screen.findByLabelText(/Import sensors/)
  expect(screen.getByLabelText(/Import gateways/)).toBeInTheDocument()
  expect(screen.queryByLabelText(/Import equipment/)).toBeNull()
  expect(await screen.findByRole('link', { name: /fridges\.csv/ })).toHaveAttribute(
    'href',
    '/import/3',
  )
  expect(asked.at(-1)).toMatchObject({ kinds: ['gateways', 'beacons', 'sensors'] })
})

it('the imports page offers only what the user may create by hand', async () => {
  listOf([])
  await draw(<ImportsPage />, {
    at: '/import',
    namespaces,
    token: tokenFor({ permissions: ['editor|import', 'editor|locations'] }),
  })
  await screen.findByLabelText(/Import locations/)
  expect(screen.queryByLabelText(/Import equipment/)).toBeNull()
  expect(screen.queryByLabelText(/Import the organisation/)).toBeNull()
  expect(await screen.findByText('Nothing has been imported yet')).toBeVisible()
})

it('the imports page says why a file is refused, and sends none that is too large', async () => {
  listOf([])
  server.use(
    http.post('http://localhost/api/imports', () =>
      HttpResponse.json(
        {
          status: 400,
          message: 'no',
          errors: [{ path: 'body.file', code: 'badEncoding', message: 'no' }],
        },
        { status: 400 },
      ),
    ),
  )
  await draw(<DeviceImportsPage />, { at: '/iot/import', namespaces })
  const input = await screen.findByLabelText(/Import sensors/)
  fireEvent.change(input, { target: { files: [new File(['\0'], 'nul.csv')] } })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This file could not be read: it is not a text file',
  )
  const large = new File(['x'], 'large.csv')
  Object.defineProperty(large, 'size', { value: 51 * 1024 * 1024 })
  fireEvent.change(await screen.findByLabelText(/Import gateways/), {
    target: { files: [large] },
  })
  expect(await screen.findByText('This file is larger than 50 MB.')).toBeVisible()
})

it('the imports page names the refused file, and takes the same one again once it is corrected', async () => {
  listOf([])
  let sent = 0
  server.use(
    http.post('http://localhost/api/imports', () => {
      sent += 1
      return HttpResponse.json(
        { message: 'no', errors: [{ path: '', code: 'noRows', message: 'no' }] },
        { status: 400 },
      )
    }),
  )
  await draw(<DeviceImportsPage />, { at: '/iot/import', namespaces: [...namespaces, 'notices'] })
  for (const time of [1, 2]) {
    await userEvent.upload(
      await screen.findByLabelText(/Import sensors/),
      new File(['a'], 'empty.csv', { type: 'text/csv' }),
    )
    await waitFor(() => expect(sent).toBe(time))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^empty\.csv — /)
  }
})

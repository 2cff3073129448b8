import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ReportProblem } from './ReportProblem.tsx'

const server = pretendServer()
const kind = (id: number, name: string, usedBy: number) => ({
  id,
  name,
  usedBy,
  colour: 'red',
  states: [],
  version: 1,
})
const asked: unknown[] = []
beforeEach(() => {
  asked.length = 0
  server.use(
    http.get('*/api/ticket-types', () =>
      HttpResponse.json({ count: 2, rows: [kind(1, 'Question', 2), kind(2, 'Repair', 30)] }),
    ),
    http.post('*/api/tickets', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ id: 41, title: 'It leaks' })
    }),
  )
})
const drawn = () =>
  draw(<ReportProblem equipment={{ id: 5, name: 'Pump 5' }} />, { namespaces: ['tickets'] })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const write = async (words: string) =>
  fireEvent.change(await screen.findByLabelText('What is wrong?'), { target: { value: words } })

it('the report form sends what is wrong with the open object by two presses, as the kind used most', async () => {
  await drawn()
  press('Report a problem')
  await write('It\nleaks ')
  press('Send')
  expect(await screen.findByRole('link', { name: 'It leaks' })).toHaveAttribute(
    'href',
    '/tickets?id=41',
  )
  expect(asked).toEqual([
    {
      title: 'It leaks',
      ticketTypeId: 2,
      equipmentId: 5,
      locationId: null,
      clientKey: expect.any(String) as string,
      photoIds: [],
    },
  ])
  expect(screen.queryByText('Item is created.')).not.toBeInTheDocument()
})

it('the report form takes another kind by one press', async () => {
  await drawn()
  press('Report a problem')
  await write('How is it cleaned?')
  fireEvent.click(screen.getByRole('radio', { name: 'Question' }))
  press('Send')
  await screen.findByRole('link', { name: 'How is it cleaned?' })
  expect(asked).toEqual([expect.objectContaining({ ticketTypeId: 1 })])
})

it('the report form asks for text before anything is sent', async () => {
  await drawn()
  press('Report a problem')
  await screen.findByLabelText('What is wrong?')
  press('Send')
  await screen.findByText('Required')
  expect(asked).toEqual([])
})

it('the report form keeps text that could not be sent, through closing and a reload, under one key', async () => {
  server.use(
    http.post('*/api/tickets', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.error()
    }),
  )
  const first = await drawn()
  press('Report a problem')
  await write('It leaks')
  press('Send')
  await screen.findByText(/Your text is saved on this device/)
  press(/Send$/)
  await expect.poll(() => asked).toHaveLength(2)
  expect(asked[1]).toEqual(asked[0])
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
  press('Report a problem')
  expect(await screen.findByLabelText('What is wrong?')).toHaveValue('It leaks')
  first.unmount()
  await drawn()
  press('Report a problem')
  expect(await screen.findByLabelText('What is wrong?')).toHaveValue('It leaks')
})

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])

it('the report form refuses at once a file that is only named like a picture', async () => {
  await drawn()
  press('Report a problem')
  fireEvent.change(await screen.findByLabelText(/Choose photos/), {
    target: { files: [new File(['some words'], 'fake.jpg', { type: 'image/jpeg' })] },
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('Only JPEG')
  expect(screen.queryByRole('img', { name: 'Photo 1' })).not.toBeInTheDocument()
})

it('the report form loses no text that is typed while a photo is being prepared', async () => {
  const decode = vi.fn<() => Promise<ImageBitmap>>()
  let fail = (_error: Error): void => undefined
  decode.mockImplementation(
    () =>
      new Promise((_resolve, reject) => {
        fail = reject
      }),
  )
  globalThis.createImageBitmap = decode
  try {
    await drawn()
    press('Report a problem')
    const field = await screen.findByLabelText('What is wrong?')
    fireEvent.change(screen.getByLabelText(/Choose photos/), {
      target: { files: [new File([JPEG], 'drip.jpg', { type: 'image/jpeg' })] },
    })
    await write('It drips')
    await vi.waitFor(() => expect(decode).toHaveBeenCalled())
    fail(new Error('no picture'))
    await screen.findByRole('img', { name: 'Photo 1' })
    expect(field).toHaveValue('It drips')
  } finally {
    Reflect.deleteProperty(globalThis, 'createImageBitmap')
  }
})

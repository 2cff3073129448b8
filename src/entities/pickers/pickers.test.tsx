import '@testing-library/jest-dom/vitest'
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { reportCachedAnswer } from '#api/network.ts'
import {
  EquipmentStatusPicker,
  EquipmentTypePicker,
  LocationTypePicker,
  ProcedureTypePicker,
  UserPicker,
} from './pickers.tsx'
import { Picker, type UseOptions } from './Picker.tsx'

const server = pretendServer()

it.each([
  ['equipment types', EquipmentTypePicker, 'equipment/user-permitted-types', 'equipment-types'],
  ['location types', LocationTypePicker, 'locations/user-permitted-types', 'location-types'],
  ['procedure types', ProcedureTypePicker, 'procedures/user-permitted-types', 'procedure-types'],
] as const)(
  'a picker offers the %s that the user may choose, as the server finds them, and names the chosen ones',
  async (_what, TypePicker, permitted, all) => {
    const searched: (string | null)[] = []
    server.use(
      http.get(`http://localhost/api/${permitted}`, ({ request }) => {
        searched.push(new URL(request.url).searchParams.get('search'))
        return HttpResponse.json({ count: 43, rows: [{ id: 1, name: 'Allowed' }] })
      }),
      http.post(`http://localhost/api/${all}/get`, async ({ request }) => {
        const { ids } = (await request.json()) as { ids?: number[] }
        return HttpResponse.json({
          count: 1,
          rows: (ids ?? []).map((id) => ({
            id,
            name: `Chosen ${id}`,
            usedBy: 0,
            version: 1,
            isTracer: false,
          })),
        })
      }),
    )
    await draw(<TypePicker value={900} />, { namespaces: ['entities'] })
    expect(await screen.findByText('Chosen 900')).toBeVisible()
    const box = screen.getByRole('combobox')
    await userEvent.click(box)
    await screen.findByText('Allowed')
    expect(screen.getByText(/41 more/)).toBeInTheDocument()
    await userEvent.type(box, 'all')
    await expect.poll(() => searched.at(-1)).toBe('all')
  },
)

it('a picker takes by Enter what was found, also after an answer whose one row was taken already', async () => {
  const rows = [
    { id: 1, name: 'Ready' },
    { id: 2, name: 'Broken' },
  ].map((row) => ({ ...row, colour: 'green', version: 1, usedBy: 0 }))
  server.use(
    http.post('http://localhost/api/equipment-statuses/get', async ({ request }) => {
      const { search = '' } = (await request.json()) as { search?: string }
      const found = rows.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
      return HttpResponse.json({ count: found.length, rows: found })
    }),
  )
  const choose = vi.fn<(id: number | null) => void>()
  await draw(<EquipmentStatusPicker label="Status" taken={[1]} value={null} onChange={choose} />, {
    namespaces: ['entities'],
  })
  const box = await screen.findByRole('combobox')
  await userEvent.type(box, 'ready')
  await expect.poll(() => screen.queryByText('Broken')).toBeNull()
  await userEvent.clear(box)
  await userEvent.type(box, 'broken')
  await screen.findByText('Broken')
  await expect.poll(() => screen.queryByText('Ready')).toBeNull()
  // antd reads `keyCode`, which user-event omits.
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 })
  expect(choose).toHaveBeenCalledWith(2)
})

it('a picker takes nothing until its text has been answered, and says so when it never is', async () => {
  const rows = ['Air handler', 'Bed', 'Defibrillator 10'].map((name, id) => ({
    id: id + 1,
    name,
    colour: 'green',
    version: 1,
    usedBy: 0,
  }))
  let answer: 'all' | 'never' | 'found' = 'all'
  server.use(
    http.post('http://localhost/api/equipment-statuses/get', async ({ request }) => {
      const { search = '' } = (await request.json()) as { search?: string }
      if (search !== '' && answer === 'never') return HttpResponse.error()
      const found = rows.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
      return HttpResponse.json({ count: found.length, rows: found })
    }),
  )
  const choose = vi.fn<(id: number | null) => void>()
  await draw(<EquipmentStatusPicker label="Status" value={null} onChange={choose} />, {
    namespaces: ['entities'],
  })
  const box = await screen.findByRole('combobox')
  await userEvent.click(box)
  await screen.findByText('Air handler')
  const enter = () => fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 })
  fireEvent.change(box, { target: { value: 'defi' } })
  enter()
  expect(choose).not.toHaveBeenCalled()
  await expect.poll(() => screen.queryByText('Air handler')).toBeNull()
  answer = 'never'
  fireEvent.change(box, { target: { value: 'bed' } })
  await screen.findByText(/The search failed/)
  act(() => reportCachedAnswer(Date.now())) // from here on, the page knows that it is offline
  await screen.findByText(/There is no network, and a search needs one/)
  enter()
  expect(choose).not.toHaveBeenCalled()
  answer = 'found'
  fireEvent.change(box, { target: { value: 'defib' } })
  await screen.findByText('Defibrillator 10')
  await expect.poll(() => (enter(), choose.mock.calls[0]?.[0])).toBe(3)
})

it('a picker takes by an early Enter the only match, or the exact one, and none of several', async () => {
  const offered: Record<string, string[]> = {
    'IP-1': ['IP-10', 'IP-1', 'IP-11'],
    'IP-20': ['IP-20'],
    IP: ['IP-10', 'IP-11'],
  }
  const useNumbers: UseOptions = (search) => ({
    found: (offered[search] ?? []).map((text) => ({
      value: Number(text.slice(3)),
      text,
      label: text,
      isExact: text === search,
    })),
    isFetching: false,
    isAnswered: search in offered,
    filtersItself: false,
  })
  const choose = vi.fn<(id: number | null) => void>()
  await draw(
    <Picker label="Number" takesOnlyMatch value={null} onChange={choose} useOptions={useNumbers} />,
    { namespaces: ['entities'] },
  )
  const box = await screen.findByRole('combobox')
  const scan = (text: string) => {
    fireEvent.change(box, { target: { value: text } })
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 })
  }
  scan('IP')
  await screen.findByTitle('IP-11')
  expect(choose).not.toHaveBeenCalled()
  scan('IP-1')
  await expect.poll(() => choose.mock.calls).toEqual([[1]])
  scan('IP-20')
  await expect.poll(() => choose.mock.calls).toEqual([[1], [20]])
})

it('a picker says that a search is too long, and does not ask the server', async () => {
  const searched: string[] = []
  server.use(
    http.post('http://localhost/api/equipment-statuses/get', async ({ request }) => {
      searched.push(((await request.json()) as { search?: string }).search ?? '')
      return HttpResponse.json({ count: 0, rows: [] })
    }),
  )
  await draw(<EquipmentStatusPicker label="Status" />, { namespaces: ['entities'] })
  const box = screen.getByRole('combobox')
  await userEvent.click(box)
  fireEvent.change(box, { target: { value: 'p'.repeat(201) } })
  await screen.findByText('A search can have at most 200 characters. Shorten it.')
  fireEvent.change(box, { target: { value: 'p'.repeat(200) } })
  await expect.poll(() => searched.at(-1)).toHaveLength(200)
  expect(searched.every((search) => search.length <= 200)).toBe(true)
})

it('a picker shows its own name while it is empty, unless that stands above it', async () => {
  await draw(
    <Form>
      <EquipmentStatusPicker />
      <Form.Item name="type" label="Type">
        <EquipmentTypePicker />
      </Form.Item>
    </Form>,
    { namespaces: ['entities'] },
  )
  expect(screen.getByText('Equipment status')).toBeVisible()
  expect(screen.getByText('Choose…')).toBeVisible()
  expect(screen.queryByText('Equipment type')).not.toBeInTheDocument()
})

it('a picker names what is chosen as the caller knows it, and never by its number, if no list comes', async () => {
  server.use(http.post('http://localhost/api/*', () => HttpResponse.error()))
  await draw(
    <>
      <UserPicker label="Assignee" value={903} known={[{ id: 903, name: 'Dan Levy' }]} />
      <UserPicker label="Opener" value={904} />
    </>,
    { namespaces: ['entities'] },
  )
  expect(screen.getByText('Dan Levy')).toBeVisible()
  await screen.findByText('Unknown')
  expect(screen.queryByText(/90\d/)).toBeNull()
})

it('a picker shows no number while the name of what is chosen is loading', async () => {
  let arrive = () => undefined as void
  const arrived = new Promise<void>((done) => {
    arrive = done
  })
  server.use(
    http.post('http://localhost/api/users/get-tiny', async () => {
      await arrived
      return HttpResponse.json({ count: 1, rows: [{ id: 903, name: 'Dan Levy' }] })
    }),
  )
  await draw(<UserPicker label="Assignee" value={903} />, { namespaces: ['entities'] })
  expect(screen.getByText('…')).toBeVisible()
  arrive()
  expect(await screen.findByText('Dan Levy')).toBeVisible()
})

it('a picker as text has every name in full, and says so if there is none', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => index + 1)
  server.use(
    http.post('http://localhost/api/equipment-types/get', async ({ request }) => {
      const { ids: asked = [] } = (await request.json()) as { ids?: number[] }
      return HttpResponse.json({
        count: asked.length,
        rows: asked.map((id) => ({ id, name: `Type ${id}`, usedBy: 0, version: 1 })),
      })
    }),
  )
  await draw(
    <>
      <EquipmentTypePicker asText multiple value={ids} />
      <EquipmentStatusPicker asText value={null} />
    </>,
    { namespaces: ['entities'] },
  )
  for (const id of ids) expect(await screen.findByText(`Type ${id}`)).toBeVisible()
  expect(screen.getByText('None')).toBeVisible()
  expect(screen.queryByRole('combobox')).toBeNull()
})

import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import type { VenueImport } from '#contract/venue/venueImports.ts'
import * as files from '#api/files.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { VenueImportPage } from './VenueImportPage.tsx'

const server = pretendServer()
afterEach(() => vi.restoreAllMocks())
const namespaces = ['venueImport', 'titles', 'common', 'map', 'plans'] as const
const none = { count: 0, names: [] }
const floor = {
  key: 'level 0',
  isCorrected: false,
  name: 'Ground',
  shortName: '0',
  ordinal: 0,
  isKnown: true,
  rooms: 12,
  walls: 30,
  doors: 11,
  restricted: 0,
  removed: { count: 22, names: ['A1', 'A2'] },
  unreached: { count: 1, names: ['Vault'] },
}
const read = {
  id: 1,
  version: 1,
  corrections: null,
  unfit: [],
  earlier: null,
  texts: [],
  floorSources: [],
  fileName: 'house.zip',
  createdAt: '2026-11-20T09:00:00.000Z',
  appliedAt: null,
  isUndoable: false,
  buildings: [
    {
      key: 'house',
      aside: [],
      name: 'House',
      longitude: 14.42,
      latitude: 50.08,
      isKnown: true,
      isFar: false,
      floors: [floor],
    },
  ],
  features: [],
  assumed: [],
  equipment: 0,
  faultCount: 0,
  faults: [],
} as unknown as VenueImport

const square = (x: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, 50],
      [x + 0.0001, 50],
      [x + 0.0001, 50.0001],
      [x, 50.0001],
      [x, 50],
    ],
  ],
})
const room = (id: string, x: number, facts: object = {}) => ({
  id,
  origin: { floor: 'level 0', room: id },
  name: id,
  code: null,
  kind: 'room',
  outline: square(x),
  nameFrom: null,
  said: {},
  isKindGuessed: false,
  isRestricted: false,
  isReached: true,
  isCorrected: false,
  change: 'new',
  ...facts,
})
const picture = {
  building: 'house',
  floor: 'level 0',
  outline: square(14.4),
  rooms: [room('Hall', 14.4), room('Crypt', 14.4001, { isReached: false })],
  roomsLeft: 0,
  parts: [],
  partsLeft: 0,
  removed: [],
  faults: [],
}

async function drawn(answer: object) {
  server.use(
    http.get('*/api/rtls/venue-imports/1', () => HttpResponse.json({ ...read, ...answer })),
    http.get('*/api/rtls/venue-imports/1/floor', () => HttpResponse.json(picture)),
    http.get('*/api/rtls/simulator', () => HttpResponse.json({ isThere: false })),
  )
  await draw(<VenueImportPage />, { at: '/?id=1', namespaces: [...namespaces] })
}

it('the venue import names the rooms that would go and those nobody could reach, before anything is changed', async () => {
  await drawn({})
  expect(
    await screen.findByText(/22 rooms are no longer in the plan and will be removed$/),
  ).toBeVisible()
  expect(screen.getByText('A1 and A2')).toBeVisible()
  expect(screen.getByText(/20 more/)).toBeVisible()
  expect(screen.getByText(/1 room cannot be reached on foot/)).toBeVisible()
  expect(screen.getByText('Vault')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Import the plan' })).toBeEnabled()
})

it('the venue import does not offer to apply what would move a building elsewhere', async () => {
  const [house] = read.buildings
  await drawn({ buildings: [{ ...house, isFar: true, floors: [{ ...floor, removed: none }] }] })
  expect(await screen.findByText(/is more than 300 m away/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Import the plan' })).toBeNull()
})

it('the venue import can be undone', async () => {
  let isUndone = false
  await drawn({ appliedAt: '2026-11-20T10:00:00.000Z', isUndoable: true })
  server.use(
    http.post('*/api/rtls/venue-imports/1/undo', () => {
      isUndone = true
      return HttpResponse.json({ restored: 1, removed: 0 })
    }),
    http.get('*/api/rtls/venue-imports/1', () =>
      HttpResponse.json({
        ...read,
        ...(isUndone ? {} : { appliedAt: '2026-11-20T10:00:00.000Z' }),
      }),
    ),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the import' }))
  expect(await screen.findByText('The import was undone')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Import the plan' })).toBeEnabled()
})

it('the venue import names a file that cannot be read, and shows no other one’s content for it', async () => {
  await drawn({})
  await screen.findByText('Vault')
  server.use(
    http.post('*/api/rtls/venue-imports', () =>
      HttpResponse.json({ message: 'no', errors: [] }, { status: 400 }),
    ),
  )
  await userEvent.upload(
    await screen.findByLabelText(/Choose or drop/, { selector: 'input' }),
    new File(['{'], 'broken.json', { type: 'application/json' }),
  )
  await screen.findByText('broken.json')
  await waitFor(() => expect(screen.queryByText('Vault')).toBeNull())
})

it('the venue import says what became of each kind of feature, and why some are not used', async () => {
  await drawn({
    buildings: [{ ...read.buildings[0], floors: [{ ...floor, restricted: 3 }] }],
    features: [
      { what: 'unit', became: 'room', count: 12 },
      { what: 'fixture', became: 'furnishing', count: 4 },
      { what: 'unit', became: 'unknownLevel', count: 1 },
    ],
  })
  expect(await screen.findByText('12 of 17 features are used.')).toBeVisible()
  expect(screen.getByText('Not used: furnishings are not drawn')).toBeVisible()
  expect(screen.getByText('Not used: its floor is not in the files')).toBeVisible()
  expect(screen.getByText(/3 rooms are not public/)).toBeVisible()
})

it('the venue import asks about coordinates that could be read in two ways', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/rtls/venue-imports/1/apply', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ buildingIds: [1], created: 1, updated: 0, removed: 0 })
    }),
  )
  await drawn({ assumed: [{ file: '1NP.geojson', code: 'unsignedGrid' }] })
  expect(await screen.findByText(/would then be at 50.08000, 14.42000/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Import the plan' })).toBeDisabled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Yes, the building is there' }))
  await userEvent.click(screen.getByRole('button', { name: 'Import the plan' }))
  await waitFor(() => expect(sent).toMatchObject([{ confirms: true }]))
})

it('the venue import names a drawing for what it is', async () => {
  server.use(
    http.post('*/api/rtls/venue-imports', () =>
      HttpResponse.json(
        {
          message: 'The request cannot be read as it is.',
          errors: [{ path: 'body.file', code: 'notAPlan', message: 'DXF' }],
        },
        { status: 400 },
      ),
    ),
  )
  await drawn({})
  await userEvent.upload(
    await screen.findByLabelText('Choose or drop the files of a building'),
    new File(['0\nSECTION'], 'house.dxf'),
  )
  expect(await screen.findByText(/DXF files are not supported/)).toBeVisible()
})

it('the venue import asks where a model stands that does not say so, and reads it again there', async () => {
  const lost = {
    buildings: [],
    faults: [{ file: 'a.ifc', feature: null, code: 'withoutPosition', place: null }],
  }
  const asked: string[] = []
  await drawn({ ...lost, faultCount: 1 })
  server.use(
    http.post('*/api/rtls/venue-imports', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ ...read, ...lost, faultCount: 1 })
    }),
  )
  await userEvent.upload(
    await screen.findByLabelText(/Choose or drop/, { selector: 'input' }),
    new File(['ISO-10303-21;'], 'a.ifc'),
  )
  await userEvent.type(
    await screen.findByLabelText('Latitude and longitude'),
    '50.088, 14.42{Enter}',
  )
  await waitFor(() => expect(asked).toEqual(['', '?latitude=50.088&longitude=14.42']))
})

it('the venue import hands the equipment of a model to the import of equipment', async () => {
  let sent = ''
  await drawn({ equipment: 2, fileName: 'a.ifc' })
  vi.spyOn(files, 'fetchBlob').mockResolvedValue(new Blob(['Name\r\nPump\r\n']))
  server.use(
    http.post('*/api/imports', ({ request }) => {
      sent = new URL(request.url).search
      return HttpResponse.json({ id: 9 })
    }),
  )
  expect(await screen.findByText('2 pieces of equipment in the model')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Import the equipment' }))
  await waitFor(() => expect(sent).toBe('?kind=equipment'))
})

it('the venue import says that a register could not be imported', async () => {
  await drawn({ equipment: 2 })
  vi.spyOn(files, 'fetchBlob').mockRejectedValue(new Error('500'))
  await userEvent.click(await screen.findByRole('button', { name: 'Import the equipment' }))
  expect(await screen.findByText('The equipment could not be imported')).toBeVisible()
})

const stage = async () => screen.findByTestId('planned-floor')
const shapeOf = (id: string) => document.querySelector(`path[data-room="${id}"]`)
const rowOf = (name: string | RegExp) => screen.getByRole('button', { name })

it('the picture of a planned floor and its list choose the same room, and the legend filters', async () => {
  await drawn({})
  await stage()
  await userEvent.click(rowOf(/^Crypt/))
  expect(shapeOf('Crypt')).toHaveAttribute('data-chosen', 'true')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Crypt')
  const hall = shapeOf('Hall')
  if (hall === null) throw new Error('The hall is not drawn')
  await userEvent.click(hall)
  expect(rowOf(/^Hall/)).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(screen.getByRole('button', { name: /^Not reachable on foot/ }))
  expect(screen.queryByRole('button', { name: /^Hall/ })).toBeNull()
  expect(shapeOf('Hall')).toHaveAttribute('data-shown', 'false')
})

it('a correction of a planned room is saved with the version, and undo saves what was before', async () => {
  const sent: unknown[] = []
  await drawn({})
  server.use(
    http.put('*/api/rtls/venue-imports/1/corrections', async ({ request }) => {
      const body = (await request.json()) as { version: number; corrections: object }
      sent.push([body.version, body.corrections])
      return HttpResponse.json({ ...read, ...body, version: body.version + 1 })
    }),
  )
  await stage()
  await userEvent.click(rowOf(/^Hall/))
  const name = screen.getByRole('textbox', { name: 'Name' })
  await userEvent.clear(name)
  await userEvent.type(name, 'Aula{Enter}')
  const corrected = { building: 'house', floor: 'level 0', room: 'Hall', name: 'Aula' }
  await waitFor(() => expect(sent).toMatchObject([[1, { rooms: [corrected] }]]))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent[1]).toMatchObject([2, { rooms: [] }]))
})

it('a correction that another user’s came before is not lost: the page asks which counts', async () => {
  const versions: number[] = []
  let reads = 0
  await drawn({})
  server.use(
    http.put('*/api/rtls/venue-imports/1/corrections', async ({ request }) => {
      const body = (await request.json()) as { version: number }
      versions.push(body.version)
      return body.version === 7
        ? HttpResponse.json({ ...read, version: 8 })
        : HttpResponse.json({ message: 'stale', errors: [] }, { status: 409 })
    }),
    http.get('*/api/rtls/venue-imports/1', () => {
      reads += 1
      return HttpResponse.json({ ...read, version: 7 })
    }),
  )
  await stage()
  await userEvent.click(rowOf(/^Hall/))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Not public' }))
  await screen.findByText(/Another user has corrected this import/)
  await waitFor(() => expect(reads).toBeGreaterThan(0))
  expect(screen.getByRole('button', { name: 'Import the plan' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Replace theirs with mine' }))
  await waitFor(() => expect(versions).toEqual([1, 7]))
})

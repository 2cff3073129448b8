import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { VenueImport } from '#contract/venue/venueImports.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { VenueImportPage } from './VenueImportPage.tsx'

const server = pretendServer()
const namespaces = ['venueImport', 'titles', 'common'] as const
const none = { count: 0, names: [] }
const floor = {
  name: 'Ground',
  shortName: '0',
  ordinal: 0,
  isKnown: true,
  rooms: 12,
  walls: 30,
  doors: 11,
  removed: { count: 22, names: ['A1', 'A2'] },
  unreached: { count: 1, names: ['Vault'] },
}
const read = {
  id: 1,
  fileName: 'house.zip',
  createdAt: '2026-11-20T09:00:00.000Z',
  appliedAt: null,
  isUndoable: false,
  buildings: [{ name: 'House', isKnown: true, isFar: false, floors: [floor] }],
  faultCount: 0,
  faults: [],
} as unknown as VenueImport

async function drawn(answer: object) {
  server.use(
    http.get('*/api/rtls/venue-imports/1', () => HttpResponse.json({ ...read, ...answer })),
    http.get('*/api/rtls/simulator', () => HttpResponse.json({ isThere: false })),
  )
  await draw(<VenueImportPage />, { at: '/?id=1', namespaces: [...namespaces] })
}

it('the venue import names the rooms that would go and those nobody could reach, before anything is changed', async () => {
  await drawn({})
  expect(await screen.findByText(/22 rooms are no longer in the plan and go$/)).toBeVisible()
  expect(screen.getByText('A1 and A2')).toBeVisible()
  expect(screen.getByText(/20 more/)).toBeVisible()
  expect(screen.getByText(/1 room cannot be walked to/)).toBeVisible()
  expect(screen.getByText('Vault')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Take the plan over' })).toBeEnabled()
})

it('the venue import does not offer to apply what would move a building elsewhere', async () => {
  const [house] = read.buildings
  await drawn({ buildings: [{ ...house, isFar: true, floors: [{ ...floor, removed: none }] }] })
  expect(await screen.findByText(/stands more than 300 m from here/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Take the plan over' })).toBeNull()
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
  await userEvent.click(await screen.findByRole('button', { name: 'Take the import back' }))
  expect(await screen.findByText('The import was taken back')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Take the plan over' })).toBeEnabled()
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
  // The address drops it after the answer.
  await waitFor(() => expect(screen.queryByText('Vault')).toBeNull())
})

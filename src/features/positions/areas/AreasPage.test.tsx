import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import * as floorMap from '#map/FloorMap.tsx'
import * as kit from '#map/kit.ts'
import { AreasPage } from './AreasPage.tsx'

const stage: floorMap.FloorMapProps[] = []
beforeAll(() => {
  vi.spyOn(kit, 'canDraw').mockReturnValue(true)
  vi.spyOn(floorMap, 'FloorMap').mockImplementation((props) => {
    stage.push(props)
    return <div data-testid="stage">{props.children}</div>
  })
})

const server = pretendServer()
const square = (west: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 50],
      [west + size, 50],
      [west + size, 50 + size],
      [west, 50 + size],
      [west, 50],
    ],
  ],
})
const floor = { id: 1, name: 'Ground', shortName: '0', ordinal: 0 }
const bay = {
  id: 5,
  name: 'Bay',
  colour: 'orange',
  floorId: 1,
  floorName: 'Ground',
  buildingName: 'House',
  outline: square(14, 0.0002),
  version: 3,
}
const sent: unknown[] = []

beforeEach(() => {
  stage.length = 0
  sent.length = 0
  server.use(
    http.get('http://localhost/api/rtls/buildings', () =>
      HttpResponse.json({
        count: 1,
        rows: [
          {
            id: 4,
            name: 'House',
            location: null,
            longitude: 14,
            latitude: 50,
            outline: square(14, 0.001),
            floors: [floor],
            surroundings: [],
          },
        ],
      }),
    ),
    http.get('http://localhost/api/rtls/floors/:id', () =>
      HttpResponse.json({
        ...floor,
        buildingId: 4,
        outline: square(14, 0.001),
        parts: [],
        rooms: [],
      }),
    ),
    http.post('http://localhost/api/zones/areas/get', () =>
      HttpResponse.json({ count: 1, rows: [bay] }),
    ),
    http.post('http://localhost/api/zones/areas', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...bay, id: 6, name: 'Lane', version: 1 })
    }),
    http.get('*', () => HttpResponse.json({ count: 0, rows: [] })),
    http.post('*', () => HttpResponse.json({ count: 0, rows: [] })),
  )
})
const drawAreas = (at: string) =>
  draw(<AreasPage />, {
    at,
    path: '/mapping/areas',
    namespaces: ['areas', 'map', 'entities', 'titles'],
  })
const touch = (longitude: number, latitude: number) =>
  act(() => stage.at(-1)?.onPick({ moverId: null, roomId: null, at: { longitude, latitude } }))

it('an area is chosen by touching the plan, and drawn so that it stands out', async () => {
  await drawAreas('/mapping/areas')
  await screen.findByRole('link', { name: 'Bay' })
  await waitFor(() => expect(stage.at(-1)?.marks.areas).toHaveLength(1))
  touch(14.0001, 50.0001)
  await screen.findByRole('heading', { name: 'Bay' })
  expect(stage.at(-1)?.marks.areas).toMatchObject([{ isChosen: true }])
  touch(14.0009, 50.0009)
  await screen.findByRole('link', { name: 'Bay' })
})

it('an area’s corners come by touches, a crossed outline is reported, and the drawn outline is saved', async () => {
  await drawAreas('/mapping/areas?mode=draw&floor=1')
  await userEvent.type(await screen.findByLabelText('Name'), 'Lane')
  await waitFor(() => expect(stage.at(-1)?.isPlacing).toBe(true))
  for (const [longitude, latitude] of [
    [14.0003, 50.0003],
    [14.0005, 50.0005],
    [14.0005, 50.0003],
    [14.0003, 50.0005],
  ] as const)
    touch(longitude, latitude)
  await screen.findByText('This outline crosses itself.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Draw a valid outline first.')
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await userEvent.click(screen.getByRole('button', { name: /^Corner 2: move/ }))
  touch(14.0006, 50.0006)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual([
      {
        floorId: 1,
        name: 'Lane',
        colour: 'turquoise',
        corners: [
          [14.0003, 50.0003],
          [14.0006, 50.0006],
          [14.0005, 50.0003],
        ],
      },
    ]),
  )
})

it('the areas page shows two versions of one outline in one scale, by their corners and their size', async () => {
  let outline = bay.outline
  server.use(
    http.post('http://localhost/api/zones/areas/get', () =>
      HttpResponse.json({
        count: 1,
        rows: [{ ...bay, outline, version: outline === bay.outline ? 3 : 4 }],
      }),
    ),
    http.put('http://localhost/api/zones/areas/:id', () =>
      HttpResponse.json(
        { message: 'Stale', errors: [{ path: 'version', code: 'staleVersion', message: '' }] },
        { status: 409 },
      ),
    ),
  )
  await drawAreas('/mapping/areas?mode=draw&floor=1&area=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove corner 4' }))
  outline = square(14, 0.0004)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const [mine, theirs] = await Promise.all(
    ['3 corners, 159.5 m²', '4 corners, 1,275.9 m²'].map((words) => screen.findByText(words)),
  )
  const shapes = (words: HTMLElement | undefined) =>
    [...(words?.parentElement?.querySelectorAll('polygon') ?? [])].map((one) =>
      one.getAttribute('points'),
    )
  const [there, here] = ['0.0,100.0 64.5,100.0 64.5,0.0 0.0,0.0', '0.0,100.0 32.2,100.0 32.2,50.0']
  expect(shapes(theirs)).toEqual([here, there])
  expect(shapes(mine)).toEqual([there, here])
})

it('the areas page compares with nothing older than the refusal, and says if that does not load', async () => {
  let isAway = false
  server.use(
    http.post('http://localhost/api/zones/areas/get', () =>
      isAway ? HttpResponse.error() : HttpResponse.json({ count: 1, rows: [bay] }),
    ),
    http.put('http://localhost/api/zones/areas/:id', () => {
      isAway = true
      return HttpResponse.json(
        { message: 'Stale', errors: [{ path: 'version', code: 'staleVersion', message: '' }] },
        { status: 409 },
      )
    }),
  )
  await drawAreas('/mapping/areas?mode=draw&floor=1&area=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove corner 4' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/network/i)
  expect(screen.queryByRole('dialog')).toBeNull()
})

import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { NeedOnMap, PlaceOnMap, ThingOnMap } from './OnSmallMap.tsx'

const server = pretendServer()
const box = (x: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [14 + x, 50],
      [14 + x + size, 50],
      [14 + x + size, 50.0001],
      [14 + x, 50.0001],
      [14 + x, 50],
    ],
  ],
})
const room = (id: number, place: number) => ({
  id,
  name: `Room ${id}`,
  code: null,
  kind: 'room',
  use: 'care',
  outline: box(id * 0.0001, 0.0001),
  longitude: 14,
  latitude: 50,
  location: { id: place, name: 'There' },
})
const floor = {
  id: 3,
  name: 'Second floor',
  shortName: '2',
  ordinal: 2,
  buildingId: 1,
  outline: box(0, 0.001),
  parts: [{ kind: 'wall', shape: box(0, 0.001) }],
  rooms: [room(1, 11), room(2, 12)],
}
const places: Record<string, object> = {
  11: { floorId: 3, roomId: 1 },
  99: { floorId: null, roomId: null },
}
const answer = (row: object | null = null) =>
  server.use(
    http.get('http://localhost/api/rtls/floors/3', () => HttpResponse.json(floor)),
    http.get('http://localhost/api/rtls/places/:id', ({ params }) =>
      HttpResponse.json(places[String(params['id'])] ?? { floorId: null, roomId: null }),
    ),
    http.post('http://localhost/api/equipment/get-for-map', () =>
      HttpResponse.json({ count: row === null ? 0 : 1, rows: row === null ? [] : [row] }),
    ),
  )
const shown = (what: React.ReactElement) => draw(what, { namespaces: ['entities'] })

it('the small map shows an equipment on its floor, and a press opens the map there', async () => {
  answer({
    id: 7,
    name: 'Pump 7',
    type: { id: 1, name: 'Infusion pump' },
    status: null,
    isStatic: false,
    position: { floorId: 3, roomId: 2, longitude: 14.00025, latitude: 50.00005 },
  })
  await shown(<ThingOnMap id={7} />)
  expect(await screen.findByRole('link', { name: 'Second floor on the map' })).toHaveAttribute(
    'href',
    '/mapping?id=7&floor=3',
  )
})

it('the small map is missing for equipment that is nowhere, and for a location without a plan', async () => {
  answer()
  await shown(
    <>
      <ThingOnMap id={8} />
      <PlaceOnMap locationId={99} />
      <p>drawn</p>
    </>,
  )
  await screen.findByText('drawn')
  expect(screen.queryByTestId('small-map')).toBeNull()
})

it('the small map lights a location on its floor', async () => {
  answer()
  await shown(<PlaceOnMap locationId={11} />)
  expect(await screen.findByTestId('small-map')).toHaveAttribute('href', '/mapping?floor=3&room=1')
})

it('the small map shows the floor of the location that needs most, and opens its layer', async () => {
  answer()
  await shown(
    <NeedOnMap
      places={[
        { id: 99, lateThings: 9 },
        { id: 11, lateThings: 2 },
      ]}
    />,
  )
  expect(await screen.findByTestId('small-map')).toHaveAttribute(
    'href',
    '/mapping?floor=3&layer=late',
  )
})

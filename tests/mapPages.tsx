/**
 * The map's pages on a server of two floors, with a stage that records its props instead of
 * drawing. e2e tests the drawing.
 */
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, vi } from 'vitest'
import * as stage from '#map/FloorMap.tsx'
import * as kit from '#map/kit.ts'
import { HeatmapPage } from '../src/features/positions/heatmap/HeatmapPage.tsx'
import { MappingPage } from '../src/features/positions/live/MappingPage.tsx'
import { draw, pretendServer } from './drawing.tsx'

export const outline = {
  type: 'Polygon',
  coordinates: [
    [
      [14, 50],
      [14.001, 50],
      [14.001, 50.001],
      [14, 50.001],
      [14, 50],
    ],
  ],
}
export const floors = [
  { id: 1, name: 'Ground', shortName: '0', ordinal: 0 },
  { id: 2, name: 'First', shortName: '1', ordinal: 1 },
]
export const building = {
  id: 4,
  name: 'House',
  location: null,
  longitude: 14,
  latitude: 50,
  outline,
  floors,
}
const position = (equipmentId: number, floorId: number) => ({
  equipmentId,
  floorId,
  roomId: null,
  longitude: 14.0005,
  latitude: 50.0005,
  accuracy: 2,
  at: new Date().toISOString(),
  method: 'distances',
})
const thing = (id: number, floorId: number) => ({
  id,
  name: `Pump ${id}`,
  equipmentId: null,
  type: { id: 1, name: 'Pump' },
  status: null,
  location: null,
  isStatic: false,
  isGateway: false,
  isRoom: false,
  alertsCount: 0,
  hasBeacon: true,
  reservation: null,
  position: position(id, floorId),
  roomName: null,
  floorName: floors[floorId - 1]?.name ?? '',
  buildingId: 4,
})
const things = [thing(7, 1), thing(8, 2)]
const heat = (floorId: number) => ({
  floorId,
  seconds: 60,
  cells: [],
  rooms: [{ id: 1, name: `Room of ${floorId}`, seconds: 60, visits: 1 }],
})

const bay = {
  id: 31,
  name: 'Loading bay',
  colour: 'blue',
  floorId: 1,
  floorName: 'Ground',
  buildingName: 'House',
  outline,
  version: 1,
}

/** Call at the top of a test file. `can.draw`: whether the browser can draw the map. */
export function pretendMapPages() {
  const drawnProps: stage.FloorMapProps[] = []
  const can = { draw: true }
  const asked: Record<string, unknown>[] = []
  beforeAll(() => {
    vi.spyOn(kit, 'canDraw').mockImplementation(() => can.draw)
    vi.spyOn(stage, 'FloorMap').mockImplementation((props) => {
      drawnProps.push(props)
      return (
        <div data-testid="stage">
          {props.floor.name}
          {props.children}
        </div>
      )
    })
  })

  const server = pretendServer()
  beforeEach(() => {
    drawnProps.length = 0
    asked.length = 0
    can.draw = true
    server.use(
      http.get('http://localhost/api/rtls/buildings', () =>
        HttpResponse.json({ count: 1, rows: [building] }),
      ),
      http.get('http://localhost/api/rtls/floors/:id', ({ params }) =>
        HttpResponse.json({
          ...floors.find(({ id }) => String(id) === params['id']),
          buildingId: 4,
          outline,
          parts: [],
          rooms: [],
        }),
      ),
      http.post('http://localhost/api/rtls/live-positions', () =>
        HttpResponse.json({ errors: [] }, { status: 404 }),
      ),
      http.post('http://localhost/api/rtls/get-last-seen-all-equipment', () =>
        HttpResponse.json({
          at: new Date().toISOString(),
          count: 2,
          rows: things.map((one) => ({
            ...one.position,
            name: one.name,
            colour: null,
            isStatic: false,
          })),
        }),
      ),
      http.post('http://localhost/api/equipment/get-for-map', async ({ request }) => {
        // this screen's own request
        const { ids, floorId } = (await request.json()) as { ids?: number[]; floorId?: number }
        const rows = things.filter((one) =>
          ids === undefined ? one.position.floorId === floorId : ids.includes(one.id),
        )
        return HttpResponse.json({ count: rows.length, rows })
      }),
      http.post('http://localhost/api/rtls/heatmap', async ({ request }) => {
        const body = (await request.json()) as { floorId?: number } // this screen's own request
        asked.push(body)
        return HttpResponse.json(heat(body.floorId ?? 2))
      }),
      http.post('http://localhost/api/rtls/moments', () =>
        HttpResponse.json({ isCut: false, things: [], alerts: [], tickets: [] }),
      ),
      http.get('*', () => HttpResponse.json({ count: 0, rows: [] })),
      http.post('*', () => HttpResponse.json({ count: 0, rows: [] })),
    )
  })
  const drawMap = (at: string) =>
    draw(<MappingPage />, { at, path: '/mapping', namespaces: ['map', 'entities'] })
  const drawHeat = (at: string, path = '/equipment-heatmap/:equipmentId?') =>
    draw(<HeatmapPage />, { at, path, namespaces: ['map', 'entities', 'zones'] })
  const lastFocus = () => drawnProps.at(-1)?.focus ?? null
  const hasArea = () =>
    server.use(
      http.post('http://localhost/api/zones/areas/get', () =>
        HttpResponse.json({ count: 1, rows: [bay] }),
      ),
    )
  return { server, drawnProps, can, asked, drawMap, drawHeat, lastFocus, hasArea }
}

/**
 * Reads and imports a building of ten floors with 500 rooms each, and shows one floor on the map.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright'
import { rtls } from '#contract/rtls/rtls.ts'
import { planeAt } from '#contract/venue/plane.ts'
import { venueImports, type VenueImport } from '#contract/venue/venueImports.ts'
import { signIn } from '#tests/apiClient.ts'
import { startServer, type ServerProcess } from '#tests/serverProcess.ts'
import { chromiumArgs } from '../../e2e/chromiumArgs.ts'
import { firstPicture, type Subject } from './mapMotion.ts'
import { round, type Row } from './measures.ts'
import { forgetMost, mostMegabytesOf, secondsOf } from './memory.ts'

const FLOORS = 10
const ROOMS_PER_FLOOR = 500

interface Imported {
  'import s': number
  'processor s': number
  'MB at most': number
}

export async function measureVenues(checkout: string): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-bench-'))
  const server = await startServer({ dataDir, checkout, env: { CALLS_PER_SECOND: '10000' } })
  try {
    const { imported, subject } = await takeOver(server)
    return [
      {
        part: 'venues',
        what: `${FLOORS * ROOMS_PER_FLOOR} rooms`,
        where: 'embedded',
        values: { ...imported, 'first picture ms': round(await seen(subject)) },
      },
    ]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function takeOver(server: ServerProcess): Promise<{ imported: Imported; subject: Subject }> {
  const api = await signIn(server.url, 'admin@plantroom.demo')
  await wait(5_000)
  forgetMost(server)
  const [begun, worked] = [performance.now(), secondsOf(server)]
  const form = new FormData()
  form.set('file', new Blob([venue()]), 'tower.json')
  const answer = await fetch(`${server.url}/api/rtls/venue-imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}` },
    body: form,
  })
  if (!answer.ok) throw new Error(await answer.text())
  const { id, faultCount } = (await answer.json()) as VenueImport
  const { buildingIds, created } = await api.call(venueImports.applyVenueImport, {
    params: { id },
    body: { populate: false },
  })
  const imported = {
    'import s': round((performance.now() - begun) / 1_000),
    'processor s': round(secondsOf(server) - worked),
    'MB at most': mostMegabytesOf(server),
  }
  if (faultCount > 0) throw new Error(`${faultCount} faults`)
  if (created < FLOORS * ROOMS_PER_FLOOR) throw new Error(`${created} were created.`)
  const { rows } = await api.call(rtls.listBuildings)
  const home = rows.find((building) => building.id === buildingIds[0])
  const floors = []
  for (const floor of home?.floors ?? [])
    floors.push(await api.call(rtls.getFloor, { params: { id: floor.id } }))
  return { imported, subject: { url: server.url, token: api.token, floors } }
}

async function seen(subject: Subject): Promise<number> {
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArgs,
  })
  try {
    return await firstPicture(browser, subject, 0)
  } finally {
    await browser.close()
  }
}

/**
 * One GeoJSON file per floor and an index, which versions before floors in properties can read too.
 */
function venue(): string {
  const levels = Array.from({ length: FLOORS }, (_, floor) => ({
    id: `floor-${floor}`,
    name: String(floor),
    readable_name: `Floor ${floor}`,
    z_order: floor,
    filename: `floor-${floor}.geojson`,
  }))
  const plans = levels.map(({ filename, z_order: floor }) => ({
    name: filename,
    text: JSON.stringify(floorPlan(floor)),
  }))
  const index = { id: 'tower', name: 'Tower', levels }
  return JSON.stringify({
    files: [{ name: 'main.json', text: JSON.stringify(index) }, ...plans],
  })
}

const ROOM = 4 // metres
const IN_A_ROW = 50

function floorPlan(floor: number) {
  const { toDegrees } = planeAt({ longitude: 14.42, latitude: 50.09 })
  const at = (x: number, y: number): number[] => {
    const { longitude, latitude } = toDegrees({ x, y })
    return [longitude, latitude]
  }
  const box = (x: number, y: number, width: number, depth: number) => ({
    type: 'Polygon',
    coordinates: [
      [at(x, y), at(x + width, y), at(x + width, y + depth), at(x, y + depth), at(x, y)],
    ],
  })
  let ids = 0
  const feature = (geometry: object, type: string, name?: string) => ({
    type: 'Feature',
    geometry,
    properties: { id: `${floor}-${(ids += 1)}`, type, name },
  })
  const rooms = Array.from({ length: ROOMS_PER_FLOOR }, (_, room) => {
    const [column, row] = [room % IN_A_ROW, Math.floor(room / IN_A_ROW)]
    const y = row * 2 * ROOM
    const middle = column * ROOM + ROOM / 2
    return [
      feature(box(column * ROOM, y, ROOM, ROOM), 'room', `Room ${floor}.${room + 1}`),
      feature(
        { type: 'LineString', coordinates: [at(middle, y + ROOM), at(middle + 1, y + ROOM)] },
        'door',
      ),
    ]
  }).flat()
  const rows = Math.ceil(ROOMS_PER_FLOOR / IN_A_ROW)
  const corridors = Array.from({ length: rows }, (_, row) =>
    feature(box(0, row * 2 * ROOM + ROOM, IN_A_ROW * ROOM, ROOM), 'hallway'),
  )
  const outline = feature(box(0, 0, IN_A_ROW * ROOM, rows * 2 * ROOM), 'building_outline')
  return { type: 'FeatureCollection', features: [outline, ...corridors, ...rooms] }
}

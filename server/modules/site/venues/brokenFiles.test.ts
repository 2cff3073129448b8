/** Files that newcomers upload by mistake: truncated, empty, in pixels, of another kind. */
import { describe, expect, it } from 'vitest'
import { readVenueFile } from './inThread.ts'

const read = (name: string, text: string) => readVenueFile({ name, bytes: Buffer.from(text) })
const faultsOf = async (name: string, text: string) =>
  (await read(name, text)).faults.map(({ code }) => code)
const plan = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'قاعة', type: 'classroom' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [1_686, 79],
            [1_686, 548],
            [1_980, 548],
            [1_980, 79],
            [1_686, 79],
          ],
        ],
      },
    },
  ],
})

describe('A file of a plan', () => {
  it.each([
    ['cut short', plan.replace(/.{40}$/s, '')],
    ['empty', ''],
    ['of a mark of its encoding alone', '\uFEFF'],
  ])('that is %s is not called a format that is not read', async (_what, text) => {
    expect(await faultsOf('plan.geojson', text)).toEqual(['notJson', 'noFloors'])
  })

  it('of OpenStreetMap that is cut short says so', async () => {
    const osm = '<?xml version="1.0"?><osm version="0.6"><node id="1" lat="50" lon="14"/>'
    expect(await faultsOf('station.osm', osm)).toContain('cutShort')
    expect(await faultsOf('station.osm', `${osm}</osm>\n`)).not.toContain('cutShort')
  })

  it('in pixels of a picture has one fault, and each feature is counted', async () => {
    const { plan: made, faults } = await read('floor_2.geojson', plan)
    expect(faults.map(({ code }) => code)).toEqual(['gridMissing', 'noFloors'])
    expect(faults.map(({ file }) => file)).toEqual(['floor_2.geojson', 'floor_2.geojson'])
    expect(made.features).toEqual([{ what: 'classroom', became: 'gridMissing', count: 1 }])
  })

  it('that is a page of the web is refused as HTML', async () => {
    await expect(read('plan.geojson', '<!DOCTYPE html><html><body>Sign in')).rejects.toMatchObject({
      errors: [{ code: 'notAPlan', message: 'HTML' }],
    })
  })
})

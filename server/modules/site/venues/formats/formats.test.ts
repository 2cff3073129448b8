import { describe, expect, it } from 'vitest'
import { makeLedger } from '#contract/venue/ledger.ts'
import { Refusal } from '#kernel/http/errors.ts'
import { readVenueFile } from '../inThread.ts'
import { gridOfCode } from './grids.ts'
import { convertToDegrees } from './gridFiles.ts'

const refusalOf = async (name: string, bytes: Buffer) => {
  try {
    await readVenueFile({ name, bytes })
  } catch (error) {
    if (error instanceof Refusal) return error.errors.map(({ code, message }) => [code, message])
    throw error
  }
  return null
}

describe('a file that is not a plan', () => {
  it.each([
    ['house.dwg', Buffer.from('AC1032\0\0\0\0'), 'notAPlan', 'DWG'],
    ['house.dxf', Buffer.from('  0\r\nSECTION\r\n  2\r\nHEADER\r\n'), 'notAPlan', 'DXF'],
    ['binary.dxf', Buffer.from('AutoCAD Binary DXF\r\n\x1a\0'), 'notAPlan', 'DXF'],
    ['house.rvt', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'notAPlan', 'Revit, Visio'],
    ['house.kml', Buffer.from('<?xml version="1.0"?>\n<kml xmlns="x">'), 'notAPlan', 'KML'],
    ['extract.osm.pbf', Buffer.from('\0\0\0\x0d\x0a\x09OSMHeader'), 'notAPlan', 'OSM PBF'],
    ['house.pdf', Buffer.from('%PDF-1.7\n'), 'notAPlan', 'PDF'],
    ['house.png', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'notAPlan', 'PNG'],
    ['notes.txt', Buffer.from('Third floor, left'), 'notAPlan', 'TXT'],
  ])('is refused as what it is: %s', async (name, bytes, code, said) => {
    const [[found, message] = []] = (await refusalOf(name, bytes)) ?? []
    expect(found).toBe(code)
    expect(message).toBe(said)
  })
  it('as a model among others says that it is read alone', async () => {
    const bundle = { files: [{ name: 'house.ifc', text: 'ISO-10303-21;\nHEADER;' }] }
    const [[code] = []] = (await refusalOf('2 files', Buffer.from(JSON.stringify(bundle)))) ?? []
    expect(code).toBe('severalModels')
  })
  it('among several files is refused too', async () => {
    const bundle = { files: [{ name: 'a.dxf', text: '0\nSECTION\n' }] }
    expect(await refusalOf('2 files', Buffer.from(JSON.stringify(bundle)))).toEqual([
      ['notAPlan', 'DXF'],
    ])
  })
})

const collection = (crs: unknown, at: [number, number]) => ({
  name: 'f.geojson',
  data: {
    type: 'FeatureCollection',
    crs,
    features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: at } }],
  },
})
const read = async (crs: unknown, at: [number, number]) => {
  const report = makeLedger()
  const { files, assumed } = await convertToDegrees([collection(crs, at)], report)
  const [feature] = (files[0]?.data['features'] ?? []) as {
    geometry: { coordinates: [number, number] }
  }[]
  return {
    at: feature?.geometry.coordinates,
    faults: report.faults.map(({ code }) => code),
    assumed: assumed.map(({ code }) => code),
  }
}
const named = (name: string) => ({ type: 'name', properties: { name } })

describe('coordinates of a grid', () => {
  /** Coordinates computed by `cs2cs` of PROJ 9.1.1 with the same parameters. */
  const places: [string, number, [number, number], [number, number]][] = [
    ['Prague', 5514, [-743017, -1043830], [14.41994064, 50.0799327]],
    ['Bratislava', 8353, [-572600, -1280700], [17.12273947, 48.14620404]],
    ['Tel Aviv', 2039, [179383, 665268], [34.77999171, 32.07999696]],
    ['London, British grid', 27700, [530000, 180000], [-0.12835394, 51.50399083]],
    ['Berlin', 25833, [392000, 5820000], [13.40827544, 52.51939532]],
    ['Frankfurt', 31467, [3477000, 5552000], [8.67746707, 50.10377814]],
    ['Vienna', 31256, [2500, 341000], [16.36576988, 48.20739864]],
    ['Vienna M34', 31259, [752500, 341000], [16.36576988, 48.20739864]],
    ['Austria, Lambert', 31287, [625000, 483000], [16.36128506, 48.20684124]],
    ['Moscow 1942', 28407, [7413000, 6180000], [37.61318078, 55.73472451]],
    ['Moscow 1995', 20007, [7413000, 6180000], [37.61320207, 55.73474157]],
    ['Cairo', 32636, [330000, 3325000], [31.23674318, 30.04426299]],
    ['a web map', 3857, [1605000, 6460000], [14.41796031, 50.07918155]],
  ]
  it.each(places)('%s (EPSG:%i) become degrees as in PROJ', async (_name, code, at, degrees) => {
    const answer = await read(named(`urn:ogc:def:crs:EPSG::${code}`), at)
    expect(answer.faults).toEqual([])
    expect(answer.at?.[0]).toBeCloseTo(degrees[0], 7)
    expect(answer.at?.[1]).toBeCloseTo(degrees[1], 7)
    // Coordinates in the registry's other axis order, which some tools write, give the same place.
    const other = await read(named(`EPSG:${code}`), [at[1], at[0]])
    const [x, y] = other.at ?? [0, 0]
    if (other.faults.includes('gridAxesSwapped'))
      expect([x.toFixed(7), y.toFixed(7)]).toEqual(degrees.map((one) => one.toFixed(7)))
    else
      expect(['British grid', 'Lambert', 'web map'].some((one) => _name.includes(one))).toBe(true)
  })
  it('of the old Křovák without a sign are read, in both orders, and asked about', async () => {
    for (const at of [
      [743_017, 1_043_830],
      [1_043_830, 743_017],
    ] as [number, number][]) {
      const answer = await read(named('EPSG:5514'), at)
      expect(answer.assumed).toEqual(['unsignedGrid'])
      expect(answer.at?.[0]).toBeCloseTo(14.41994064, 6)
    }
  })
  it.each(['urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4326', 'urn:ogc:def:crs:EPSG::4258'])(
    'in degrees (%s) stay as they are',
    async (name) => {
      expect(await read(named(name), [14.4, 50])).toEqual({
        at: [14.4, 50],
        faults: [],
        assumed: [],
      })
    },
  )
  it('of an unknown grid, outside their grid, or without one are reported', async () => {
    expect((await read(named('EPSG:2154'), [650_000, 6_860_000])).faults).toEqual(['unknownGrid'])
    expect((await read(named('Our own'), [1, 2])).faults).toEqual(['unknownGrid'])
    expect((await read(named('EPSG:2039'), [9_000_000, 1])).faults).toEqual(['outsideGrid'])
    expect((await read(undefined, [650_000, 6_860_000])).faults).toEqual(['gridMissing'])
  })
  it('are known for each number of a family, and for no other', () => {
    expect([25_832, 32_636, 28_407, 20_004, 31_467, 31_256, 8_353].map(gridOfCode)).not.toContain(
      null,
    )
    expect([25_827, 32_661, 28_401, 31_465, 2_154].map(gridOfCode)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

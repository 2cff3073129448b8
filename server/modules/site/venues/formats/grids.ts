/**
 * National grids and UTM; definitions are pinned here (decision 71). The shifts to WGS 84 are the
 * EPSG registry's for the whole country, exact to about a metre.
 */
interface Grid {
  /** For proj4: easting and northing in metres. */
  definition: string
  /** Degrees in which the grid is used: west, south, east, north. */
  area: readonly [number, number, number, number]
  /** EPSG:2065, the same grid with axes west and south, always without a sign. */
  isOnceUnsigned?: boolean
}

const CZECH_AREA = [12, 47.7, 22.6, 51.1] as const
const krovak = (shift: string): Grid => ({
  definition: `+proj=krovak +lat_0=49.5 +lon_0=24.8333333333333 +alpha=30.2881397527778 +k=0.9999 +x_0=0 +y_0=0 +ellps=bessel +towgs84=${shift} +units=m +no_defs`,
  area: CZECH_AREA,
  isOnceUnsigned: true,
})
const CZECH = krovak('570.8,85.7,462.8,4.998,1.587,5.261,3.56')
const SLOVAK = krovak('485.021,169.465,483.839,7.786342,4.397554,4.102655,0')

const mercator = (
  [meridian, latitude, scale, east, north]: readonly [number, number, number, number, number],
  rest: string,
) =>
  `+proj=tmerc +lat_0=${latitude} +lon_0=${meridian} +k=${scale} +x_0=${east} +y_0=${north} ${rest} +units=m +no_defs`

const AUSTRIA = '+ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232'
const GERMANY = '+ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7'
const ISRAEL = '+ellps=GRS80 +towgs84=23.772,17.49,17.859,-0.3132,-1.85274,1.67299,-5.4262'
const PULKOVO_1942 = '+ellps=krass +towgs84=23.57,-140.95,-79.8,0,0.35,0.79,-0.22'
const PULKOVO_1995 = '+ellps=krass +towgs84=24.47,-130.89,-81.56,0,0,0.13,-0.22'
const AUSTRIAN_AREA = [9.5, 46.3, 17.2, 49.1] as const

const single: Readonly<Record<number, Grid>> = {
  5514: CZECH,
  // West and south of the same grid, always without a sign.
  2065: CZECH,
  5513: CZECH,
  8352: SLOVAK,
  // ESRI's number for the same grid.
  102067: CZECH,
  8353: SLOVAK,
  2039: {
    definition: mercator(
      [35.2045169444444, 31.7343936111111, 1.0000067, 219_529.584, 626_907.39],
      ISRAEL,
    ),
    area: [33.9, 29.3, 36, 33.6],
  },
  27700: {
    definition: mercator(
      [-2, 49, 0.9996012717, 400_000, -100_000],
      '+ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489',
    ),
    area: [-9.1, 49.7, 2.1, 61.1],
  },
  31287: {
    definition: `+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 ${AUSTRIA} +units=m +no_defs`,
    area: AUSTRIAN_AREA,
  },
  3857: {
    definition:
      '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
    area: [-180, -85.1, 180, 85.1],
  },
}

/**
 * A zone around a meridian. Includes a margin, because buildings just outside their zone use it
 * too.
 */
const around = (meridian: number, south: number, north: number, wide = 5): Grid['area'] => [
  meridian - wide,
  south,
  meridian + wide,
  north,
]

/** Returns null for unknown codes. `geographic`: coordinates are degrees of WGS 84 or ETRS89. */
export function gridOfCode(code: number): Grid | 'geographic' | null {
  if ([4326, 4258, 4979, 84].includes(code)) return 'geographic'
  const known = single[code]
  if (known !== undefined) return known
  const zone = code % 100
  if (code > 32_600 && code <= 32_660) return utm(zone, 'north', '+datum=WGS84')
  if (code > 32_700 && code <= 32_760) return utm(zone, 'south', '+datum=WGS84')
  if (code >= 25_828 && code <= 25_838)
    return utm(zone, 'north', '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0')
  if (code >= 31_466 && code <= 31_469) {
    const strip = code - 31_464
    return {
      definition: mercator([strip * 3, 0, 1, strip * 1_000_000 + 500_000, 0], GERMANY),
      area: around(strip * 3, 47.2, 55.2, 3.5),
    }
  }
  // Austria's strips M28, M31 and M34, each in the registry without and with a false northing of
  // 5,000 km.
  const strip = [31_257, 31_258, 31_259, 31_254, 31_255, 31_256].indexOf(code)
  if (strip >= 0) {
    const meridian = [10.3333333333333, 13.3333333333333, 16.3333333333333][strip % 3] ?? 0
    const east = strip < 3 ? ([150_000, 450_000, 750_000][strip % 3] ?? 0) : 0
    return {
      definition: mercator([meridian, 0, 1, east, -5_000_000], AUSTRIA),
      area: AUSTRIAN_AREA,
    }
  }
  if (code >= 28_402 && code <= 28_432) return gaussKruger(zone, PULKOVO_1942)
  if (code >= 20_004 && code <= 20_032) return gaussKruger(zone, PULKOVO_1995)
  return null
}

function utm(zone: number, half: 'north' | 'south', datum: string): Grid {
  const meridian = zone * 6 - 183
  return {
    definition: `+proj=utm +zone=${zone} ${half === 'south' ? '+south ' : ''}${datum} +units=m +no_defs`,
    area: half === 'north' ? around(meridian, -1, 84.5) : around(meridian, -80.5, 1),
  }
}

function gaussKruger(zone: number, datum: string): Grid {
  const meridian = zone * 6 - 3
  const folded = meridian > 180 ? meridian - 360 : meridian
  return {
    definition: mercator([folded, 0, 1, zone * 1_000_000 + 500_000, 0], datum),
    area: around(folded, 35, 82),
  }
}

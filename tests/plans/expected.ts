/** Counts by hand of the plans in this folder, floor by floor from the lowest. */
interface ExpectedFloor {
  ordinal: number
  rooms: number
  named: number
  doors: number
  /** Walls of the file itself, without outlines of rooms. */
  walls: number
  /** Square metres of all rooms together, to 0.5 %. */
  area: number
}
export interface ExpectedPlan {
  building: string
  /** Square metres of the building's outline, to 0.5 %. */
  ground: number
  floors: ExpectedFloor[]
  /** Features in the file: tagged elements in OpenStreetMap. */
  features: number
  /** The south-west corner of the first floor in degrees, to a decimetre. */
  corner?: [number, number]
}

const floor = (
  ordinal: number,
  [rooms, named, doors, walls]: [number, number, number, number],
  area: number,
): ExpectedFloor => ({ ordinal, rooms, named, doors, walls, area })

const twoRooms = [floor(0, [2, 2, 0, 0], 400)]
const station: ExpectedPlan = {
  building: 'Station',
  ground: 1_200,
  features: 14,
  floors: [
    floor(-1, [2, 1, 0, 0], 8_416),
    floor(0, [6, 3, 3, 1], 824),
    floor(1, [3, 2, 0, 0], 336),
  ],
}

export const expected: Record<string, ExpectedPlan> = {
  'clinic.imdf': {
    building: 'House A',
    ground: 900,
    features: 42,
    floors: [
      floor(-1, [2, 2, 0, 0], 1_232),
      floor(0, [11, 7, 7, 1], 889),
      floor(1, [1, 1, 0, 0], 800),
    ],
  },
  'floors-in-properties.geojson': {
    building: 'Annex',
    ground: 800,
    features: 11,
    floors: [floor(-1, [1, 1, 0, 0], 80), floor(0, [2, 1, 1, 0], 160), floor(1, [3, 2, 0, 1], 192)],
  },
  'prague-5514.geojson': {
    building: '1NP',
    ground: 800,
    features: 3,
    floors: twoRooms,
    corner: [14.41994064, 50.0799327],
  },
  'prague-5514-positive.geojson': {
    building: '1NP',
    ground: 800,
    features: 3,
    floors: twoRooms,
    corner: [14.41994064, 50.0799327],
  },
  'telaviv-2039.geojson': {
    building: 'Floor 0',
    ground: 800,
    features: 3,
    floors: twoRooms,
    corner: [34.77999171, 32.07999696],
  },
  'berlin-25833.geojson': {
    building: 'EG',
    ground: 800,
    features: 3,
    floors: twoRooms,
    corner: [13.40827544, 52.51939532],
  },
  'hall-32n.geojson': {
    building: 'Hall 0',
    ground: 2_000,
    features: 2,
    floors: [floor(0, [1, 1, 0, 0], 2_000)],
  },
  'hall-60n.geojson': {
    building: 'Hall 0',
    ground: 2_000,
    features: 2,
    floors: [floor(0, [1, 1, 0, 0], 2_000)],
  },
  'station.osm': station,
  'station-overpass.json': station,
  'station-overpass-geom.json': station,
  'half-level.osm': {
    building: 'Half',
    ground: 800,
    features: 6,
    floors: [
      floor(-1, [1, 1, 0, 0], 400),
      floor(0, [1, 1, 0, 0], 400),
      // A half level counts as the floor below, and follows it in the list.
      floor(0, [1, 1, 0, 0], 200),
      floor(1, [1, 1, 0, 0], 400),
      floor(2, [1, 1, 0, 0], 400),
    ],
  },
}

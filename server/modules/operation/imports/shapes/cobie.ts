import { joinedColumns } from '#contract/importReading.ts'
import type { Shape } from './shape.ts'

const source = '2.4: Xbim.COBie/Rows (github.com/xBimTeam/XbimExchange)'

/** Identifier columns. The first one in the file becomes the inventory number. */
const identifiers = {
  AssetIdentifier: 'equipmentId',
  TagNumber: 'equipmentId',
  BarCode: 'equipmentId',
} as const

const ofOtherRows = Object.fromEntries(
  Object.keys(joinedColumns).map((heading) => [heading, 'ignore' as const]),
)

export const cobie: Shape = {
  system: 'COBie',
  kind: 'equipment',
  source,
  signs: ['Name', 'TypeName', 'Space', 'ExtIdentifier'],
  columns: {
    Name: 'name',
    TypeName: 'type',
    Space: 'location',
    Tags: 'tags',
    SerialNumber: 'serialNumber',
    Manufacturer: 'manufacturer',
    ModelNumber: 'model',
    'Warranty until': 'warrantyUntil',
    ...identifiers,
    ...ofOtherRows,
  },
}

export const cobieSpaces: Shape = {
  system: 'COBie',
  kind: 'locations',
  source,
  signs: ['Name', 'FloorName', 'RoomTag', 'ExtIdentifier'],
  columns: { Name: 'name', FloorName: 'parent', Category: 'detail', RoomTag: 'detail' },
}

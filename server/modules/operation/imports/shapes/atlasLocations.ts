import type { Shape } from './shape.ts'

export const atlasLocations: Shape = {
  system: 'Atlas CMMS',
  kind: 'locations',
  source: 'August 2026: import-templates/en/location.csv (github.com/Grashjs/cmms)',
  signs: ['Name', 'Address', 'Parent Location', 'Vendors'],
  columns: {
    Name: 'name',
    'Parent Location': 'parent',
    Longitude: 'longitude',
    Latitude: 'latitude',
    Address: 'detail',
  },
}

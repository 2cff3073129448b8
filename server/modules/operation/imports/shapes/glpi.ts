import type { Shape } from './shape.ts'

export const glpi: Shape = {
  system: 'GLPI',
  kind: 'equipment',
  source: '11: Glpi/Asset/Asset.php, rawSearchOptions (github.com/glpi-project/glpi)',
  signs: ['Name', 'Serial number', 'Inventory number', 'Technician in charge of the hardware'],
  columns: {
    Name: 'name',
    'Inventory number': 'equipmentId',
    Type: 'type',
    Types: 'type',
    Status: 'status',
    Location: 'location',
    Locations: 'location',
    'Serial number': 'serialNumber',
    Manufacturer: 'manufacturer',
    Manufacturers: 'manufacturer',
    Model: 'model',
    Entity: 'detail',
  },
}

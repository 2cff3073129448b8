import type { Shape } from './shape.ts'

export const iTop: Shape = {
  system: 'iTop',
  kind: 'equipment',
  source: '3.3: itop-config-mgmt/dictionaries/en.dict (github.com/Combodo/iTop)',
  signs: ['Name', 'Business criticality', 'Serial number', 'Asset number', 'Brand'],
  columns: {
    Name: 'name',
    'Asset number': 'equipmentId',
    'CI sub-class': 'type',
    Status: 'status',
    Location: 'location',
    'Serial number': 'serialNumber',
    Brand: 'manufacturer',
    Model: 'model',
    Organization: 'detail',
    'Purchase date': 'purchasedOn',
    'End of warranty': 'warrantyUntil',
  },
}

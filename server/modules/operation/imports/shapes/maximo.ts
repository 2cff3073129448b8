import type { Shape } from './shape.ts'

export const maximo: Shape = {
  system: 'Maximo',
  kind: 'equipment',
  source: 'Maximo Manage: Asset import guidelines (ibm.com/docs/en/masv-and-l/maximo-manage/cd)',
  signs: ['ASSETNUM', 'DESCRIPTION', 'SITEID'],
  columns: {
    ASSETNUM: 'equipmentId',
    DESCRIPTION: 'name',
    LOCATION: 'location',
    PARENT: 'owner',
    STATUS: 'status',
    ASSETTYPE: 'type',
    SERIALNUM: 'serialNumber',
    MANUFACTURER: 'manufacturer',
    SITEID: 'detail',
  },
}

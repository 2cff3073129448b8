/**
 * Screens outside the navigation, reached from other screens, that Ctrl+K finds too.
 * `palette.test.ts` checks that each opens without parameters.
 */
import type { PermissionGroup } from '#contract/people/permissions.ts'
import type { RouteName } from '#lib/paths.ts'

type Behind = Extract<
  RouteName,
  | 'equipmentSchedules'
  | 'scheduleChecks'
  | 'equipmentHeatmap'
  | 'nearestEquipment'
  | 'nearestEquipmentHistory'
  | 'venueImport'
  | 'ticketCenter'
  | 'filterObjectEditor'
  | 'logicDependency'
>

export const moreScreens: readonly { route: Behind; needs?: readonly PermissionGroup[] }[] = [
  { route: 'equipmentSchedules' },
  { route: 'scheduleChecks' },
  { route: 'equipmentHeatmap' },
  { route: 'nearestEquipment' },
  { route: 'nearestEquipmentHistory' },
  { route: 'venueImport', needs: ['editor|locations'] },
  { route: 'ticketCenter', needs: ['editor|automations'] },
  { route: 'filterObjectEditor', needs: ['editor|automations'] },
  { route: 'logicDependency', needs: ['editor|procedures'] },
]

interface WordList {
  key:
    | 'equipmentTypes'
    | 'equipmentStatuses'
    | 'progressMaps'
    | 'fellowTypes'
    | 'locationTypes'
    | 'tags'
    | 'procedureTypes'
    | 'ticketTypes'
    | 'metadataFields'
    | 'apiHooks'
    | 'assignRules'
    | 'inventoryItems'
    | 'validationTypes'
    | 'gatewayTypes'
    | 'sensorTypes'
    | 'meterTypes'
  slug: string
  needs?: PermissionGroup
}

/**
 * The company's reference lists under Management. Importing their screens would be too heavy here.
 */
export const wordLists: readonly WordList[] = [
  { key: 'equipmentTypes', slug: 'equipment-types' },
  { key: 'equipmentStatuses', slug: 'equipment-statuses' },
  { key: 'progressMaps', slug: 'progress-maps' },
  { key: 'fellowTypes', slug: 'fellow-equipment-types' },
  { key: 'locationTypes', slug: 'location-types' },
  { key: 'tags', slug: 'tags' },
  { key: 'procedureTypes', slug: 'procedure-types' },
  { key: 'ticketTypes', slug: 'ticket-types' },
  { key: 'metadataFields', slug: 'metadata-fields' },
  { key: 'apiHooks', slug: 'api-hooks', needs: 'editor|automations' },
  { key: 'assignRules', slug: 'ticket-assign-rules' },
  { key: 'inventoryItems', slug: 'inventory-items' },
  { key: 'validationTypes', slug: 'validation-types' },
  { key: 'gatewayTypes', slug: 'gateway-types', needs: 'editor|devices' },
  { key: 'sensorTypes', slug: 'sensor-types', needs: 'editor|devices' },
  { key: 'meterTypes', slug: 'meter-types' },
]

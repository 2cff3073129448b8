import { colours } from '#contract/colours.ts'
import { cardTypes } from '#contract/dashboards/dashboardItems.ts'
import { cardRanges } from '#contract/dashboards/periods.ts'
import { widgetIcons } from '#contract/dashboards/dynamicDashboards.ts'
import { equipmentFileKinds } from '#contract/equipment/equipmentFiles.ts'
import { reportFormats } from '#contract/ingest/reports.ts'
import type { JournalEntity } from '#contract/journal/journal.ts'
import { orgEntityKinds } from '#contract/orgEntities/orgEntities.ts'
import { permissionGroups } from '#contract/people/permissions.ts'
import { changeNames, metricNames } from '#contract/metricNames.ts'
import { failureAsks } from '#contract/rules/closing.ts'
import { meterSources } from '#contract/meters/meterSources.ts'
import { metadataOwners, metadataTypes } from '#contract/rules/metadata.ts'
import { targetClocks, ticketPriorities } from '#contract/rules/ticketDue.ts'
import { zoneRuleKinds } from '#contract/rules/zoneAlerts.ts'
import { identityProviders } from '#contract/auth/waysIn.ts'

type Namespace =
  | 'common'
  | 'procedures'
  | 'management'
  | 'dashboards'
  | 'dynamicDashboards'
  | 'company'
  | 'schedules'
  | 'people'
  | 'related'
  | 'tickets'
  | 'zones'
interface Vocabulary {
  of: readonly string[]
  ns: Namespace
  key(value: string): string
  entity?: JournalEntity
}

const vocabularies: Readonly<Record<string, Vocabulary>> = {
  colour: { of: colours, ns: 'common', key: (value) => `colour_${value}` },
  target: {
    of: ['equipment', 'location', 'either'],
    ns: 'procedures',
    key: (value) => `target.${value}`,
    entity: 'procedure',
  },
  belongsTo: {
    of: metadataOwners,
    ns: 'management',
    key: (value) => `choice_${value}`,
  },
  dataType: { of: metadataTypes, ns: 'management', key: (value) => `choice_${value}` },
  format: {
    of: reportFormats,
    ns: 'management',
    key: (value) => `choice_${value}`,
    entity: 'gatewayType',
  },
  source: {
    of: meterSources,
    ns: 'management',
    key: (value) => `choice_${value}`,
    entity: 'meterType',
  },
  metric: {
    of: [...metricNames, ...changeNames],
    ns: 'management',
    key: (value) => `choice_${value}`,
    entity: 'sensorType',
  },
  type: {
    of: cardTypes,
    ns: 'dashboards',
    key: (value) => `type.${value}`,
    entity: 'dashboardItem',
  },
  range: {
    of: cardRanges,
    ns: 'dashboards',
    key: (value) => `range.${value}`,
    entity: 'dashboardItem',
  },
  icon: {
    of: widgetIcons,
    ns: 'dynamicDashboards',
    key: (value) => `icons.${value}`,
    entity: 'dynamicDashboard',
  },
  fileKinds: {
    of: equipmentFileKinds,
    ns: 'related',
    key: (value) => `kind.${value}`,
    entity: 'equipment',
  },
  idp: {
    of: identityProviders,
    ns: 'company',
    key: (value) => `provider_${value}`,
    entity: 'company',
  },
  kind: {
    of: orgEntityKinds,
    ns: 'management',
    key: (value) => `choice_${value}`,
    entity: 'orgEntity',
  },
  zoneKind: { of: zoneRuleKinds, ns: 'zones', key: (value) => `kind_${value}` },
  objects: {
    of: ['equipment', 'locations'],
    ns: 'schedules',
    key: (value) => `objects.${value}`,
    entity: 'rrule',
  },
  whenOverdue: {
    of: ['keepOpen', 'close'],
    ns: 'schedules',
    key: (value) => `overdue.${value}`,
    entity: 'rrule',
  },
  priority: { of: ticketPriorities, ns: 'tickets', key: (value) => `priority.${value}` },
  targetClock: { of: targetClocks, ns: 'management', key: (value) => `choice_${value}` },
  problemAsk: { of: failureAsks, ns: 'management', key: (value) => `choice_${value}` },
  causeAsk: { of: failureAsks, ns: 'management', key: (value) => `choice_${value}` },
  remedyAsk: { of: failureAsks, ns: 'management', key: (value) => `choice_${value}` },
  defaultPriority: { of: ticketPriorities, ns: 'tickets', key: (value) => `priority.${value}` },
  permissions: { of: permissionGroups, ns: 'people', key: (value) => `group.${value}` },
}

export function wordOf(
  entity: JournalEntity,
  field: string,
  value: unknown,
): { ns: Namespace; key: string } | undefined {
  const words = vocabularies[field]
  if (
    words === undefined ||
    typeof value !== 'string' ||
    !words.of.includes(value) ||
    (words.entity !== undefined && words.entity !== entity)
  )
    return undefined
  return { ns: words.ns, key: words.key(value) }
}

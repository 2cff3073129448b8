import type { SkipToken } from '@reduxjs/toolkit/query'
import type { ComponentType } from 'react'
import type { Colour } from '#contract/colours.ts'
import { referenceData, hookMethods } from '#contract/referenceLists/referenceData.ts'
import type { JournalEntity } from '#contract/journal/journal.ts'
import type { NamesakeKind } from '#contract/search.ts'
import type { Contract, QueryOf } from '#contract/endpoint.ts'
import {
  referenceLists as commonLists,
  type ReferenceItemUse,
} from '#contract/referenceLists/referenceLists.ts'
import { devices } from '#contract/devices/devices.ts'
import { reportFormats } from '#contract/ingest/reports.ts'
import { failureAsks } from '#contract/rules/closing.ts'
import { metadataOwners, metadataTypes } from '#contract/rules/metadata.ts'
import { targetClocks, ticketPriorities } from '#contract/rules/ticketDue.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { fellows } from '#contract/equipment/fellows.ts'
import { MAX_OF_FELLOW_TYPE } from '#contract/rules/fellows.ts'
import { changeNames, metricNames } from '#contract/metricNames.ts'
import { meters } from '#contract/meters/meters.ts'
import { meterSources } from '#contract/meters/meterSources.ts'
import { LONGEST_INTERVAL, sensors } from '#contract/sensors.ts'
import { orgEntities, orgEntityKinds } from '#contract/orgEntities/orgEntities.ts'
import { tickets } from '#contract/tickets.ts'
import { injectContract } from '#api/api.ts'
import type { FetchNow } from '#api/fetchNow.ts'
import type { Failure } from '#ui/feedback/states.tsx'
import type { PickerProps } from '#entities/pickers/Picker.tsx'
import { makeReferencePicker } from '#entities/pickers/pickers.tsx'

export interface ReferenceItem {
  id: number
  name: string
  usedBy: number
  namedBy: number
  version: number
  colour?: Colour
  isUsable?: boolean
  isTracer?: boolean
  [field: string]: unknown
}
export type ReferenceDraft = { name: string } & Record<string, unknown>

export type ReferenceField =
  | {
      kind:
        | 'colour'
        | 'states'
        | 'targets'
        | 'steps'
        | 'list'
        | 'users'
        | 'roles'
        | 'equipmentTypes'
        | 'locationTypes'
        | 'ticketTypes'
        | 'procedures'
        | 'procedure'
        | 'failureCodes'
        | 'statuses'
        | 'question'
        | 'sensorType'
      name: string
      isRequired?: true
    }
  | { kind: 'orgEntity'; name: string }
  | { kind: 'flag'; name: string; initial: boolean }
  | {
      kind: 'text'
      name: string
      max: number
      isRequired?: true
      isLong?: true
      isSecret?: true
      isGtin?: true
      inputMode?: 'url'
    }
  | {
      kind: 'number'
      name: string
      initial?: number
      /** If set, the field is a whole number, required unless `isOptional`. */
      min?: number
      max?: number
      isOptional?: true
    }
  | {
      kind: 'choice'
      name: string
      options: readonly string[]
      /** Omit for the first option. */
      initial?: string
    }

type ReferenceListKey =
  | 'equipmentTypes'
  | 'equipmentStatuses'
  | 'locationTypes'
  | 'tags'
  | 'procedureTypes'
  | 'ticketTypes'
  | 'metadataFields'
  | 'apiHooks'
  | 'assignRules'
  | 'inventoryItems'
  | 'validationTypes'
  | 'progressMaps'
  | 'gatewayTypes'
  | 'sensorTypes'
  | 'meterTypes'
  | 'fellowTypes'
  | 'orgEntities'

type ListBody = {
  limit: number
  offset?: number
  search?: string
  ids?: number[]
  sort?: 'name' | '-name' | 'usedBy' | '-usedBy'
}
interface Answer<T> {
  data?: T | undefined
  currentData?: T | undefined
  isUninitialized: boolean
  isFetching: boolean
  isError: boolean
  error?: Failure | undefined
  refetch(): PromiseLike<{ data?: T | undefined }>
}
type Asked<T> = { unwrap(): Promise<T> }
interface Rows {
  count: number
  rows: ReferenceItem[]
}

interface ReferenceListHooks {
  list: QueryOf<ListBody, Rows>
  useList(input: { body: ListBody } | SkipToken, options?: { skip: boolean }): Answer<Rows>
  /** Loads the item from the server. Resolves to undefined if it was deleted. */
  readRow(readNow: FetchNow, id: number): Promise<ReferenceItem | undefined>
  useUses(
    input: { params: { id: number }; body: { limit: number; offset: number } },
    options?: { skip?: boolean },
  ): Answer<{ count: number; hidden: number; rows: ReferenceItemUse[] }>
  useCreate(): readonly [(input: { body: ReferenceDraft }) => Asked<ReferenceItem>, unknown]
  useUpdate(): readonly [
    (input: {
      params: { id: number }
      body: ReferenceDraft & { version: number }
    }) => Asked<ReferenceItem>,
    unknown,
  ]
  useRemove(): readonly [(input: { params: { id: number } }) => Asked<unknown>, unknown]
  useReplace(): readonly [
    (input: { params: { id: number }; body: { by: number } }) => Asked<{ replaced: number }>,
    unknown,
  ]
}

export interface ReferenceList extends ReferenceListHooks {
  Picker: ComponentType<PickerProps>
  key: ReferenceListKey
  slug: string
  entity: JournalEntity & NamesakeKind
  fields: readonly ReferenceField[]
  /** Permission to edit this list. Omit for `editor|management`. */
  needs?: PermissionGroup
  filter?: 'type' | 'status' | 'tag' | 'placeType'
}

function hooksOf(contract: Contract, one: string, many: string): ReferenceListHooks {
  const calls = injectContract(contract)
  const list = contract[`list${many}`] as ReferenceListHooks['list']
  const hook = (name: string): unknown => Reflect.get(calls, name)
  return {
    list,
    async readRow(readNow: FetchNow, id: number) {
      const { rows } = await readNow(list, { body: { limit: 1, ids: [id], sort: 'name' } })
      return rows[0]
    },
    useList: hook(`useList${many}Query`),
    useUses: hook(`useList${one}UsesQuery`),
    useCreate: hook(`useCreate${one}Mutation`),
    useUpdate: hook(`useUpdate${one}Mutation`),
    useRemove: hook(`useDelete${one}Mutation`),
    useReplace: hook(`useReplace${one}Mutation`),
  } as ReferenceListHooks
}

export const hookSecretCalls = injectContract(referenceData)

const colour = { kind: 'colour', name: 'colour' } as const

const declared: readonly Omit<ReferenceList, 'Picker'>[] = [
  {
    key: 'equipmentTypes',
    slug: 'equipment-types',
    entity: 'equipmentType',
    filter: 'type',
    fields: [
      { kind: 'text', name: 'manufacturer', max: 200 },
      { kind: 'text', name: 'model', max: 200 },
      { kind: 'text', name: 'gtin', max: 30, isGtin: true },
    ],
    ...hooksOf(commonLists, 'EquipmentType', 'EquipmentTypes'),
  },
  {
    key: 'equipmentStatuses',
    slug: 'equipment-statuses',
    entity: 'equipmentStatus',
    filter: 'status',
    fields: [
      colour,
      { kind: 'flag', name: 'isUsable', initial: true },
      { kind: 'flag', name: 'isInUse', initial: false },
      { kind: 'flag', name: 'isPlanned', initial: false },
    ],
    ...hooksOf(commonLists, 'EquipmentStatus', 'EquipmentStatuses'),
  },
  {
    key: 'progressMaps',
    slug: 'progress-maps',
    entity: 'progressMap',
    fields: [
      { kind: 'steps', name: 'statusIds' },
      { kind: 'equipmentTypes', name: 'equipmentTypeIds' },
    ],
    ...hooksOf(referenceData, 'ProgressMap', 'ProgressMaps'),
  },
  {
    key: 'fellowTypes',
    slug: 'fellow-equipment-types',
    entity: 'fellowType',
    fields: [
      { kind: 'equipmentTypes', name: 'ownerTypeIds', isRequired: true },
      { kind: 'equipmentTypes', name: 'fellowTypeIds', isRequired: true },
      { kind: 'number', name: 'maximum', initial: 1, min: 1, max: MAX_OF_FELLOW_TYPE },
      { kind: 'flag', name: 'statusFollows', initial: false },
    ],
    ...hooksOf(fellows, 'FellowType', 'FellowTypes'),
  },
  {
    key: 'orgEntities',
    slug: 'org-entities',
    entity: 'orgEntity',
    fields: [
      { kind: 'text', name: 'code', max: 100, isRequired: true },
      { kind: 'choice', name: 'kind', options: orgEntityKinds },
      { kind: 'orgEntity', name: 'parentId' },
      { kind: 'users', name: 'userIds' },
    ],
    ...hooksOf(orgEntities, 'OrgEntity', 'OrgEntities'),
  },
  {
    key: 'locationTypes',
    slug: 'location-types',
    entity: 'locationType',
    filter: 'placeType',
    fields: [],
    ...hooksOf(commonLists, 'LocationType', 'LocationTypes'),
  },
  {
    key: 'tags',
    slug: 'tags',
    entity: 'tag',
    filter: 'tag',
    fields: [colour],
    ...hooksOf(commonLists, 'Tag', 'Tags'),
  },
  {
    key: 'procedureTypes',
    slug: 'procedure-types',
    entity: 'procedureType',
    fields: [
      { kind: 'flag', name: 'isTracer', initial: false },
      { kind: 'number', name: 'retentionDays', min: 1, max: 36_500, isOptional: true },
      { kind: 'flag', name: 'legalHold', initial: false },
    ],
    ...hooksOf(commonLists, 'ProcedureType', 'ProcedureTypes'),
  },
  {
    key: 'ticketTypes',
    slug: 'ticket-types',
    entity: 'ticketType',
    fields: [
      colour,
      { kind: 'states', name: 'states' },
      { kind: 'choice', name: 'defaultPriority', options: ticketPriorities, initial: 'normal' },
      { kind: 'targets', name: 'targets' },
      { kind: 'choice', name: 'targetClock', options: targetClocks, initial: 'clock' },
      { kind: 'choice', name: 'problemAsk', options: failureAsks, initial: 'off' },
      { kind: 'choice', name: 'causeAsk', options: failureAsks, initial: 'off' },
      { kind: 'choice', name: 'remedyAsk', options: failureAsks, initial: 'off' },
      { kind: 'failureCodes', name: 'failureCodes' },
      { kind: 'procedure', name: 'closingProcedureId' },
    ],
    ...hooksOf(tickets, 'TicketType', 'TicketTypes'),
  },
  {
    key: 'metadataFields',
    slug: 'metadata-fields',
    entity: 'metadataField',
    ...hooksOf(referenceData, 'MetadataField', 'MetadataFields'),
    fields: [
      { kind: 'choice', name: 'belongsTo', options: metadataOwners },
      { kind: 'choice', name: 'dataType', options: metadataTypes },
      { kind: 'list', name: 'choices' },
      { kind: 'text', name: 'unit', max: 40 },
      { kind: 'equipmentTypes', name: 'equipmentTypeIds' },
      { kind: 'locationTypes', name: 'locationTypeIds' },
      { kind: 'ticketTypes', name: 'ticketTypeIds' },
    ],
  },
  {
    key: 'apiHooks',
    slug: 'api-hooks',
    entity: 'apiHook',
    needs: 'editor|automations',
    ...hooksOf(referenceData, 'ApiHook', 'ApiHooks'),
    fields: [
      { kind: 'text', name: 'url', max: 2_000, isRequired: true, inputMode: 'url' },
      { kind: 'choice', name: 'method', options: hookMethods },
      { kind: 'text', name: 'secret', max: 200, isSecret: true },
      { kind: 'flag', name: 'isActive', initial: true },
    ],
  },
  {
    key: 'assignRules',
    slug: 'ticket-assign-rules',
    entity: 'assignRule',
    ...hooksOf(referenceData, 'AssignRule', 'AssignRules'),
    fields: [
      { kind: 'text', name: 'instruction', max: 2_000, isRequired: true, isLong: true },
      { kind: 'users', name: 'userIds' },
      { kind: 'roles', name: 'roleIds' },
      { kind: 'flag', name: 'isActive', initial: true },
    ],
  },
  {
    key: 'inventoryItems',
    slug: 'inventory-items',
    entity: 'inventoryItem',
    ...hooksOf(referenceData, 'InventoryItem', 'InventoryItems'),
    fields: [
      { kind: 'text', name: 'category', max: 100 },
      { kind: 'text', name: 'unit', max: 40 },
      { kind: 'flag', name: 'hasDoses', initial: false },
      { kind: 'procedures', name: 'procedureIds' },
      { kind: 'text', name: 'gtin', max: 30, isGtin: true },
      { kind: 'text', name: 'catalogueNumber', max: 200 },
      { kind: 'text', name: 'supplier', max: 200 },
      { kind: 'equipmentTypes', name: 'fitsTypeIds' },
    ],
  },
  {
    key: 'validationTypes',
    slug: 'validation-types',
    entity: 'validationType',
    ...hooksOf(referenceData, 'ValidationType', 'ValidationTypes'),
    fields: [
      { kind: 'choice', name: 'dataType', options: ['number', 'text'] },
      { kind: 'number', name: 'minimum' },
      { kind: 'number', name: 'maximum' },
      { kind: 'text', name: 'pattern', max: 500 },
      { kind: 'text', name: 'hint', max: 500 },
    ],
  },
  {
    key: 'gatewayTypes',
    slug: 'gateway-types',
    entity: 'gatewayType',
    needs: 'editor|devices',
    fields: [{ kind: 'choice', name: 'format', options: reportFormats }],
    ...hooksOf(devices, 'GatewayType', 'GatewayTypes'),
  },
  {
    key: 'sensorTypes',
    slug: 'sensor-types',
    entity: 'sensorType',
    needs: 'editor|devices',
    fields: [
      { kind: 'choice', name: 'metric', options: [...metricNames, ...changeNames] },
      { kind: 'text', name: 'unit', max: 20 },
      { kind: 'number', name: 'minimum' },
      { kind: 'number', name: 'maximum' },
      { kind: 'number', name: 'step', initial: 0.1, min: 0.001, max: 1_000 },
      { kind: 'number', name: 'everyMinutes', initial: 10, min: 1, max: LONGEST_INTERVAL },
    ],
    ...hooksOf(sensors, 'SensorType', 'SensorTypes'),
  },
  {
    key: 'meterTypes',
    slug: 'meter-types',
    entity: 'meterType',
    fields: [
      { kind: 'choice', name: 'source', options: meterSources },
      { kind: 'text', name: 'unit', max: 20 },
      { kind: 'equipmentTypes', name: 'equipmentTypeIds' },
      { kind: 'statuses', name: 'statusIds' },
      { kind: 'sensorType', name: 'sensorTypeId' },
      { kind: 'number', name: 'above' },
      { kind: 'procedure', name: 'procedureId' },
      { kind: 'question', name: 'questionId' },
      { kind: 'number', name: 'rollsOverAt' },
    ],
    ...hooksOf(meters, 'MeterType', 'MeterTypes'),
  },
]

export const referenceLists: readonly ReferenceList[] = declared.map((referenceList) => ({
  ...referenceList,
  Picker: makeReferencePicker(referenceList.useList),
}))

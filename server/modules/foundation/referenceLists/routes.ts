import { isNull, sql } from 'drizzle-orm'
import type { Colour } from '#contract/colours.ts'
import type { JournalKey } from '#contract/journal/journalKeys.ts'
import {
  referenceListCalls,
  referenceLists as contract,
} from '#contract/referenceLists/referenceLists.ts'
import * as tables from '#db/schema/index.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Actor } from '#kernel/access/actor.ts'
import type { From } from '#kernel/access/rights.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { referenceListHandlers, permittedTypes, type ReferenceList } from './lists.ts'
import { relatedProcedures } from './relatedProcedures.ts'
import { usedInFacts, listedBy } from './uses.ts'

export const equipmentUse = (field: JournalKey<'equipment'>) =>
  ({
    kind: 'equipment',
    table: tables.equipment,
    name: sql`${tables.equipment.name}`,
    alive: isNull(tables.equipment.deletedAt),
    visible: (from: From) => from.equipment(),
    holds: true,
    journalled: { entity: 'equipment', field },
  }) as const
export const locationUse = (field: JournalKey<'location'>) =>
  ({
    kind: 'location',
    table: tables.location,
    name: sql`${tables.location.name}`,
    alive: isNull(tables.location.deletedAt),
    visible: (from: From) => from.locations(),
    holds: true,
    journalled: { entity: 'location', field },
  }) as const
const checklists = (field: JournalKey<'procedure'>) =>
  ({
    kind: 'procedure',
    table: tables.procedure,
    name: sql`${tables.procedure.name}`,
    alive: isNull(tables.procedure.deletedAt),
    visible: (from: From) => from.procedures(),
    holds: true,
    journalled: { entity: 'procedure', field },
  }) as const
const permitted = (field: JournalKey<'user'>) =>
  ({
    kind: 'user',
    table: tables.user,
    name: sql`${tables.user.firstName} || ' ' || ${tables.user.lastName}`,
    holds: false,
    journalled: { entity: 'user', field },
  }) as const
const settings = {
  kind: 'company',
  table: tables.companySettings,
  name: sql`(select name from company where id = ${tables.companySettings.companyId})`,
  holds: true,
} as const

const meterTypes = (field: JournalKey<'meterType'>) =>
  ({
    kind: 'meterType',
    table: tables.meterType,
    name: sql`${tables.meterType.name}`,
    holds: true,
    journalled: { entity: 'meterType', field },
  }) as const

const fellowTypes = {
  kind: 'fellowType',
  table: tables.fellowType,
  name: sql`${tables.fellowType.name}`,
  holds: true,
} as const

export const ownLists = {
  equipmentType: {
    table: tables.equipmentType,
    entity: 'equipmentType',
    extra: ['manufacturer', 'model', 'gtin'],
    visible: (from: From) => from.equipmentTypes(),
    permitted: (actor: Actor) => actor.equipmentTypeIds,
    uses: [
      usedInFacts(equipmentUse('type'), 'typeId', tables.equipment.typeId),
      listedBy(permitted('equipmentTypeIds'), 'equipmentTypeIds', tables.user.equipmentTypeIds),
      usedInFacts(settings, 'roomEquipmentTypeId', tables.companySettings.roomEquipmentTypeId),
      listedBy(
        {
          kind: 'metadataField',
          table: tables.metadataField,
          name: sql`${tables.metadataField.name}`,
          holds: false,
        },
        'equipmentTypeIds',
        tables.metadataField.equipmentTypeIds,
      ),
      listedBy(
        {
          kind: 'progressMap',
          table: tables.progressMap,
          name: sql`${tables.progressMap.name}`,
          holds: true,
        },
        'equipmentTypeIds',
        tables.progressMap.equipmentTypeIds,
      ),
      listedBy(checklists('equipmentTypes'), 'equipmentTypeIds', tables.procedure.equipmentTypeIds),
      listedBy(
        {
          kind: 'inventoryItem',
          table: tables.inventoryItem,
          name: sql`${tables.inventoryItem.name}`,
          holds: false,
        },
        'fitsTypeIds',
        tables.inventoryItem.fitsTypeIds,
      ),
      usedInFacts(
        {
          kind: 'zoneRule',
          table: tables.zoneRule,
          name: sql`${tables.zoneRule.name}`,
          holds: true,
          journalled: { entity: 'zoneRule', field: 'equipmentType' },
        },
        'equipmentTypeId',
        tables.zoneRule.equipmentTypeId,
      ),
      listedBy(
        { ...meterTypes('equipmentTypeIds'), holds: false },
        'equipmentTypeIds',
        tables.meterType.equipmentTypeIds,
      ),
      listedBy(fellowTypes, 'ownerTypeIds', tables.fellowType.ownerTypeIds),
      listedBy(fellowTypes, 'fellowTypeIds', tables.fellowType.fellowTypeIds),
    ],
  },
  equipmentStatus: {
    table: tables.equipmentStatus,
    entity: 'equipmentStatus',
    extra: ['colour', 'isUsable', 'isInUse', 'isPlanned'],
    uses: [
      usedInFacts(equipmentUse('status'), 'statusId', tables.equipment.statusId),
      listedBy(
        {
          kind: 'progressMap',
          table: tables.progressMap,
          name: sql`${tables.progressMap.name}`,
          holds: true,
        },
        'statusIds',
        tables.progressMap.statusIds,
      ),
      listedBy(meterTypes('statusIds'), 'statusIds', tables.meterType.statusIds),
    ],
  },
  locationType: {
    table: tables.locationType,
    entity: 'locationType',
    extra: [],
    visible: (from: From) => from.locationTypes(),
    permitted: (actor: Actor) => actor.locationTypeIds,
    uses: [
      usedInFacts(locationUse('type'), 'typeId', tables.location.typeId),
      listedBy(permitted('locationTypeIds'), 'locationTypeIds', tables.user.locationTypeIds),
    ],
  },
  tag: {
    table: tables.tag,
    entity: 'tag',
    extra: ['colour'],
    uses: [listedBy(equipmentUse('tags'), 'tagIds', tables.equipment.tagIds)],
  },
  procedureType: {
    table: tables.procedureType,
    entity: 'procedureType',
    extra: ['isTracer', 'retentionDays', 'legalHold'],
    visible: (from: From) => from.procedureTypes(),
    permitted: (actor: Actor) => actor.procedureTypeIds,
    uses: [
      usedInFacts(checklists('type'), 'typeId', tables.procedure.typeId),
      listedBy(permitted('procedureTypeIds'), 'procedureTypeIds', tables.user.procedureTypeIds),
    ],
  },
} satisfies Record<string, ReferenceList>

type Coloured = { colour: Colour }

const equipmentStatuses = referenceListHandlers<
  Coloured & { isUsable: boolean; isInUse?: boolean; isPlanned?: boolean }
>(ownLists.equipmentStatus)
const tags = referenceListHandlers<Coloured>(ownLists.tag)

export const referenceListRoutes: Handlers<typeof contract> = {
  ...referenceListCalls(
    'EquipmentType',
    'EquipmentTypes',
    referenceListHandlers<object>(ownLists.equipmentType),
  ),
  ...referenceListCalls('EquipmentStatus', 'EquipmentStatuses', equipmentStatuses),
  ...referenceListCalls(
    'LocationType',
    'LocationTypes',
    referenceListHandlers<object>(ownLists.locationType),
  ),
  ...referenceListCalls('Tag', 'Tags', tags),
  ...referenceListCalls(
    'ProcedureType',
    'ProcedureTypes',
    referenceListHandlers<{
      isTracer: boolean
      retentionDays: number | null
      legalHold: boolean
    }>(ownLists.procedureType),
  ),
  async getEquipmentStatus(scope, { params }) {
    const found = (await equipmentStatuses.all(scope)).rows.find(({ id }) => id === params.id)
    if (!found) throw refuseNotFound('status')
    return found
  },
  getRelatedProcedures: (scope, { params }) => relatedProcedures(scope, params.id),
  listPermittedEquipmentTypes: (scope, { params }) =>
    permittedTypes(ownLists.equipmentType, scope, params),
  listPermittedLocationTypes: (scope, { params }) =>
    permittedTypes(ownLists.locationType, scope, params),
  listPermittedProcedureTypes: (scope, { params }) =>
    permittedTypes(ownLists.procedureType, scope, params),
  getEquipmentStatuses: equipmentStatuses.all,
  getTags: tags.all,
}

import { isNull, sql } from 'drizzle-orm'
import type { Colour } from '#contract/colours.ts'
import type { JournalKey } from '#contract/journal/journalKeys.ts'
import {
  referenceListCalls,
  referenceLists as contract,
} from '#contract/referenceLists/referenceLists.ts'
import {
  companySettings,
  equipment,
  equipmentStatus,
  equipmentType,
  fellowType,
  location,
  locationType,
  metadataField,
  procedure,
  procedureType,
  progressMap,
  tag,
  user,
  zoneRule,
} from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
import type { Actor } from '#kernel/access/actor.ts'
import type { From } from '#kernel/access/rights.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { referenceListHandlers, permittedTypes, type ReferenceList } from './lists.ts'
import { relatedProcedures } from './relatedProcedures.ts'
import { carriedBy, listedBy } from './uses.ts'

/** Equipment as a use of a reference list. `field`: the journal's name of the field. */
export const things = (field: JournalKey<'equipment'>) =>
  ({
    kind: 'equipment',
    table: equipment,
    name: sql`${equipment.name}`,
    alive: isNull(equipment.deletedAt),
    visible: (from: From) => from.equipment(),
    holds: true,
    journalled: { entity: 'equipment', field },
  }) as const
export const places = (field: JournalKey<'location'>) =>
  ({
    kind: 'location',
    table: location,
    name: sql`${location.name}`,
    alive: isNull(location.deletedAt),
    visible: (from: From) => from.locations(),
    holds: true,
    journalled: { entity: 'location', field },
  }) as const
const checklists = (field: JournalKey<'procedure'>) =>
  ({
    kind: 'procedure',
    table: procedure,
    name: sql`${procedure.name}`,
    alive: isNull(procedure.deletedAt),
    visible: (from: From) => from.procedures(),
    holds: true,
    journalled: { entity: 'procedure', field },
  }) as const
/** Users who are permitted a type. They lose it with the type. */
const permitted = (field: JournalKey<'user'>) =>
  ({
    kind: 'user',
    table: user,
    name: sql`${user.firstName} || ' ' || ${user.lastName}`,
    holds: false,
    journalled: { entity: 'user', field },
  }) as const
const settings = {
  kind: 'company',
  table: companySettings,
  name: sql`(select name from company where id = ${companySettings.companyId})`,
  holds: true,
} as const

const fellowTypes = {
  kind: 'fellowType',
  table: fellowType,
  name: sql`${fellowType.name}`,
  holds: true,
} as const

const types = {
  equipmentType: {
    table: equipmentType,
    entity: 'equipmentType',
    extra: [],
    visible: (from: From) => from.equipmentTypes(),
    permitted: (actor: Actor) => actor.equipmentTypeIds,
    uses: [
      carriedBy(things('type'), 'typeId', equipment.typeId),
      listedBy(permitted('equipmentTypeIds'), 'equipmentTypeIds', user.equipmentTypeIds),
      carriedBy(settings, 'roomEquipmentTypeId', companySettings.roomEquipmentTypeId),
      listedBy(
        {
          kind: 'metadataField',
          table: metadataField,
          name: sql`${metadataField.name}`,
          holds: false,
        },
        'equipmentTypeIds',
        metadataField.equipmentTypeIds,
      ),
      listedBy(
        { kind: 'progressMap', table: progressMap, name: sql`${progressMap.name}`, holds: true },
        'equipmentTypeIds',
        progressMap.equipmentTypeIds,
      ),
      listedBy(checklists('equipmentTypes'), 'equipmentTypeIds', procedure.equipmentTypeIds),
      carriedBy(
        {
          kind: 'zoneRule',
          table: zoneRule,
          name: sql`${zoneRule.name}`,
          holds: true,
          journalled: { entity: 'zoneRule', field: 'equipmentType' },
        },
        'equipmentTypeId',
        zoneRule.equipmentTypeId,
      ),
      listedBy(fellowTypes, 'ownerTypeIds', fellowType.ownerTypeIds),
      listedBy(fellowTypes, 'fellowTypeIds', fellowType.fellowTypeIds),
    ],
  },
  equipmentStatus: {
    table: equipmentStatus,
    entity: 'equipmentStatus',
    extra: ['colour', 'isUsable', 'isInUse'],
    uses: [
      carriedBy(things('status'), 'statusId', equipment.statusId),
      listedBy(
        { kind: 'progressMap', table: progressMap, name: sql`${progressMap.name}`, holds: true },
        'statusIds',
        progressMap.statusIds,
      ),
    ],
  },
  locationType: {
    table: locationType,
    entity: 'locationType',
    extra: [],
    visible: (from: From) => from.locationTypes(),
    permitted: (actor: Actor) => actor.locationTypeIds,
    uses: [
      carriedBy(places('type'), 'typeId', location.typeId),
      listedBy(permitted('locationTypeIds'), 'locationTypeIds', user.locationTypeIds),
    ],
  },
  tag: {
    table: tag,
    entity: 'tag',
    extra: ['colour'],
    uses: [listedBy(things('tags'), 'tagIds', equipment.tagIds)],
  },
  procedureType: {
    table: procedureType,
    entity: 'procedureType',
    extra: ['isTracer', 'retentionDays', 'legalHold'],
    visible: (from: From) => from.procedureTypes(),
    permitted: (actor: Actor) => actor.procedureTypeIds,
    uses: [
      carriedBy(checklists('type'), 'typeId', procedure.typeId),
      listedBy(permitted('procedureTypeIds'), 'procedureTypeIds', user.procedureTypeIds),
    ],
  },
} satisfies Record<string, ReferenceList>

type Coloured = { colour: Colour }

const equipmentStatuses = referenceListHandlers<
  Coloured & { isUsable: boolean; isInUse?: boolean }
>(types.equipmentStatus)
const tags = referenceListHandlers<Coloured>(types.tag)

export const referenceListRoutes: Handlers<typeof contract> = {
  ...referenceListCalls(
    'EquipmentType',
    'EquipmentTypes',
    referenceListHandlers<object>(types.equipmentType),
  ),
  ...referenceListCalls('EquipmentStatus', 'EquipmentStatuses', equipmentStatuses),
  ...referenceListCalls(
    'LocationType',
    'LocationTypes',
    referenceListHandlers<object>(types.locationType),
  ),
  ...referenceListCalls('Tag', 'Tags', tags),
  ...referenceListCalls(
    'ProcedureType',
    'ProcedureTypes',
    referenceListHandlers<{
      isTracer: boolean
      retentionDays: number | null
      legalHold: boolean
    }>(types.procedureType),
  ),
  async getEquipmentStatus(scope, { params }) {
    const found = (await equipmentStatuses.all(scope)).rows.find(({ id }) => id === params.id)
    if (!found) throw notThere('status')
    return found
  },
  getRelatedProcedures: (scope, { params }) => relatedProcedures(scope, params.id),
  listPermittedEquipmentTypes: (scope, { params }) =>
    permittedTypes(types.equipmentType, scope, params),
  listPermittedLocationTypes: (scope, { params }) =>
    permittedTypes(types.locationType, scope, params),
  listPermittedProcedureTypes: (scope, { params }) =>
    permittedTypes(types.procedureType, scope, params),
  getEquipmentStatuses: equipmentStatuses.all,
  getTags: tags.all,
}

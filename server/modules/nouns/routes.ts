import { sql } from 'drizzle-orm'
import type { Colour } from '#contract/colours'
import { nouns as contract } from '#contract/nouns'
import { equipment, equipmentStatus, equipmentType, location, locationType, procedure, procedureType, tag } from '../../db/schema/index.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { nounHandlers, type Noun } from './nouns.ts'

const types = {
  equipmentType: { table: equipmentType, entity: 'equipmentType', extra: [],
    usedBy: sql<number>`(select count(*)::int from ${equipment} where ${equipment.companyId} = ${equipmentType.companyId} and ${equipment.typeId} = ${equipmentType.id} and ${equipment.deletedAt} is null)` },
  equipmentStatus: { table: equipmentStatus, entity: 'equipmentStatus', extra: ['colour', 'isUsable'],
    usedBy: sql<number>`(select count(*)::int from ${equipment} where ${equipment.companyId} = ${equipmentStatus.companyId} and ${equipment.statusId} = ${equipmentStatus.id} and ${equipment.deletedAt} is null)` },
  locationType: { table: locationType, entity: 'locationType', extra: [],
    usedBy: sql<number>`(select count(*)::int from ${location} where ${location.companyId} = ${locationType.companyId} and ${location.typeId} = ${locationType.id} and ${location.deletedAt} is null)` },
  tag: { table: tag, entity: 'tag', extra: ['colour'],
    usedBy: sql<number>`(select count(*)::int from ${equipment} where ${equipment.companyId} = ${tag.companyId} and ${equipment.tagIds} @> array[${tag.id}] and ${equipment.deletedAt} is null)` },
  procedureType: { table: procedureType, entity: 'procedureType', extra: ['isTracer'],
    usedBy: sql<number>`(select count(*)::int from ${procedure} where ${procedure.companyId} = ${procedureType.companyId} and ${procedure.typeId} = ${procedureType.id} and ${procedure.deletedAt} is null)` },
} satisfies Record<string, Noun>

type Coloured = { colour: Colour }

const equipmentTypes = nounHandlers<object>(types.equipmentType)
const equipmentStatuses = nounHandlers<Coloured & { isUsable: boolean }>(types.equipmentStatus)
const locationTypes = nounHandlers<object>(types.locationType)
const tags = nounHandlers<Coloured>(types.tag)
const procedureTypes = nounHandlers<{ isTracer: boolean }>(types.procedureType)

export const nounRoutes: Handlers<typeof contract> = {
  listEquipmentTypes: equipmentTypes.list, createEquipmentType: equipmentTypes.create, updateEquipmentType: equipmentTypes.update, deleteEquipmentType: equipmentTypes.remove,
  listEquipmentStatuses: equipmentStatuses.list, createEquipmentStatus: equipmentStatuses.create, updateEquipmentStatus: equipmentStatuses.update, deleteEquipmentStatus: equipmentStatuses.remove,
  listLocationTypes: locationTypes.list, createLocationType: locationTypes.create, updateLocationType: locationTypes.update, deleteLocationType: locationTypes.remove,
  listTags: tags.list, createTag: tags.create, updateTag: tags.update, deleteTag: tags.remove,
  listProcedureTypes: procedureTypes.list, createProcedureType: procedureTypes.create, updateProcedureType: procedureTypes.update, deleteProcedureType: procedureTypes.remove,
  getEquipmentStatuses: equipmentStatuses.all, getTags: tags.all,
}

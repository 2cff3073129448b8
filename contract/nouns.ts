/** The small nouns an administrator keeps: types, statuses, tags. One shape for all, so one screen serves them all. */
import { z } from 'zod'
import { mutation, query, type TagType } from './endpoint.ts'
import { colours } from './colours.ts'
import { id, idParam, type IdKind } from './ids.ts'
import { listAnswer, listQuestion, name, version } from './shapes.ts'

const noun = <K extends IdKind>(kind: K) => z.object({
  id: id(kind), name: z.string(),
  /** How many things use it now. */
  usedBy: z.number().int(), version,
})

/** list, create, update, delete of one noun. `extra` are its own columns; deleting one in use is 409 naming its users. */
function nounContract<K extends IdKind, X extends z.ZodRawShape>(kind: K, path: string, tag: TagType, extra: X) {
  const row = noun(kind).extend(extra)
  const draft = z.strictObject({ name }).extend(extra)
  return {
    row,
    list: query({
      method: 'POST', path: `${path}/get`, access: 'session', summary: `List ${tag}`, body: listQuestion(['name', 'usedBy']).strict(),
      response: listAnswer(row), reads: [tag],
    }),
    create: mutation({
      method: 'POST', path, access: 'can:editor|management', summary: `Add ${tag}`, body: draft, response: row, writes: [tag],
    }),
    update: mutation({
      method: 'PUT', path: `${path}/{id}`, access: 'can:editor|management', summary: `Change ${tag}`,
      params: z.object({ id: idParam(kind) }), body: draft.partial().extend({ version }), response: row, writes: [tag],
    }),
    remove: mutation({
      method: 'DELETE', path: `${path}/{id}`, access: 'can:editor|management', summary: `Remove ${tag}; 409 while in use`,
      params: z.object({ id: idParam(kind) }), response: z.object({ deleted: z.literal(true) }), writes: [tag],
    }),
  }
}

const equipmentType = nounContract('equipmentType', '/api/equipment-types', 'EquipmentType', {})
const equipmentStatus = nounContract('equipmentStatus', '/api/equipment-statuses', 'EquipmentStatus', { colour: z.enum(colours), isUsable: z.boolean() })
const locationType = nounContract('locationType', '/api/location-types', 'LocationType', {})
const tag = nounContract('tag', '/api/tags', 'Tag', { colour: z.enum(colours) })
const procedureType = nounContract('procedureType', '/api/procedure-types', 'ProcedureType', {
  /** An audit that follows a path through the facility (decisions, 'Words'). */
  isTracer: z.boolean(),
})

export const nouns = {
  listEquipmentTypes: equipmentType.list, createEquipmentType: equipmentType.create, updateEquipmentType: equipmentType.update, deleteEquipmentType: equipmentType.remove,
  listEquipmentStatuses: equipmentStatus.list, createEquipmentStatus: equipmentStatus.create, updateEquipmentStatus: equipmentStatus.update, deleteEquipmentStatus: equipmentStatus.remove,
  listLocationTypes: locationType.list, createLocationType: locationType.create, updateLocationType: locationType.update, deleteLocationType: locationType.remove,
  listTags: tag.list, createTag: tag.create, updateTag: tag.update, deleteTag: tag.remove,
  listProcedureTypes: procedureType.list, createProcedureType: procedureType.create, updateProcedureType: procedureType.update, deleteProcedureType: procedureType.remove,
  /** The spec's own calls for the same lists (section 7). */
  getEquipmentStatuses: query({
    method: 'GET', path: '/api/equipment-statuses', access: 'session', summary: 'All statuses', response: listAnswer(equipmentStatus.row), reads: ['EquipmentStatus'],
  }),
  getTags: query({ method: 'GET', path: '/api/tags', access: 'session', summary: 'All tags', response: listAnswer(tag.row), reads: ['Tag'] }),
}

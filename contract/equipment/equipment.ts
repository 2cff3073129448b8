import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { colours } from '#contract/colours.ts'
import { tableKeys } from '#contract/entityFields.ts'
import { equipmentFields } from './equipmentFields.ts'
import { plainGiven, plainShown } from '#contract/fieldSchemas.ts'
import { filterObject } from '#contract/filter.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import { livePosition, stay } from '#contract/rtls/rtlsShapes.ts'
import { MAX_METADATA_TEXT } from '#contract/rules/metadata.ts'
import { MAX_IDS } from '#contract/rules/bounds.ts'
import {
  instant,
  listAnswer,
  listQuestion,
  name,
  text,
  tiny,
  treeNode,
  version,
  versionIfKnown,
  isCountBounded,
} from '#contract/shapes.ts'

/** A named thing as shown inside another row. */
const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })
const statusMark = z.object({
  id: id('equipmentStatus'),
  name: z.string(),
  colour: z.enum(colours),
  /** May equipment in this status be used? */
  isUsable: z.boolean(),
})

const metadataValue = z.union([
  text(MAX_METADATA_TEXT),
  z.number(),
  z.boolean(),
  z.array(text(200)).max(200),
])
/** As it is kept: an automation of before may have written more than is taken now. */
const keptMetadataValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

export const equipmentRow = z.object({
  id: id('equipment'),
  ...plainShown(equipmentFields),
  type: named(id('equipmentType')),
  status: statusMark.nullable(),
  location: named(id('location')).nullable(),
  orgEntity: named(id('orgEntity')).nullable(),
  tags: z.array(named(id('tag')).extend({ colour: z.enum(colours) })),
  /** Gateways and infrastructure: a fixed place on the map. */
  isStatic: z.boolean(),
  /**
   * Open tickets on it, and alerts about it that I have not seen (decisions, 'Words': alerts
   * count).
   */
  alertsCount: z.number().int(),
  updatedAt: instant,
  version,
})
export type EquipmentRow = z.infer<typeof equipmentRow>

export const equipmentDetail = equipmentRow.extend({
  /** Facts beyond the fixed columns, e.g. manufacturer, model; order is kept. */
  details: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Values of the company's metadata fields, by field. */
  metadata: z.array(
    z.object({
      fieldId: id('metadataField'),
      name: z.string(),
      unit: z.string().nullable(),
      value: keptMetadataValue,
    }),
  ),
  /** From the outermost location to its own. */
  locationPath: z.array(named(id('location'))),
  /**
   * Where it is on the map: put there by hand (`method`), or heard there at `at`. Where it belongs
   * may be elsewhere.
   */
  position: livePosition
    .omit({ equipmentId: true })
    .extend({
      roomName: z.string().nullable(),
      floorName: z.string(),
      building: named(id('building')),
    })
    .nullable(),
  /**
   * Where it stayed, newest first: the first few. `rtls.getLastLocationsOfEquipment` pages through
   * all.
   */
  lastSeen: z.object({ rows: z.array(stay), /** There are more, or may be. */ isCut: z.boolean() }),
  createdAt: instant,
  /** In the answer to a change: so many that belong to it went along. */
  fellowsMoved: z.number().int().optional(),
})

const equipmentDraft = z.strictObject({
  ...plainGiven(equipmentFields),
  typeId: id('equipmentType'),
  statusId: id('equipmentStatus').nullable().optional(),
  locationId: id('location').nullable().optional(),
  orgEntityId: id('orgEntity').nullable().optional(),
  tagIds: ids('tag').optional(),
  isStatic: z.boolean().optional(),
  details: z
    .array(z.strictObject({ key: name, value: text(2000) }))
    .max(100)
    .optional(),
  /** The whole set: a field that is left out loses its value. */
  metadata: z
    .array(z.strictObject({ fieldId: id('metadataField'), value: metadataValue }))
    .max(500)
    .optional(),
})

/** What a batch changed, by the status it was before: what takes it back needs to know no more. */
const statusesBefore = z.array(
  z.strictObject({
    statusId: id('equipmentStatus').nullable(),
    equipmentIds: ids('equipment').min(1),
  }),
)
export const statusesSet = z.object({
  updated: z.number().int(),
  /** What belongs to them and got the status too; `before` knows of these as well. */
  fellows: z.number().int(),
  before: statusesBefore,
})
export type StatusesSet = z.output<typeof statusesSet>

/**
 * What the equipment tree may be ordered by. A location here is the place itself, without what lies
 * inside it.
 */
export const equipmentGroupings = ['type', 'status', 'location'] as const
export type EquipmentGrouping = (typeof equipmentGroupings)[number]

export const equipmentList = listQuestion(['updatedAt', ...tableKeys(equipmentFields)])
  .extend({
    isCountBounded,
    filter: filterObject.optional(),
    isStatic: z.boolean().optional(),
    /** What this import wrote and nobody has taken back. */
    importId: id('import').optional(),
    /**
     * One branch of the tree; a null id asks for what is in none, or in a place the asker may not
     * see.
     */
    group: z
      .strictObject({
        by: z.enum(equipmentGroupings),
        id: z.number().int().min(1).max(2_147_483_647).nullable(),
      })
      .optional(),
  })
  .strict()

export const equipmentGroup = z.object({
  /** Null with its name: in none. */
  id: z.number().int().nullable(),
  name: z.string().nullable(),
  /** Of a status; null of the others. */
  colour: z.enum(colours).nullable(),
  /** From the outermost place to the one around it; empty for types and statuses. */
  path: z.array(named(id('location'))),
  equipmentCount: z.number().int(),
})
export type EquipmentGroup = z.infer<typeof equipmentGroup>

export const equipment = {
  listEquipment: query({
    method: 'POST',
    path: '/api/equipment/get',
    access: 'session',
    summary: 'Equipment, filtered and paged',
    body: equipmentList,
    response: listAnswer(equipmentRow),
    keptOnDevice: true,
    reads: ({ response }) => [
      'Equipment',
      ...response.rows.map((row) => ({ type: 'Equipment' as const, id: row.id })),
    ],
  }),
  listTinyEquipment: query({
    method: 'POST',
    path: '/api/equipment/get-tiny',
    access: 'session',
    summary:
      'Equipment for pickers: id, name, typeId. Before the first page of all of it stands the placeholder (id null), which neither `limit` nor `count` counts',
    body: listQuestion(['name'])
      .extend({ filter: filterObject.optional(), ids: ids('equipment').optional() })
      .strict(),
    response: listAnswer(tiny),
    reads: ['Equipment'],
  }),
  getEquipment: query({
    method: 'GET',
    path: '/api/equipment/{id}',
    access: 'session',
    summary: 'One equipment',
    params: z.object({ id: idParam('equipment') }),
    response: equipmentDetail,
    keptOnDevice: true,
    reads: ({ params }) => [{ type: 'Equipment', id: params.id }],
  }),
  createEquipment: mutation({
    method: 'POST',
    path: '/api/equipment',
    access: 'can:editor|equipment',
    summary: 'Add an equipment',
    body: equipmentDraft,
    response: equipmentDetail,
    writes: ['Equipment'],
  }),
  updateEquipment: mutation({
    method: 'PUT',
    path: '/api/equipment/{id}',
    access: 'can:editor|equipment',
    summary: 'Change an equipment; a stale version is 409',
    params: z.object({ id: idParam('equipment') }),
    body: equipmentDraft.partial().extend({
      version: versionIfKnown,
      /** Null clears the position on the map; `rtls.placeEquipment` sets one. */
      position: z.null().optional(),
    }),
    response: equipmentDetail,
    writes: ({ params }) => ['Equipment', { type: 'Equipment', id: params.id }, 'Journal'],
  }),
  deleteEquipment: mutation({
    method: 'DELETE',
    path: '/api/equipment/{id}',
    access: 'can:editor|equipment',
    summary: 'Take an equipment out of the lists; its logs and tickets stay',
    params: z.object({ id: idParam('equipment') }),
    response: z.object({ deleted: z.literal(true) }),
    writes: ({ params }) => ['Equipment', { type: 'Equipment', id: params.id }],
  }),
  bulkUpdateStatus: mutation({
    method: 'POST',
    idempotent: true,
    path: '/api/equipment/bulk-update-status',
    access: 'can:editor|equipment',
    summary: 'Give many the same status',
    body: z.strictObject({
      equipmentIds: ids('equipment').min(1),
      statusId: id('equipmentStatus').nullable(),
    }),
    response: statusesSet,
    writes: ['Equipment', 'Journal'],
  }),
  restoreStatuses: mutation({
    method: 'POST',
    idempotent: true,
    path: '/api/equipment/restore-statuses',
    access: 'can:editor|equipment',
    summary: 'Take a batch of statuses back; what has another status since keeps that one',
    body: z.strictObject({
      /** As the batch set it. */
      statusId: id('equipmentStatus').nullable(),
      before: statusesBefore.min(1).max(MAX_IDS),
    }),
    response: z.object({
      updated: z.number().int(),
      /** Changed since, and left so. */
      left: z.number().int(),
    }),
    writes: ['Equipment', 'Journal'],
  }),
  exportEquipment: query({
    method: 'POST',
    path: '/api/equipment/export',
    access: 'session',
    summary: 'What the list shows, as CSV',
    takesTurn: true,
    wire: 'stream',
    body: equipmentList.omit({ limit: true, offset: true }),
    response: z.string(),
    reads: [],
  }),
  /** The tree's branches; what is in one is `listEquipment` with its `group`. */
  listEquipmentGroups: query({
    method: 'POST',
    path: '/api/equipment/get-groups',
    access: 'session',
    summary: 'The branches of the equipment tree with their counts; in none comes last',
    body: equipmentList
      .omit({ sort: true, group: true })
      .extend({ by: z.enum(equipmentGroupings) })
      .strict(),
    response: listAnswer(equipmentGroup),
    reads: ['Equipment', 'EquipmentType', 'EquipmentStatus', 'Location'],
  }),
  getEquipmentTree: query({
    method: 'GET',
    path: '/api/equipment-tree',
    access: 'session',
    summary: 'Types (b…) holding equipment; past 5,000 the last branch, b0, says how many more',
    response: z.array(treeNode),
    reads: ['Equipment', 'EquipmentType'],
  }),
}

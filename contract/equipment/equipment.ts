import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { colours } from '#contract/colours.ts'
import { tableKeys } from '#contract/entityFields.ts'
import { equipmentFields } from './equipmentFields.ts'
import { plainGiven, plainShown } from '#contract/fieldSchemas.ts'
import { filterObject } from '#contract/filter.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import { livePosition, stay } from '#contract/rtls/rtlsShapes.ts'
import {
  givenMetadata,
  ownColumns,
  ownFieldFilter,
  ownValues,
  shownMetadata,
} from '#contract/metadataValues.ts'
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

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })
const statusMark = z.object({
  id: id('equipmentStatus'),
  name: z.string(),
  colour: z.enum(colours),
  isUsable: z.boolean(),
})

export const equipmentRow = z.object({
  id: id('equipment'),
  ...plainShown(equipmentFields),
  type: named(id('equipmentType')),
  status: statusMark.nullable(),
  location: named(id('location')).nullable(),
  orgEntity: named(id('orgEntity')).nullable(),
  tags: z.array(named(id('tag')).extend({ colour: z.enum(colours) })),
  /** Gateways and infrastructure with a fixed position on the map. */
  isStatic: z.boolean(),
  /** Open tickets plus the user's unseen alerts about it (decisions, 'Words': alerts count). */
  alertsCount: z.number().int(),
  ownValues,
  updatedAt: instant,
  version,
})
export type EquipmentRow = z.infer<typeof equipmentRow>

export const equipmentDetail = equipmentRow.extend({
  details: z.array(z.object({ key: z.string(), value: z.string() })),
  metadata: shownMetadata,
  locationPath: z.array(named(id('location'))),
  /**
   * The position on the map: placed by hand (`method`), or located at `at`. Its assigned location
   * may differ.
   */
  position: livePosition
    .omit({ equipmentId: true })
    .extend({
      roomName: z.string().nullable(),
      floorName: z.string(),
      building: named(id('building')),
    })
    .nullable(),
  /** The latest stay, newest first. `rtls.getLastLocationsOfEquipment` pages through all stays. */
  lastSeen: z.object({ rows: z.array(stay), isCut: z.boolean() }),
  createdAt: instant,
  /** Only in the response to a change: the number of attached equipment that moved with it. */
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
  metadata: givenMetadata.optional(),
})

/** Previous statuses of the equipment a batch changed; an undo needs only these. */
const statusesBefore = z.array(
  z.strictObject({
    statusId: id('equipmentStatus').nullable(),
    equipmentIds: ids('equipment').min(1),
  }),
)
export const statusesSet = z.object({
  updated: z.number().int(),
  fellows: z.number().int(),
  before: statusesBefore,
})
export type StatusesSet = z.output<typeof statusesSet>

/**
 * Groupings of the equipment tree. A location group contains its own equipment, not that of
 * locations inside it.
 */
export const equipmentGroupings = ['type', 'status', 'location'] as const
export type EquipmentGrouping = (typeof equipmentGroupings)[number]

export const equipmentList = listQuestion(['updatedAt', ...tableKeys(equipmentFields)])
  .extend({
    isCountBounded,
    filter: filterObject.optional(),
    isStatic: z.boolean().optional(),
    importId: id('import').optional(),
    ownField: ownFieldFilter.optional(),
    ownColumns,
    /**
     * One branch of the tree. A null id selects equipment without the value, or in a location the
     * user may not see.
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
  /** Null, with a null name, for equipment without the value. */
  id: z.number().int().nullable(),
  name: z.string().nullable(),
  colour: z.enum(colours).nullable(),
  /** From the outermost location to the parent; empty for types and statuses. */
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
      statusId: id('equipmentStatus').nullable(),
      before: statusesBefore.min(1).max(MAX_IDS),
    }),
    response: z.object({
      updated: z.number().int(),
      left: z.number().int(),
    }),
    writes: ['Equipment', 'Journal'],
  }),
  /** The tree's branches. `listEquipment` with `group` returns the equipment of one branch. */
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

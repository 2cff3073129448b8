import { z } from 'zod'
import { givenGtin } from '#contract/fieldSchemas.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { statusesSet } from '#contract/equipment/equipment.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import { referenceListCalls, referenceListContract } from './referenceLists.ts'
import { metadataOwners, metadataTypes } from '#contract/rules/metadata.ts'
import {
  givenDay,
  identifier,
  instant,
  listAnswer,
  listQuestion,
  name,
  text,
  treeNode,
} from '#contract/shapes.ts'

const metadataField = referenceListContract(
  'metadataField',
  '/api/equipment-metadata',
  'MetadataField',
  {
    dataType: z.enum(metadataTypes),
    choices: z.array(name).max(200),
    unit: text(40).nullable(),
    /** Types whose equipment has the field; empty for all. */
    equipmentTypeIds: ids('equipmentType'),
  },
  {
    touches: ['Equipment', 'Location', 'Ticket'],
    readOnly: {
      belongsTo: z.enum(metadataOwners),
      locationTypeIds: ids('locationType'),
      ticketTypeIds: ids('ticketType'),
    },
    writeOnly: {
      /** Omit for equipment. It cannot change while the field has values. */
      belongsTo: z.enum(metadataOwners).optional(),
      locationTypeIds: ids('locationType').optional(),
      ticketTypeIds: ids('ticketType').optional(),
      /** Confirms that stored values stay that do not fit the new kind or choices. */
      keepsValues: z.literal(true).optional(),
    },
  },
)

/** HTTP or HTTPS, without a user name or password, which would appear in logs. */
const hookAddress = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((value) => !/^https?:\/\/[^/]*@/.test(value), 'No password in the address')
  .meta({ example: 'https://hooks.sample.test/in' })
export const hookMethods = ['POST', 'PUT', 'GET'] as const

const apiHook = referenceListContract(
  'apiHook',
  '/api/api-hooks',
  'ApiHook',
  {
    /** Returned without its query string; without permission to edit automations, only the host. */
    url: hookAddress,
    method: z.enum(hookMethods),
    isActive: z.boolean(),
  },
  {
    readOnly: {
      hasSecret: z.boolean(),
      /**
       * The stored URL has a query string, which may contain a secret. Sending the shown `url` back
       * keeps it.
       */
      hasMore: z.boolean(),
    },
    // A changed URL receives everything that automations send to this hook.
    access: 'can:editor|automations',
    /** Signs each call. It is never returned. Omit to keep it, null to remove it. */
    writeOnly: { secret: text(200, 16).nullable().optional() },
  },
)

/** An AI agent rule: a named instruction plus candidates (decisions, 'Tickets'). */
const assignRule = referenceListContract('assignRule', '/api/ticket-assign-rules', 'AssignRule', {
  instruction: text(2_000, 1),
  userIds: ids('user'),
  roleIds: ids('role'),
  isActive: z.boolean(),
})

const inventoryItem = referenceListContract(
  'inventoryItem',
  '/api/inventory-items',
  'InventoryItem',
  {
    unit: text(40),
    category: text(100),
    /** Counted in doses, some of which may be discarded (spec section 3). */
    hasDoses: z.boolean(),
    /** Procedures that offer the item; empty for all. */
    procedureIds: ids('procedure'),
    /** GTIN of the product. Scanned labels find its stock. */
    gtin: givenGtin.nullable().optional(),
    /** The manufacturer's number (REF). */
    catalogueNumber: identifier(200).nullable().optional(),
    supplier: text(200).nullable().optional(),
    /** Types of equipment that it is a part of. Omit to keep; empty if unknown. */
    fitsTypeIds: ids('equipmentType').optional(),
  },
)

const validationType = referenceListContract(
  'validationType',
  '/api/validation-types',
  'ValidationType',
  {
    dataType: z.enum(['number', 'text']),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    /** A regular expression that the whole text must match. */
    pattern: text(500).nullable(),
    hint: text(500).nullable(),
  },
  { touches: ['Procedure', 'SurveyQuestion'] },
)

/** An ordered list of statuses (decisions, 'Words'). */
const progressMap = referenceListContract(
  'progressMap',
  '/api/progress-maps',
  'ProgressMap',
  {
    statusIds: z
      .array(id('equipmentStatus'))
      .min(2)
      .max(50)
      .refine((steps) => new Set(steps).size === steps.length, 'A status stands twice'),
    /** Types whose equipment follows the map; empty for all. */
    equipmentTypeIds: ids('equipmentType'),
  },
  {
    touches: ['EquipmentStatus'],
    /** May have fewer than two if a status was replaced by another. */
    readOnly: { statusIds: z.array(id('equipmentStatus')) },
  },
)

/** Lists used as pickers omit the usage counts. */
const uncounted = { usedBy: true, namedBy: true } as const

/** Sums of use over procedure logs (spec section 3). */
const used = {
  affectedAmount: z.number(),
  discardedDoses: z.number().int(),
  procedureLogs: z.number().int(),
}

export const referenceData = {
  ...referenceListCalls('MetadataField', 'MetadataFields', metadataField),
  ...referenceListCalls('ApiHook', 'ApiHooks', apiHook),
  ...referenceListCalls('AssignRule', 'AssignRules', assignRule),
  ...referenceListCalls('InventoryItem', 'InventoryItems', inventoryItem),
  ...referenceListCalls('ValidationType', 'ValidationTypes', validationType),
  ...referenceListCalls('ProgressMap', 'ProgressMaps', progressMap),
  /** The specification's own calls (section 7). */
  getEquipmentMetadata: query({
    method: 'GET',
    path: '/api/equipment-metadata',
    access: 'session',
    summary: 'All metadata fields of equipment',
    response: listAnswer(metadataField.row),
    reads: ['MetadataField'],
  }),
  getMetadataFields: query({
    method: 'GET',
    path: '/api/metadata-fields/{belongsTo}',
    access: 'session',
    summary: 'The fields that the company added to its equipment, locations or tickets',
    params: z.object({ belongsTo: z.enum(metadataOwners) }),
    response: listAnswer(metadataField.row),
    keptOnDevice: true,
    reads: ['MetadataField'],
  }),
  getEquipmentMetadataTypes: query({
    method: 'GET',
    path: '/api/equipment-metadata-types',
    access: 'session',
    summary: 'What kinds of metadata there are',
    response: z.array(z.object({ id: z.enum(metadataTypes), hasChoices: z.boolean() })),
    reads: [],
  }),
  getRelatedProgressMaps: query({
    method: 'GET',
    path: '/api/equipment-statuses/{id}/related-progressmaps',
    access: 'session',
    summary: 'Progress maps in which the status is a step',
    params: z.object({ id: idParam('equipmentStatus') }),
    response: listAnswer(progressMap.row.omit(uncounted)),
    reads: ['ProgressMap', 'EquipmentStatus'],
  }),
  bulkUpdateProgress: mutation({
    method: 'POST',
    idempotent: true,
    path: '/api/progress-maps/bulk-update-equipment-status',
    access: 'can:editor|equipment',
    summary:
      'Bring equipment to a step of a progress map; 400 when the status is none of its steps, or the equipment of another type',
    body: z.strictObject({
      progressMapId: id('progressMap'),
      equipmentIds: ids('equipment').min(1),
      statusId: id('equipmentStatus'),
    }),
    response: statusesSet,
    writes: ['Equipment', 'Journal'],
  }),
  makeApiHookSecret: mutation({
    method: 'POST',
    path: '/api/api-hooks/{id}/secret',
    access: 'can:editor|automations',
    confirmed: true,
    summary:
      'A fresh secret for a hook; it is shown in this answer and never again, the former one stops signing',
    params: z.object({ id: idParam('apiHook') }),
    response: z.object({ secret: z.string() }),
    writes: ['ApiHook', 'Journal'],
  }),
  getApiHooks: query({
    method: 'GET',
    path: '/api/procedures/api-hooks',
    access: 'session',
    summary: 'Hooks a rule may call, without their secrets',
    response: listAnswer(z.object({ id: id('apiHook'), name: z.string(), isActive: z.boolean() })),
    reads: ['ApiHook'],
  }),
  getTicketAssignRules: query({
    method: 'GET',
    path: '/api/ticket-assign-rules',
    access: 'session',
    summary: 'All AI agent rules',
    response: listAnswer(assignRule.row),
    reads: ['AssignRule'],
  }),
  getInventoryTree: query({
    method: 'POST',
    path: '/api/inventory-tree',
    access: 'session',
    summary: 'Inventory by category, for one procedure or all',
    body: z.strictObject({ procedureId: id('procedure').optional() }),
    response: z.array(treeNode),
    reads: ['InventoryItem'],
  }),
  getInventories: query({
    method: 'POST',
    path: '/api/inventories/get',
    access: 'session',
    summary:
      'Inventory items offered with a procedure, and what was used of each in the performances the asker may see',
    body: z.strictObject({ procedureId: id('procedure').optional() }),
    response: listAnswer(
      inventoryItem.row.omit(uncounted).extend({
        ...used,
        /** Sum over locations the user may see; null if none of them stocks it. */
        inStock: z.number().nullable(),
        lowAt: z.number().int(),
      }),
    ),
    keptOnDevice: true,
    reads: ['InventoryItem', 'ProcedureLog', 'Stock'],
  }),
  listInventoryUse: query({
    method: 'POST',
    path: '/api/inventories/{id}/used',
    access: 'session',
    summary: 'The performances that used an item, newest first, and their sum',
    params: z.object({ id: idParam('inventoryItem') }),
    body: listQuestion(['at'])
      .omit({ search: true })
      .extend({
        /** Calendar days of the company, both included. */
        from: givenDay.optional(),
        to: givenDay.optional(),
      })
      .strict(),
    response: listAnswer(
      z.object({
        id: id('procedureLog'),
        at: instant,
        procedure: z.string(),
        place: z.string().nullable(),
        doneBy: z.string(),
        amount: z.number(),
        discardedDoses: z.number().int(),
      }),
    ).extend({
      affectedAmount: used.affectedAmount,
      discardedDoses: used.discardedDoses,
      /** Number of procedure logs with the item that the user may not see; not in the sums. */
      beyondRights: z.number().int(),
    }),
    reads: ['InventoryItem', 'ProcedureLog'],
  }),
  getValidationTypes: query({
    method: 'GET',
    path: '/api/validation-types',
    access: 'session',
    summary: 'All validation types',
    response: listAnswer(validationType.row),
    reads: ['ValidationType'],
  }),
}

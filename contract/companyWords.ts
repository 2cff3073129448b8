/** More of what an administrator keeps: metadata fields, API hooks, assign rules, inventory items, validation types. */
import { z } from 'zod'
import { query } from './endpoint.ts'
import { id, ids } from './ids.ts'
import { nounCalls, nounContract } from './nouns.ts'
import { metadataTypes } from './rules/metadata.ts'
import { listAnswer, name, text, treeNode } from './shapes.ts'

const metadataField = nounContract('metadataField', '/api/equipment-metadata', 'MetadataField', {
  dataType: z.enum(metadataTypes), choices: z.array(name).max(200), unit: text(40).nullable(),
  /** Equipment of these types has the field; empty: all. */
  equipmentTypeIds: ids('equipmentType'),
}, { touches: ['Equipment'] })

/** Only the web, and no name or password in the address, where logs would show them. */
const hookAddress = z.url({ protocol: /^https?$/ }).max(2_000).refine((value) => !/^https?:\/\/[^/]*@/.test(value), 'No password in the address').meta({ example: 'https://hooks.sample.test/in' })
export const hookMethods = ['POST', 'PUT', 'GET'] as const

const apiHook = nounContract('apiHook', '/api/api-hooks', 'ApiHook', { url: hookAddress, method: z.enum(hookMethods), isActive: z.boolean() }, {
  shown: { hasSecret: z.boolean() },
  /** Signs each call. Given once and never shown again; null takes it away, absent leaves it. */
  written: { secret: text(200, 16).nullable().optional() },
})

/** An AI agent rule: a named instruction plus candidates (decisions, 'Tickets'). */
const assignRule = nounContract('assignRule', '/api/ticket-assign-rules', 'AssignRule', {
  instruction: text(2_000, 1), userIds: ids('user'), roleIds: ids('role'), isActive: z.boolean(),
})

const inventoryItem = nounContract('inventoryItem', '/api/inventory-items', 'InventoryItem', {
  unit: text(40), category: text(100),
  /** Counted in doses, of which some may be discarded (specification, section 3). */
  hasDoses: z.boolean(),
  /** Offered when one of these is performed; empty: with all. */
  procedureIds: ids('procedure'),
})

/** What an answer must keep to: a span of numbers, or a pattern of text. */
const validationType = nounContract('validationType', '/api/validation-types', 'ValidationType', {
  dataType: z.enum(['number', 'text']), minimum: z.number().nullable(), maximum: z.number().nullable(),
  /** A regular expression that the whole text must match. */
  pattern: text(500).nullable(), hint: text(500).nullable(),
})

export const companyWords = {
  ...nounCalls('MetadataField', 'MetadataFields', metadataField), ...nounCalls('ApiHook', 'ApiHooks', apiHook), ...nounCalls('AssignRule', 'AssignRules', assignRule),
  ...nounCalls('InventoryItem', 'InventoryItems', inventoryItem), ...nounCalls('ValidationType', 'ValidationTypes', validationType),
  /** The spec's own calls (section 7). */
  getEquipmentMetadata: query({ method: 'GET', path: '/api/equipment-metadata', access: 'session', summary: 'All metadata fields', response: listAnswer(metadataField.row), reads: ['MetadataField'] }),
  getEquipmentMetadataTypes: query({ method: 'GET', path: '/api/equipment-metadata-types', access: 'session', summary: 'What kinds of metadata there are', response: z.array(z.object({ id: z.enum(metadataTypes), hasChoices: z.boolean() })), reads: [] }),
  getApiHooks: query({ method: 'GET', path: '/api/procedures/api-hooks', access: 'session', summary: 'Hooks a rule may call, without their secrets', response: listAnswer(z.object({ id: id('apiHook'), name: z.string(), isActive: z.boolean() })), reads: ['ApiHook'] }),
  getTicketAssignRules: query({ method: 'GET', path: '/api/ticket-assign-rules', access: 'session', summary: 'All AI agent rules', response: listAnswer(assignRule.row), reads: ['AssignRule'] }),
  getInventoryTree: query({
    method: 'POST', path: '/api/inventory-tree', access: 'session', summary: 'Inventory by category, for one procedure or all',
    body: z.strictObject({ procedureId: id('procedure').optional() }), response: z.array(treeNode), reads: ['InventoryItem'],
  }),
  getInventories: query({
    method: 'POST', path: '/api/inventories/get', access: 'session', summary: 'Inventory items offered with a procedure',
    body: z.strictObject({ procedureId: id('procedure').optional() }), response: listAnswer(inventoryItem.row), reads: ['InventoryItem'],
  }),
  getValidationTypes: query({ method: 'GET', path: '/api/validation-types', access: 'session', summary: 'All validation types', response: listAnswer(validationType.row), reads: ['ValidationType'] }),
}

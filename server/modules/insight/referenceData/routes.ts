import { eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { referenceData as contract } from '#contract/referenceLists/referenceData.ts'
import { referenceListCalls } from '#contract/referenceLists/referenceLists.ts'
import {
  fieldFaults,
  metadataTypes,
  type FieldShape,
  type MetadataOwner,
} from '#contract/rules/metadata.ts'
import type { TreeNode } from '#contract/shapes.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict } from '#kernel/http/errors.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { patternFault } from '#kernel/data/pattern.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  usedInFacts,
  keyedBy,
  locationUse,
  referenceListHandlers,
  equipmentUse,
} from '../../foundation/referenceLists/index.ts'
import { stockByItem } from '../../work/inventory/index.ts'
import { asAnotherVersion } from '../../work/procedures/index.ts'
import { apiHookHandlers, makeSecret } from './apiHooks.ts'
import { refuseUnfitValues } from './fieldChange.ts'
import { bulkUpdateProgress, mapsOfStatus } from './progress.ts'
import { usedByItem, useOf } from './used.ts'

type Columns<E extends keyof typeof contract> = Omit<
  z.input<(typeof contract)[E]['response']>,
  'id' | 'name' | 'usedBy' | 'namedBy' | 'version'
> &
  object

const fields = referenceListHandlers<Columns<'createMetadataField'>>({
  table: tables.metadataField,
  entity: 'metadataField',
  extra: ['belongsTo', 'dataType', 'choices', 'unit'],
  lists: {
    equipmentTypeIds: 'equipmentType',
    locationTypeIds: 'locationType',
    ticketTypeIds: 'ticketType',
  },
  uses: [
    keyedBy(equipmentUse('metadata'), 'metadata', tables.equipment.metadata),
    keyedBy(locationUse('metadata'), 'metadata', tables.location.metadata),
    keyedBy(
      {
        kind: 'ticket',
        table: tables.ticket,
        name: sql`${tables.ticket.title}`,
        visible: (from) => from.tickets(),
        holds: true,
        journalled: { entity: 'ticket', field: 'metadata' },
      },
      'metadata',
      tables.ticket.metadata,
    ),
  ],
  async check(scope, whole) {
    const [fault] = fieldFaults(whole as unknown as FieldShape)
    if (fault !== undefined)
      throw badInput('body.choices', fault, 'The choices do not fit the data type.')
    await requireRows(
      scope,
      tables.equipmentType,
      idsIn(whole, 'equipmentTypeIds'),
      'equipment type',
      'body.equipmentTypeIds',
    )
    await requireRows(
      scope,
      tables.locationType,
      idsIn(whole, 'locationTypeIds'),
      'location type',
      'body.locationTypeIds',
    )
    await requireRows(
      scope,
      tables.ticketType,
      idsIn(whole, 'ticketTypeIds'),
      'ticket type',
      'body.ticketTypeIds',
    )
    await refuseOtherOwner(scope, whole)
  },
  mayReplace(before, by) {
    if (Reflect.get(before, 'belongsTo') !== Reflect.get(by, 'belongsTo'))
      throw conflict('The other field belongs to something else.', [
        { path: 'body.by', code: 'otherOwner', message: '' },
      ])
  },
})

async function fieldsOf(scope: Scope, belongsTo: MetadataOwner) {
  const { rows } = await fields.all(scope)
  const own = rows.filter((field) => field.belongsTo === belongsTo)
  return { count: own.length, rows: own }
}

const createField: typeof fields.create = (scope, { body }) => {
  const { keepsValues: _keepsValues, ...draft } = body as typeof body & Confirmed
  return fields.create(scope, { body: draft })
}
const updateField: typeof fields.update = async (scope, { params, body }) => {
  const { keepsValues, ...change } = body as typeof body & Confirmed & Partial<FieldShape>
  if (keepsValues !== true) await refuseUnfitValues(scope, params.id, change)
  return fields.update(scope, { params, body: change })
}
interface Confirmed {
  keepsValues?: true | undefined
}

/** Values of a field would stay where nobody sees them. */
async function refuseOtherOwner(
  { db, actor }: Scope,
  whole: Record<string, unknown>,
): Promise<void> {
  const { id, belongsTo, usedBy, namedBy, name } = whole
  if (typeof id !== 'number' || Number(usedBy) + Number(namedBy) === 0) return
  const [stored] = await db
    .select({ belongsTo: tables.metadataField.belongsTo })
    .from(tables.metadataField)
    .where(
      ofCompany(
        tables.metadataField,
        actor.companyId,
        eq(sql<number>`${tables.metadataField.id}`, id),
      ),
    )
  if (stored !== undefined && stored.belongsTo !== belongsTo)
    throw conflict(`“${String(name)}” has values, so it stays where it is.`, [
      { path: 'body.belongsTo', code: 'inUse', message: String(usedBy) },
    ])
}
const rules = referenceListHandlers<Columns<'createAssignRule'>>({
  table: tables.assignRule,
  entity: 'assignRule',
  extra: ['instruction', 'isActive'],
  lists: { userIds: 'user', roleIds: 'role' },
  uses: [],
  async check(scope, whole) {
    await requireRows(scope, tables.user, idsIn(whole, 'userIds'), 'person', 'body.userIds')
    await requireRows(scope, tables.role, idsIn(whole, 'roleIds'), 'role', 'body.roleIds')
  },
})
const items = referenceListHandlers<Columns<'createInventoryItem'>>({
  table: tables.inventoryItem,
  entity: 'inventoryItem',
  extra: ['unit', 'category', 'hasDoses', 'gtin', 'catalogueNumber', 'supplier'],
  lists: { procedureIds: 'procedure', fitsTypeIds: 'equipmentType' },
  uses: [
    usedInFacts(
      {
        kind: 'location',
        table: tables.stock,
        id: tables.stock.locationId,
        alive: isNull(tables.stock.endedAt),
        holds: true,
        name: sql`(select ${tables.location.name} from ${tables.location}
          where ${tables.location.companyId} = ${tables.stock.companyId}
          and ${tables.location.id} = ${tables.stock.locationId})`,
        visible: (from) =>
          sql`${tables.stock.locationId} in (select ${tables.location.id} from ${tables.location}
            where ${from.locations()})`,
      },
      'itemId',
      tables.stock.itemId,
    ),
  ],
  async check(scope, whole) {
    await requireRows(
      scope,
      tables.procedure,
      idsIn(whole, 'procedureIds'),
      'procedure',
      'body.procedureIds',
    )
    await requireRows(
      scope,
      tables.equipmentType,
      idsIn(whole, 'fitsTypeIds'),
      'equipment type',
      'body.fitsTypeIds',
    )
  },
})
/** If a location stocks both items, their lots stay separate. */
const replaceItem: typeof items.replace = async (scope, given) => {
  const {
    params: { id },
    body: { by },
  } = given
  const places = await scope.db
    .select({ id: tables.stock.locationId })
    .from(tables.stock)
    .where(
      ofCompany(
        tables.stock,
        scope.actor.companyId,
        inArray(sql`${tables.stock.itemId}`, [id, by]),
      ),
    )
    .groupBy(tables.stock.locationId)
    .having(sql`count(*) > 1`)
  if (id !== by && places.length > 0)
    throw conflict('Both are kept at one place; move or discard the stock of one first.', [
      { path: 'body.by', code: 'keptBoth', message: String(places.length) },
    ])
  return items.replace(scope, given)
}
const validations = referenceListHandlers<Columns<'createValidationType'>>({
  table: tables.validationType,
  entity: 'validationType',
  extra: ['dataType', 'minimum', 'maximum', 'pattern', 'hint'],
  uses: [
    usedInFacts(
      {
        kind: 'procedure',
        table: tables.surveyQuestion,
        id: tables.surveyQuestion.procedureId,
        alive: isNull(tables.surveyQuestion.deletedAt),
        holds: true,
        name: sql`((select ${tables.procedure.name} from ${tables.procedure}
          where ${tables.procedure.companyId} = ${tables.surveyQuestion.companyId}
          and ${tables.procedure.id} = ${tables.surveyQuestion.procedureId}) || ': ' || ${tables.surveyQuestion.title})`,
        visible: (from) =>
          sql`${tables.surveyQuestion.procedureId} in (select ${tables.procedure.id} from ${tables.procedure}
            where ${from.procedures()})`,
      },
      'validationTypeId',
      tables.surveyQuestion.validationTypeId,
    ),
  ],
  around: asAnotherVersion,
  async check(scope, { id, dataType, minimum, maximum, pattern }) {
    if (typeof minimum === 'number' && typeof maximum === 'number' && minimum > maximum)
      throw badInput('body.maximum', 'reversed', 'The span is reversed.')
    if (typeof id === 'number') await mustStayOfItsType(scope, id, dataType)
    if (typeof pattern !== 'string') return
    const fault = patternFault(pattern)
    if (fault !== null) throw badInput('body.pattern', fault, 'This pattern cannot be used.')
  },
})

async function mustStayOfItsType(
  { db, actor }: Scope,
  id: number,
  dataType: unknown,
): Promise<void> {
  const [found] = await db
    .select({ count })
    .from(tables.surveyQuestion)
    .where(
      ofCompany(
        tables.surveyQuestion,
        actor.companyId,
        eq(sql`${tables.surveyQuestion.validationTypeId}`, id),
        sql`${tables.surveyQuestion.kind} <> ${dataType}`,
      ),
    )
  if (found && found.count > 0)
    throw conflict('Questions of the other data type use it, so it keeps its own.', [
      { path: 'body.dataType', code: 'inUse', message: String(found.count) },
    ])
}

const replaceValidation: typeof validations.replace = async (scope, given) => {
  const rows = await scope.db
    .selectDistinct({ dataType: tables.validationType.dataType })
    .from(tables.validationType)
    .where(
      ofCompany(
        tables.validationType,
        scope.actor.companyId,
        inArray(sql`${tables.validationType.id}`, [given.params.id, given.body.by]),
      ),
    )
  if (rows.length > 1)
    throw badInput('body.by', 'wrongKind', 'One of the same data type takes its place.')
  return validations.replace(scope, given)
}

const maps = referenceListHandlers<Columns<'createProgressMap'>>({
  table: tables.progressMap,
  entity: 'progressMap',
  extra: [],
  lists: { statusIds: 'equipmentStatus', equipmentTypeIds: 'equipmentType' },
  uses: [],
  async check(scope, whole) {
    await requireRows(
      scope,
      tables.equipmentStatus,
      idsIn(whole, 'statusIds'),
      'status',
      'body.statusIds',
    )
    await requireRows(
      scope,
      tables.equipmentType,
      idsIn(whole, 'equipmentTypeIds'),
      'equipment type',
      'body.equipmentTypeIds',
    )
  },
})

const idsIn = (whole: Record<string, unknown>, field: string) => (whole[field] ?? []) as number[]

async function itemsOf({ db, actor }: Scope, procedureId: number | undefined) {
  const offered =
    procedureId === undefined
      ? undefined
      : sql`(${tables.inventoryItem.procedureIds} = '{}'
        or ${tables.inventoryItem.procedureIds} @> array[${procedureId}]::int[])`
  return db
    .select()
    .from(tables.inventoryItem)
    .where(ofCompany(tables.inventoryItem, actor.companyId, offered))
    .orderBy(
      byName({ actor }, tables.inventoryItem.category),
      byName({ actor }, tables.inventoryItem.name),
    )
    .limit(5_000)
}

export const referenceDataHandlers = (kernel: Kernel): Handlers<typeof contract> => ({
  ...referenceListCalls('MetadataField', 'MetadataFields', {
    ...fields,
    create: createField,
    update: updateField,
  }),
  ...referenceListCalls('ApiHook', 'ApiHooks', apiHookHandlers),
  makeApiHookSecret: (scope, { params, wire }) => makeSecret(kernel, scope, params.id, wire.from),
  ...referenceListCalls('AssignRule', 'AssignRules', rules),
  ...referenceListCalls('InventoryItem', 'InventoryItems', { ...items, replace: replaceItem }),
  ...referenceListCalls('ValidationType', 'ValidationTypes', {
    ...validations,
    replace: replaceValidation,
  }),
  ...referenceListCalls('ProgressMap', 'ProgressMaps', maps),
  getEquipmentMetadata: (scope) => fieldsOf(scope, 'equipment'),
  getMetadataFields: (scope, { params }) => fieldsOf(scope, params.belongsTo),
  getTicketAssignRules: rules.all,
  getValidationTypes: validations.all,
  getEquipmentMetadataTypes: async () =>
    metadataTypes.map((type) => ({
      id: type,
      hasChoices: type === 'choice' || type === 'choices',
    })),
  getRelatedProgressMaps: (scope, { params }) => mapsOfStatus(scope, params.id),
  bulkUpdateProgress: (scope, { body }) => bulkUpdateProgress(scope, body),
  async getApiHooks({ db, actor }) {
    const rows = await db
      .select({
        id: tables.apiHook.id,
        name: tables.apiHook.name,
        isActive: tables.apiHook.isActive,
      })
      .from(tables.apiHook)
      .where(ofCompany(tables.apiHook, actor.companyId))
      .orderBy(byName({ actor }, tables.apiHook.name))
    return { count: rows.length, rows }
  },
  async getInventoryTree(scope, { body }) {
    const byCategory = [
      ...groupBy(await itemsOf(scope, body.procedureId), ({ category }) => category),
    ]
    return byCategory.map(([category, rows], index): TreeNode => ({
      id: index + 1,
      title: category,
      value: `b${index + 1}`,
      children: rows.map(({ id, name }) => ({ id, title: name, value: String(id), children: [] })),
    }))
  },
  async getInventories(scope, { body }) {
    const rows = await itemsOf(scope, body.procedureId)
    const sumsOf = await usedByItem(scope, body.procedureId)
    const stockOf = await stockByItem(scope)
    return {
      count: rows.length,
      rows: rows.map((row) => ({ ...row, ...sumsOf(row.id), ...stockOf(row.id) })),
    }
  },
  listInventoryUse: (scope, { params, body }) => useOf(scope, params.id, body),
})

import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { insertAll, type Seed } from './rows.ts'
import { keysOf, type Words } from './words.ts'

export type ItemKey = keyof Words['stock']

export interface ReferenceIds {
  hook: Id<'apiHook'>
  agent: Id<'assignRule'>
  nextInspection: Id<'metadataField'>
  items: Record<ItemKey, Id<'inventoryItem'>>
}

const fields: Record<
  Exclude<keyof Words['fields'], 'hour'>,
  Pick<typeof tables.metadataField.$inferInsert, 'dataType' | 'choices'> & { unit?: 'hour' }
> = {
  warranty: { dataType: 'date', choices: [] },
  riskClass: { dataType: 'choice', choices: ['I', 'IIa', 'IIb', 'III'] },
  nextInspection: { dataType: 'date', choices: [] },
  firmware: { dataType: 'text', choices: [] },
  hours: { dataType: 'number', choices: [], unit: 'hour' },
}

const items: Record<
  ItemKey,
  {
    unit: keyof Words['stockUnits']
    category: keyof Words['stockCategories']
    hasDoses: boolean
  }
> = {
  gloves: { unit: 'pair', category: 'consumables', hasDoses: false },
  wipes: { unit: 'piece', category: 'consumables', hasDoses: false },
  adrenaline: { unit: 'ampoule', category: 'medicines', hasDoses: true },
  pads: { unit: 'set', category: 'spareParts', hasDoses: false },
  battery: { unit: 'piece', category: 'spareParts', hasDoses: false },
  filter: { unit: 'piece', category: 'spareParts', hasDoses: false },
}

export async function seedReferenceData(
  { db, companyId, users, words }: Seed,
  roleIds: { technician: Id<'role'> },
): Promise<ReferenceIds> {
  const fieldKeys = keysOf(fields)
  const madeFields = await insertAll(
    db,
    tables.metadataField,
    fieldKeys.map((key) => ({
      companyId,
      name: words.fields[key],
      dataType: fields[key].dataType,
      choices: fields[key].choices ?? [],
      unit: fields[key].unit === undefined ? null : words.fields.hour,
      equipmentTypeIds: [],
    })),
  )
  const [hook] = await insertAll(db, tables.apiHook, [
    {
      companyId,
      name: words.systems.purchasing,
      url: 'https://erp.stbrigid.example/hooks/plantroom',
      method: 'POST',
      isActive: true,
      secret: null,
    },
  ])
  const [agent] = await insertAll(db, tables.assignRule, [
    {
      companyId,
      name: words.agent.name,
      instruction: words.agent.instruction,
      isActive: true,
      userIds: users.filter(({ role }) => role === 'technician').map(({ userId }) => userId),
      roleIds: [roleIds.technician],
    },
  ])
  const itemKeys = keysOf(items)
  const madeItems = await insertAll(
    db,
    tables.inventoryItem,
    itemKeys.map((key) => ({
      companyId,
      name: words.stock[key],
      unit: words.stockUnits[items[key].unit],
      category: words.stockCategories[items[key].category],
      hasDoses: items[key].hasDoses,
      procedureIds: [],
    })),
  )
  await insertAll(db, tables.validationType, [
    {
      companyId,
      ...words.validations.serial,
      dataType: 'text',
      minimum: null,
      maximum: null,
      pattern: '[A-Z]{2}-\\d{4,6}',
    },
    {
      companyId,
      ...words.validations.cold,
      dataType: 'number',
      minimum: 2,
      maximum: 8,
      pattern: null,
    },
  ])
  const nextInspection = madeFields[fieldKeys.indexOf('nextInspection')]
  if (hook === undefined || agent === undefined || nextInspection === undefined)
    throw new Error('The demo lacks what its rules speak of')
  return {
    hook: hook.id,
    agent: agent.id,
    nextInspection: nextInspection.id,
    // one row for each key, in order
    items: Object.fromEntries(
      itemKeys.map((key, index) => [key, madeItems[index]?.id]),
    ) as ReferenceIds['items'],
  }
}

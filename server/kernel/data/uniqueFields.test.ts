import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import * as tables from '#db/schema/index.ts'
import { pathOfTaken, uniqueFields } from './uniqueFields.ts'

describe('uniqueFields', () => {
  it('names every unique index of the schema, so that a new one gets a field to mark', () => {
    const once = Object.values<unknown>(tables)
      .filter((table) => is(table, PgTable))
      .flatMap((table) => {
        const { indexes, uniqueConstraints } = getTableConfig(table)
        return [
          ...indexes.filter(({ config }) => config.unique).map(({ config }) => config.name),
          ...uniqueConstraints.map(({ name }) => name),
        ]
      })
    expect(once.length).toBeGreaterThan(50)
    expect(new Set(uniqueFields)).toEqual(new Set(once))
  })

  it('marks the field of the call, and none if the call has no such field', () => {
    expect(pathOfTaken('equipment_inventory', { equipmentId: 'NW-1' })).toBe('body.equipmentId')
    expect(pathOfTaken('equipment_inventory', { name: 'Pump' })).toBe('')
    expect(pathOfTaken('visit_open', { zone_id: 1 })).toBe('')
    expect(pathOfTaken('unheard_of', { name: 'x' })).toBe('')
    expect(pathOfTaken(undefined, null)).toBe('')
  })
})

/** Names that differ only in accents, case or script. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { namesakeKinds, type NamesakeKind } from '#contract/search.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { sql } from 'drizzle-orm'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import type { TestApp } from '#tests/testApp.ts'

const { search, locations, equipment } = contract
let testApp: TestApp
let fixtures: Fixtures
let admin: string
beforeAll(async () => {
  ;({ testApp, fixtures } = await openTestAppWithFixtures())
  admin = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())

const namesakes = (kind: NamesakeKind, name: string, more: object = {}, token = admin) =>
  testApp.ok(token, search.findNamesakes, { body: { kind, name, ...more } })

async function addLocation(name: string, parentId: number | null = null): Promise<number> {
  const { id } = await testApp.ok(admin, locations.createLocation, {
    body: { name, typeId: fixtures.locationType, parentId } as never,
  })
  return id
}

describe('namesakes', () => {
  it.each([
    ['Čekárna', 'cekarna'],
    ['Ёмкость для воды', 'емкость  ДЛЯ воды'],
    ['غرفة الإنعاش', 'غرفه الانعاش'],
    ['מַזְרֵק', 'מזרק'],
    ['Room 7', ' room 7 '],
    ['Große Straße', 'grosse strasse'],
    ['ماکینة کی', 'ماكينه كي'],
    ['Pokoj\u00a012 – „A“', 'pokoj 12 - "a"'],
  ])('of %s are found by %s', async (name, typed) => {
    const id = await addLocation(name)
    expect(await namesakes('location', typed)).toMatchObject({ count: 1, rows: [{ id, name }] })
    expect(await namesakes('location', typed, { exceptId: id })).toEqual({ count: 0, rows: [] })
    expect(await namesakes('location', `${typed} 2`)).toEqual({ count: 0, rows: [] })
  })

  it('inside the same location come first, with the name of their parent, and the rest is counted', async () => {
    const [first, second] = [await addLocation('Floor A'), await addLocation('Floor B')]
    for (const floor of [first, first, first]) await addLocation('WC', floor)
    const near = await addLocation('wc', second)
    const found = await namesakes('location', 'WC', { parentId: second })
    expect(found.count).toBe(4)
    expect(found.rows).toHaveLength(3)
    expect(found.rows[0]).toEqual({ id: near, name: 'wc', hint: 'Floor B' })
  })

  it('are those that the user may see', async () => {
    const { id } = await testApp.ok(admin, equipment.createEquipment, {
      body: { name: 'Přístroj', typeId: fixtures.equipmentType } as never,
    })
    const staff = await testApp.signIn('technician')
    expect(await namesakes('equipment', 'pristroj', {}, staff)).toMatchObject({ rows: [{ id }] })
    await asSystem(testApp.pool, (db) =>
      db.execute(
        sql`update app_user set all_equipment = false, equipment_type_ids = '{}' where id = ${testApp.here.users.technician}`,
      ),
    )
    expect(await namesakes('equipment', 'pristroj', {}, staff)).toEqual({ count: 0, rows: [] })
    await asSystem(testApp.pool, (db) =>
      db.execute(
        sql`update app_user set all_equipment = true where id = ${testApp.here.users.technician}`,
      ),
    )
    const stranger = await testApp.signIn('administrator', 'there')
    expect(await namesakes('equipment', 'pristroj', {}, stranger)).toEqual({ count: 0, rows: [] })
  })

  it.each(namesakeKinds)('of one kind can be asked for: %s', async (kind) => {
    expect(await namesakes(kind, 'Not yet there')).toEqual({ count: 0, rows: [] })
  })

  it('of dashboards are those that are shared with the user, and of lists by their title', async () => {
    const { id } = await testApp.ok(admin, contract.dynamicDashboards.createDynamicDashboard, {
      body: { title: 'Přehled', icon: 'chart', structure: { widgets: [] } } as never,
    })
    expect(await namesakes('dynamicDashboard', 'prehled')).toMatchObject({ rows: [{ id }] })
    const dashboard = await asSystem(testApp.pool, (db) =>
      db
        .insert(tables.dashboard)
        .values({
          companyId: testApp.here.id,
          name: 'Лёд',
          isFiltered: false,
          isRestrictedEquipment: false,
          isRestrictedProcedures: false,
          equipmentTypes: [],
          procedureTypes: [],
          locationTypes: [],
          chapters: [],
        })
        .returning({ id: tables.dashboard.id }),
    )
    expect(await namesakes('dashboard', 'лед')).toMatchObject({ rows: dashboard })
    const staff = await testApp.signIn('technician')
    expect(await namesakes('dashboard', 'лед', {}, staff)).toEqual({ count: 0, rows: [] })
  })

  it('of one character are not looked for', async () => {
    await addLocation('א')
    expect(await namesakes('location', ' א ')).toEqual({ count: 0, rows: [] })
  })
})

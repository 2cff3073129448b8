import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { fold } from '#contract/rules/fold.ts'
import { foldTextStatement } from '#db/foldText.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { type Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

const names: [name: string, typed: string][] = [
  ['Čekárna', 'cekarna'],
  ['Ёмкость', 'емкость'],
  ['إنعاش', 'انعاش'],
  ['מַזְרֵק', 'מזרק'],
  ['ארון כסף', 'ארונ'],
  ['مستشفى', 'مستشفي'],
  ['غرفة', 'غـرفه'],
  ['\u200fسرير ٣٠١', 'سرير 301'],
  ['50 % rabat', '50 %'],
  ['Weißbach-Straße', 'weissbach strasse'],
  ['Süßwasser-Straße', 'susswasser-stras'],
  ['Moss pump', 'moß'],
  ['Kælder', 'KAELDER'],
  ['Ґанок Київ', 'ганок киив'],
  ['ООО «Ромашка»', 'ооо "ромашка"'],
  ['צ׳ילר', "צ'ילר"],
  ['ماکینه', 'ماكينة'],
  ['O´Brien', "o'brien"],
  ['Ventil ½″', '1/2"'],
  ['Filtr 60×60', '60x60'],
  ['Бокс А-12Т', 'a-12t'],
]

let testApp: TestApp
let own: Fixtures
let admin: string
beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  for (const [name] of names) await add(name)
})
afterAll(() => testApp.close())

async function add(name: string, equipmentId?: string): Promise<void> {
  const body = { name, typeId: own.equipmentType ?? 0, ...(equipmentId && { equipmentId }) }
  const { status } = await testApp.call(admin, contract.equipment.createEquipment, { body })
  expect(status).toBe(200)
}

const found = async (q: string) =>
  (await testApp.call(admin, contract.search.search, { params: { q } })).body.map(
    ({ name }) => name,
  )
const listed = async (search: string) =>
  (
    await testApp.call(admin, contract.equipment.listTinyEquipment, { body: { search } })
  ).body.rows.map(({ name }) => name)

describe('a search without marks', () => {
  it.each(names)('finds %s by %s, in the palette, in lists and in pickers', async (name, typed) => {
    expect(await found(typed)).toContain(name)
    expect(await listed(typed)).toEqual([name])
    const list = await testApp.call(admin, contract.equipment.listEquipment, {
      body: { search: typed, sort: 'name' },
    })
    expect(list.body.rows.map((row) => row.name)).toEqual([name])
  })

  it('takes a percent sign of another script literally', async () => {
    expect(await listed('50 ％')).toEqual(['50 % rabat'])
    expect(await listed('％')).toEqual(['50 % rabat'])
    expect(await listed('＿')).toEqual([])
  })

  it('finds locations, procedures and entries of reference lists', async () => {
    await testApp.call(admin, contract.locations.createLocation, {
      body: { name: 'Sádrovna', code: 'Š-1', typeId: own.locationType ?? 0 },
    })
    await testApp.call(admin, referenceLists.createEquipmentType, {
      body: { name: 'Defibrilátor' },
    })
    expect(await found('sadrovna')).toContain('Sádrovna')
    expect(await found('s-1')).toContain('Sádrovna')
    const types = await testApp.call(admin, referenceLists.listEquipmentTypes, {
      body: { search: 'DEFIBRILATOR' },
    })
    expect(types.body.rows.map(({ name }) => name)).toEqual(['Defibrilátor'])
  })

  it('shows what was typed exactly first', async () => {
    for (const name of ['Rez', 'Řez', 'Řež', 'A řez']) await add(name)
    expect((await listed('řez'))[0]).toBe('Řez')
    expect((await listed('rez'))[0]).toBe('Rez')
    expect((await found('řez'))[0]).toBe('Řez')
    expect((await listed('rez')).toSorted()).toEqual(['A řez', 'Rez', 'Řez', 'Řež'])
  })

  it('leaves names that differ only by marks apart, and refuses only the same number', async () => {
    await add('Vaha', 'VÁHA-1')
    await add('Váha', 'VAHA-1')
    const same = await testApp.call(admin, contract.equipment.createEquipment, {
      body: { name: 'Váha', equipmentId: 'VAHA-1', typeId: own.equipmentType ?? 0 },
    })
    expect(same.status).toBe(409)
  })
})

describe('a scanned number without its leading zeros', () => {
  const scan = async (number: string) =>
    (
      await testApp.call(admin, contract.search.findByCodes, {
        body: { codes: [{ text: number }] },
      })
    ).body.rows.map(({ name }) => name)

  it('finds the number with them, and the exact number first', async () => {
    await add('Zeros', '00003001')
    expect(await scan('3001')).toEqual(['Zeros'])
    expect(await scan('00 3001')).toEqual(['Zeros'])
    expect(await scan('٣٠٠١')).toEqual(['Zeros'])
    expect(await scan('300')).toEqual([])
    expect(await scan('0000')).toEqual([])
    await add('Fewer zeros', '03001')
    expect(await scan('3001')).toEqual(['Fewer zeros', 'Zeros'])
    await add('None', '3001')
    expect(await scan('3001')).toEqual(['None'])
  })
})

describe('fold_text_2 of the database', () => {
  it('folds as the page does, in every script that the product writes', async () => {
    const blocks: [number, number][] = [
      [0x20, 0x24f], // Latin
      [0x300, 0x36f],
      [0x370, 0x52f], // Greek, Cyrillic
      [0x590, 0x6ff], // Hebrew, Arabic
      [0x8a0, 0x8ff], // Arabic
      [0x1e00, 0x1eff],
      [0x2000, 0x206f],
      [0xfb00, 0xfdff], // presentation forms
      [0xfe70, 0xff5e],
    ]
    const texts = blocks.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => `a${String.fromCodePoint(first + at)}b`),
    )
    const given = [...texts, ...names.flat()]
    const rows = await asSystem(testApp.pool, async (db) => {
      const answer = await db.execute<{ folded: string }>(
        sql`select fold_text_2(t) as folded from jsonb_array_elements_text(${JSON.stringify(given)}::jsonb) with ordinality as x(t, n) order by n`,
      )
      return answer.rows
    })
    expect(rows.map(({ folded }) => folded)).toEqual(given.map(fold))
  })

  it('is the function of the migration', async () => {
    const { rows } = await testApp.pool.query<{ body: string }>(
      `select prosrc as body from pg_proc where proname = 'fold_text_2'`,
    )
    expect(foldTextStatement).toContain(rows[0]?.body)
  })
})

/**
 * Every field of the contract's registries is written, read, found, sorted, journaled, exported and
 * imported; new fields are covered automatically (decision 29).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  exportedKeys,
  importedKeys,
  labelKeys,
  plainKeys,
  searchedKeys,
  tableKeys,
  type EntityField,
  type EntityFields,
} from '#contract/entityFields.ts'
import { hasCheckDigit } from '#contract/labelCodes/checkDigit.ts'
import { contract } from '#contract/index.ts'
import { importedThings, importFields, placeImportKinds } from '#contract/imports.ts'
import type { JournalEntity } from '#contract/journal/journal.ts'
import { guessMapping } from '../server/modules/operation/imports/guess.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import { importSteps } from './importSteps.ts'
import { exportAsCsv } from './listExport.ts'
import type { TestApp } from './testApp.ts'

let testApp: TestApp
let token: string
let own: Fixtures
beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const inWords = (key: string) => key.replace(/[A-Z]/g, (message) => ` ${message.toLowerCase()}`)

function gtinOf(mark: string): string {
  const digits =
    `76100000${Array.from(mark).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 10_000}`.padEnd(
      12,
      '0',
    )
  return digits + Array.from('0123456789').find((last) => hasCheckDigit(digits + last))
}

/** A valid value of a plain field, with characters whose case only Unicode defines. */
function valueOf(key: string, { kind }: EntityField, mark: string): string | number {
  if (kind === 'number') return mark.length + 0.5
  if (kind === 'day') return `20${String(10 + mark.charCodeAt(0) - 97)}-0${mark.length}-03`
  if (kind === 'gtin') return gtinOf(mark)
  if (kind === 'zone') return mark.length === 1 ? 'Europe/Prague' : 'Asia/Jerusalem'
  return `ŽЖ-${key.toUpperCase()}-${mark}`
}
const valuesOf = (fields: EntityFields, mark: string): Record<string, string | number> =>
  Object.fromEntries(
    plainKeys(fields).map((key) => [key, valueOf(key, fields[key] as EntityField, mark)]),
  )

async function ok(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await testApp.raw(token, method === 'GET' ? 'GET' : 'POST', path, body)
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200)
  return answer.body
}
type Row = Record<string, unknown> & { id: number; version: number }
const rowsOf = async (path: string, question: object) =>
  ((await ok('POST', path, question)) as { rows: Row[] }).rows

const { uploadAndCheck, write } = importSteps(() => ({ testApp, token }))

const things = {
  equipment: { entity: 'equipment', type: 'equipmentType' },
  locations: { entity: 'location', type: 'locationType' },
} as const satisfies Record<string, { entity: JournalEntity; type: string }>

describe.each(placeImportKinds)('the fields of %s', (kind) => {
  const fields: EntityFields = importedThings[kind]
  const path = `/api/${kind}`
  const { entity, type } = things[kind]
  const plain: string[] = plainKeys(fields)
  const searched: string[] = searchedKeys(fields)
  const labelled: string[] = labelKeys(fields)
  const made = async (mark: string) =>
    (await ok('POST', path, {
      ...valuesOf(fields, mark),
      typeId: own[type],
    })) as Row
  const told = async (id: number) =>
    (
      await testApp.call(token, contract.journal.listJournal, {
        body: { entity, entityId: id },
      })
    ).body.rows

  it('are stored as they are written, and found by those that are searched', async () => {
    const { id } = await made('a')
    expect(await ok('GET', `${path}/${id}`)).toMatchObject(valuesOf(fields, 'a'))
    for (const key of plain) {
      const search = String(valueOf(key, fields[key] as EntityField, 'a')).toLowerCase()
      const found = await rowsOf(`${path}/get`, { search })
      expect(
        found.some((row) => row.id === id),
        `found by ${key}`,
      ).toBe(searched.includes(key))
    }
  })

  it('are found by a label that contains exactly one of them, if they are searched texts', async () => {
    const { id } = await made('label')
    for (const key of labelled) {
      const text = String(valueOf(key, fields[key] as EntityField, 'label'))
      const found = (await ok('POST', '/api/search/codes', { codes: [{ text }] })) as {
        rows: { id: number }[]
      }
      expect(
        found.rows.map((row) => row.id),
        `found by ${key}`,
      ).toContain(id)
    }
  })

  it('are sortable if they are a column', async () => {
    for (const sort of tableKeys(fields)) await rowsOf(`${path}/get`, { sort })
  })

  it('are in the journal when they change', async () => {
    const { id, version } = await made('b')
    const change = valuesOf(fields, 'bb')
    const answer = await testApp.raw(token, 'PUT', `${path}/${id}`, { ...change, version })
    expect(answer.status).toBe(200)
    const [latest] = await told(id)
    expect(
      Object.fromEntries((latest?.changes ?? []).map(({ field, after }) => [field, after])),
    ).toEqual(change)
  })

  it('are in the exported file', async () => {
    await made('c')
    const code = String(valuesOf(fields, 'c')['name'])
    const file = await exportAsCsv(testApp, token, { list: kind, question: { search: code } })
    const [heading = '', line = ''] = file.replace('\uFEFF', '').split('\r\n')
    const cells = line.split(',')
    const columns = heading.split(',')
    expect(columns).toEqual(expect.arrayContaining(exportedKeys(fields)))
    for (const key of plain)
      expect(cells[columns.indexOf(key)], key).toBe(String(valuesOf(fields, 'c')[key]))
  })

  it('are guessed from their own names', () => {
    for (const key of importedKeys(fields))
      expect(guessMapping(kind, [inWords(key)]).columns, inWords(key)).toEqual([key])
  })

  it('arrive by a file as by the form, with the same history', async () => {
    const byHand = await made('d')
    const keys = importFields[kind].filter((key) => plain.includes(key))
    const said = valuesOf(fields, 'e')
    const { name: typeName } = (byHand as unknown as { type: { name: string } })['type']
    const file = [
      ['type', ...keys.map(inWords)].join(','),
      [typeName, ...keys.map((key) => said[key])].join(','),
      '',
    ].join('\n')
    const job = await uploadAndCheck(kind, file)
    expect(job.faults).toEqual([])
    expect(await write(job)).toMatchObject({ status: 'done', created: 1 })
    const [arrived] = await rowsOf(`${path}/get`, { search: String(said['name']) })
    expect(arrived).toMatchObject(said)
    const history = async (id: number) =>
      (await told(id)).map(({ change, changes }) => [
        change,
        Object.fromEntries(changes.map(({ field, after }) => [field, after])),
      ])
    const ofHand = (await history(byHand.id)).map(([change, changes]) => [
      change,
      { ...(changes as object), ...said },
    ])
    expect(await history(arrived?.id ?? 0)).toEqual(ofHand)
  })
})

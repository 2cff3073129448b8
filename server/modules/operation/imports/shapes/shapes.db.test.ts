import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { identifierKeys } from '#contract/equipment/identifierKeys.ts'
import type { ImportJob } from '#contract/imports.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import type { TestApp } from '#tests/testApp.ts'
import type { ExpectedRow, Sample } from './sample.ts'
import { samplesOfInventory } from './samplesOfInventory.ts'
import { samplesOfMaintenance } from './samplesOfMaintenance.ts'

const samples = [...samplesOfMaintenance, ...samplesOfInventory]
let testApp: TestApp
let token: string
const { equipment, fellows, locations, imports } = contract
const { upload, check, write } = importSteps(() => ({ testApp, token }))

beforeAll(async () => {
  ;({ testApp, token } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())

const expected = ({ facts, ...plain }: ExpectedRow) => ({ ...plain, facts: { ...facts } })

const filled = (value: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([, one]) =>
        one !== null &&
        one !== undefined &&
        one !== '' &&
        !(Array.isArray(one) && one.length === 0),
    ),
  )
const factsOf = (details: readonly { key: string; value: string }[]) =>
  Object.fromEntries(details.map(({ key, value }) => [key, value]))

async function pathOf(id: number | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined
  const { body } = await testApp.call(token, locations.getLocation, { params: { id: id as never } })
  return [...body.path.map(({ name }) => name), body.name].join(' / ')
}

async function equipmentOf(job: ImportJob) {
  const { rows } = (
    await testApp.call(token, equipment.listEquipment, { body: { importId: job.id, limit: 100 } })
  ).body
  const attached = (
    await testApp.call(token, fellows.listFellows, { body: { which: 'attached', limit: 100 } })
  ).body.rows
  return Promise.all(
    rows.map(async (row) => {
      const { body } = await testApp.call(token, equipment.getEquipment, { params: { id: row.id } })
      return filled({
        name: body.name,
        number: body.equipmentId,
        type: body.type.name,
        status: body.status?.name,
        place: await pathOf(body.location?.id),
        locationText: body.locationText,
        tags: body.tags.map(({ name }) => name),
        owner: attached.find(({ id }) => id === body.id)?.owner?.name,
        ...Object.fromEntries(identifierKeys.map((key) => [key, body[key]])),
        facts: factsOf(body.details),
      })
    }),
  )
}

async function locationsOf(job: ImportJob) {
  const { rows } = (
    await testApp.call(token, locations.listLocations, { body: { importId: job.id, limit: 100 } })
  ).body
  return Promise.all(
    rows.map(async ({ id }) => {
      const { body } = await testApp.call(token, locations.getLocation, { params: { id } })
      return filled({
        name: body.name,
        number: body.code,
        type: body.type.name,
        place: body.path.map(({ name }) => name).join(' / '),
        latitude: body.latitude,
        longitude: body.longitude,
        facts: factsOf(body.details),
      })
    }),
  )
}

describe.each(
  samples.map((sample): [string, Sample] => [`${sample.system}, ${sample.kind}`, sample]),
)('a file of %s', (_name, { system, kind, file, rows }) => {
  let job: ImportJob
  it('is recognised, and all of its columns are used', async () => {
    job = (await upload(kind, file)).body
    expect(job.reading?.shape).toEqual({ system, kind, isUsed: true })
    const unused = job.mapping.columns.filter((column) => column === 'ignore')
    expect(unused).toEqual([])
  })

  it('becomes what that system means, field by field, and nothing when given again', async () => {
    const done = await write(await check(job))
    expect(done.faults).toEqual([])
    expect(done).toMatchObject({ status: 'done', created: rows.length, failed: 0 })
    const found = kind === 'equipment' ? await equipmentOf(done) : await locationsOf(done)
    const wanted = rows.map((row) => ({ ...expected(row) }))
    const byKey = (row: Record<string, unknown>) =>
      `${String(row['name'])} ${String(row['number'])}`
    const inOrder = (all: readonly Record<string, unknown>[]) =>
      all.toSorted((one, other) => (byKey(one) < byKey(other) ? -1 : 1))
    expect(inOrder(found)).toEqual(inOrder(wanted))
    const again = await check((await upload(kind, file)).body)
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: rows.length, failed: 0 })
  })
})

it('the shape of another system can be switched off', async () => {
  const maintainX = samples.find(({ system }) => system === 'MaintainX')
  const job = (await upload('equipment', maintainX?.file ?? '')).body
  const { body } = await testApp.call(token, imports.rereadImport, {
    params: { id: job.id },
    body: { usesShape: false },
  })
  expect(body.reading?.shape).toEqual({ system: 'MaintainX', kind: 'equipment', isUsed: false })
  expect(body.mapping.makesPlaces).toBeUndefined()
  expect(body.mapping.columns.slice(0, 3)).toEqual(['name', 'owner', 'detail'])
  expect(body.mapping.columns.at(-1)).toBe('equipmentId')
})

it('an export of assets from Snipe-IT has the day of purchase under two headings', async () => {
  for (const heading of ['Purchased', 'Purchase Date']) {
    const file = `Asset Name,Asset Tag,Model,Model No.,Category,${heading}\nPump,BT-1,V,V7,Pump,2021-02-03\n`
    const { reading, mapping } = (await upload('equipment', file)).body
    expect(reading?.shape?.system).toBe('Snipe-IT')
    expect(mapping.columns.at(-1)).toBe('purchasedOn')
  }
})

it('a file for another import is named', async () => {
  const atlas = samples.find(({ kind }) => kind === 'locations')
  const job = (await upload('equipment', atlas?.file ?? '')).body
  expect(job.reading?.shape).toEqual({ system: 'Atlas CMMS', kind: 'locations', isUsed: false })
})

it('an import of equipment with owners and places can be undone', async () => {
  const file =
    'Asset,Parent Asset,Description,Asset Type,Model,Location,Barcode\nRack 9,,,Rack,R,Undo hall,UD-1\nTray 9,Rack 9,,Tray,T,,UD-2\n'
  const checked = await check((await upload('equipment', file)).body)
  expect(checked.newWords).toContainEqual({ field: 'location', count: 1, names: ['Undo hall'] })
  const { takeBack } = importSteps(() => ({ testApp, token }))
  const undone = await takeBack(await write(checked))
  expect(undone).toMatchObject({ status: 'undone', undone: 2, undoFaults: [] })
})

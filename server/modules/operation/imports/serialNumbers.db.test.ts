import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let token: string
let own: Fixtures
beforeAll(async () => {
  ;({ testApp, token, fixtures: own } = await openTestAppWithFixtures())
})
afterAll(() => testApp.close())
const { uploadAndCheck, write } = importSteps(() => ({ testApp, token }))

const importing = async (...lines: string[]) => {
  const job = await uploadAndCheck('equipment', `${lines.join('\n')}\n`)
  return { job, done: job.faults.length === 0 ? await write(job) : job }
}
const found = async (search: string) =>
  (await testApp.call(token, contract.equipment.listEquipment, { body: { search, sort: 'name' } }))
    .body.rows

describe('an import by serial number', () => {
  const heading = 'Name;Serial No.;Manufacturer;Purchase date;Warranty until;EAN'
  it('keeps pieces of one name apart, and changes them the next time', async () => {
    const { done } = await importing(
      heading,
      'Syringe driver;SD-1;Acme;13/05/2021;31.12.2029;4006381333931',
      'Syringe driver;SD-2;Acme;02/06/2021;;4006381333931',
    )
    expect(done).toMatchObject({ created: 2, failed: 0, mapping: { dayOrder: 'dayFirst' } })
    const rows = await found('syringe driver')
    expect(rows).toMatchObject([
      { purchasedOn: '2021-05-13', warrantyUntil: '2029-12-31', gtin: '4006381333931' },
      { purchasedOn: '2021-06-02', warrantyUntil: null },
    ])
    const { done: again } = await importing(
      heading,
      'Syringe driver;SD-1;Acme;13/05/2021;31.12.2029;4006381333931',
      'Driver two;SD-2;Acme;02/06/2021;;4006381333931',
    )
    expect(again).toMatchObject({ created: 0, updated: 1 })
    expect((await found('sd-2')).map(({ id, name }) => [id, name])).toEqual([
      [rows[1]?.id, 'Driver two'],
    ])
  })

  it('asks for the order of days only where the file does not show it', async () => {
    const { job } = await importing(heading, 'Kettle;K-1;Acme;03/04/2021;;')
    expect(job.faults).toMatchObject([{ column: 'Purchase date', code: 'orderUnclear' }])
    const checked = await testApp.call(token, contract.imports.checkImport, {
      params: { id: job.id },
      body: { mapping: { ...job.mapping, dayOrder: 'monthFirst' } },
    })
    expect(checked.status).toBe(200)
  })

  it('refuses a wrong check digit and a day that does not exist', async () => {
    const { job } = await importing(heading, 'Kettle;K-2;Acme;31.02.2021;;4006381333932')
    expect(job.faults).toMatchObject([{ code: 'notADay' }, { code: 'notAGtin' }])
  })
})

describe('an import of pieces that share a serial number', () => {
  const heading = 'Name;Serial No.;Manufacturer;Location'
  const lines = [
    'Monitor A;0001;Philips;',
    'Blood pressure monitor;0001;Omron;',
    'Trolley;N/V;;',
    'Lamp;;;Ward',
    'Lamp;;;',
  ]
  it('changes none of another maker or name, and nothing when given again', async () => {
    await testApp.call(token, contract.locations.createLocation, {
      body: { name: 'Ward', typeId: own.locationType ?? 0 },
    })
    const { done } = await importing(heading, ...lines)
    expect(done).toMatchObject({ created: 5, failed: 0 })
    const { done: again } = await importing(heading, ...lines)
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 5, failed: 0 })
    const { done: others } = await importing(
      heading,
      'Suction pump;0001;Medela;',
      'Another trolley;N/V;;',
    )
    expect(others).toMatchObject({ created: 2, updated: 0 })
  })

  it('joins facts of one name as the export does, and keeps them apart', async () => {
    const { body } = await testApp.call(token, contract.equipment.createEquipment, {
      body: {
        name: 'Twice',
        equipmentId: 'TW-1',
        typeId: own.equipmentType ?? 0,
        details: [
          { key: 'Key', value: '1' },
          { key: 'Key', value: '3' },
        ],
      },
    })
    const { done } = await importing('Name;Inventory number;Key', 'Twice;TW-1;"1; 3"')
    expect(done).toMatchObject({ updated: 0, unchanged: 1 })
    const { body: now } = await testApp.call(token, contract.equipment.getEquipment, {
      params: { id: body.id },
    })
    expect(now.details).toHaveLength(2)
  })
})

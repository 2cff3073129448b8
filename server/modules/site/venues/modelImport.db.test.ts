import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { archiveOf } from '#tests/attacks.ts'
import { ifcText, type IfcFacts } from '#tests/ifcText.ts'
import { importSteps } from '#tests/importSteps.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { equipment, rtls, venueImports } = contract

let testApp: TestApp
let admin: string
beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())
const steps = importSteps(() => ({ testApp, token: admin }))

const facts: IfcFacts = {
  latitude: [50, 5, 0, 0],
  longitude: [14, 25, 0, 0],
  building: 'Clinic',
  storeys: [
    {
      name: 'Ground floor',
      elevation: 0,
      spaces: [
        {
          name: 'A01',
          longName: 'Plant room',
          outline: [
            [0, 0],
            [6, 0],
            [6, 4],
            [0, 4],
          ],
          things: [
            {
              entity: 'IFCFURNISHINGELEMENT',
              name: 'Boiler 1',
              tag: 'B-01',
              type: 'Boiler',
              properties: { Pset_ManufacturerOccurrence: { SerialNumber: 'SN-1' } },
              typeProperties: { Pset_ManufacturerTypeInformation: { Manufacturer: 'Viessmann' } },
            },
          ],
        },
      ],
    },
  ],
}
const bytes = Buffer.from(ifcText(facts))
const read = (name: string, file: Buffer, query = '') =>
  testApp.upload(admin, `/api/rtls/venue-imports${query}`, name, file)

describe('a building model', () => {
  it('is previewed and taken over with its rooms, also from an archive', async () => {
    const zipped = archiveOf(bytes, 'clinic.ifc')
    for (const [name, file] of [
      ['clinic.ifc', bytes],
      ['clinic.ifczip', zipped],
    ] as const) {
      const { status, body } = await read(name, file)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        faultCount: 0,
        equipment: 1,
        buildings: [{ name: 'Clinic', floors: [{ name: 'Ground floor', rooms: 1 }] }],
      })
      const { id } = body as { id: number }
      await testApp.ok(admin, venueImports.applyVenueImport, {
        params: { id: id as never }, // the id from the response above
        body: {},
      })
    }
    const { rows } = await testApp.ok(admin, rtls.listBuildings, {})
    expect(rows.map(({ name, floors }) => [name, floors.length])).toEqual([['Clinic', 1]])
  })

  it('hands its equipment to the import of equipment, whose guess fits', async () => {
    const { body } = await read('clinic.ifc', bytes)
    const { id } = body as { id: number }
    const register = await testApp.raw(admin, 'GET', `/api/rtls/venue-imports/${id}/equipment`)
    const job = await steps.upload('equipment', Buffer.from(String(register.body)), 'clinic.csv')
    const checked = await steps.check(job.body, { makesPlaces: true } as never)
    expect(checked).toMatchObject({ failed: 0 })
    await steps.write(checked)
    const list = await testApp.ok(admin, equipment.listEquipment, {
      body: { search: 'B-01', sort: 'name' },
    })
    expect(list.rows).toMatchObject([
      {
        name: 'Boiler 1',
        equipmentId: 'B-01',
        serialNumber: 'SN-1',
        manufacturer: 'Viessmann',
        type: { name: 'Boiler' },
      },
    ])
  })

  it('without a place is put where the call says', async () => {
    const { latitude: _none, ...without } = facts
    const file = Buffer.from(ifcText(without))
    expect((await read('clinic.ifc', file)).body).toMatchObject({
      buildings: [],
      faults: [{ code: 'withoutPosition' }, { code: 'noFloors' }],
    })
    const { body } = await read('clinic.ifc', file, '?latitude=48.2&longitude=16.37')
    const [building] = (body as { buildings: { latitude: number }[] }).buildings
    expect(building?.latitude).toBeCloseTo(48.2, 3)
    expect((await read('clinic.ifc', file, '?latitude=48.2')).body).toMatchObject({
      errors: [{ path: 'params.longitude', code: 'required' }],
    })
  })

  it('that is cut short says so, and one of an unknown schema is refused', async () => {
    const cut = await read('clinic.ifc', bytes.subarray(0, bytes.length - 100))
    expect(cut.body).toMatchObject({ faults: [{ code: 'cutShort' }] })
    for (const text of ['ISO-10303-21;', bytes.toString().replace("'IFC4'", "'IFC9'")])
      expect((await read('clinic.ifc', Buffer.from(text))).body).toMatchObject({
        errors: [{ path: 'body.file', code: 'brokenModel' }],
      })
    expect((await read('clinic.ifc', bytes)).status).toBe(200)
  })
})

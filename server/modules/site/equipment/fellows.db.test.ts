import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Id } from '#contract/ids.ts'
import { contract } from '#contract/index.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithBothFixtures } from '#tests/fixturesTemplate.ts'
import { importSteps } from '#tests/importSteps.ts'
import type { TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let admin: string
let own: Fixtures
let theirs: Fixtures
const { equipment, fellows, referenceLists, locations, rtls, journal } = contract
type Thing = Id<'equipment'>

let pumpType = 0 as Id<'equipmentType'>
let rackType = 0 as Id<'equipmentType'>
let bedType = 0 as Id<'equipmentType'>
let ward = 0 as Id<'location'>
let cellar = 0 as Id<'location'>
let attic = 0 as Id<'location'>
let clean = 0 as Id<'equipmentStatus'>
let dirty = 0 as Id<'equipmentStatus'>
let rackOfPump = 0 as Id<'fellowType'>
let rackOfRack = 0 as Id<'fellowType'>
let pump = 0 as Thing
let rack = 0 as Thing
let wheel = 0 as Thing

const made = async <T>(answer: Promise<{ status: number; body: { id: T } }>): Promise<T> => {
  const { status, body } = await answer
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.id
}
const type = (name: string) =>
  made(testApp.call(admin, referenceLists.createEquipmentType, { body: { name } }))
const status = (name: string) =>
  made(
    testApp.call(admin, referenceLists.createEquipmentStatus, {
      body: { name, colour: 'green', isUsable: true },
    }),
  )
const place = (name: string) =>
  made(
    testApp.call(admin, locations.createLocation, {
      body: { name, typeId: own.locationType as never },
    }),
  )
let number = 0
const thing = (name: string, typeId: Id<'equipmentType'>, more: object = {}) =>
  made(
    testApp.call(admin, equipment.createEquipment, {
      body: { name, typeId, equipmentId: `N-${(number += 1)}`, ...more },
    }),
  )
const attach = (equipmentId: Thing, ownerId: Thing, more: object = {}) =>
  testApp.call(admin, fellows.attachFellow, { body: { equipmentId, ownerId, ...more } })
const detail = async (id: Thing) =>
  (await testApp.call(admin, equipment.getEquipment, { params: { id } })).body
const lastEntry = async (entityId: Thing) =>
  (
    await testApp.call(admin, journal.listJournal, {
      body: { entity: 'equipment', entityId, limit: 1 },
    })
  ).body.rows[0]

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own, theirs } = await openTestAppWithBothFixtures())
  ;[pumpType, rackType, bedType] = [await type('Pump'), await type('Rack'), await type('Bed')]
  ;[ward, cellar] = [await place('Ward'), await place('Cellar')]
  attic = await place('Attic')
  ;[clean, dirty] = [await status('Clean'), await status('Dirty')]
  rackOfPump = await made(
    testApp.call(admin, fellows.createFellowType, {
      body: {
        name: 'Rack of a pump',
        ownerTypeIds: [pumpType],
        fellowTypeIds: [rackType],
        maximum: 2,
        statusFollows: true,
      },
    }),
  )
  rackOfRack = await made(
    testApp.call(admin, fellows.createFellowType, {
      body: {
        name: 'Wheel of a rack',
        ownerTypeIds: [rackType],
        fellowTypeIds: [rackType],
        maximum: 9,
        statusFollows: false,
      },
    }),
  )
})
afterAll(() => testApp.close())

beforeEach(async () => {
  pump = await thing('Pump', pumpType, { locationId: ward, statusId: clean })
  rack = await thing('Rack', rackType, { locationId: cellar, statusId: clean })
  wheel = await thing('Wheel', rackType, { locationId: cellar, statusId: clean })
  await attach(wheel, rack)
  await attach(rack, pump)
})

describe('an owned equipment', () => {
  it('moves to its owner’s location with all it owns, and each journal says so', async () => {
    expect(await detail(wheel)).toMatchObject({ location: { id: ward } })
    const [first] = (await testApp.call(admin, fellows.listFellows, { body: { ownerId: pump } }))
      .body.rows
    expect(first).toMatchObject({
      id: rack,
      owner: { id: pump },
      fellowType: { id: rackOfPump },
      location: { id: ward },
    })
    expect((await lastEntry(pump))?.changes).toEqual([
      { field: 'fellow', before: null, after: { kind: 'equipment', id: rack, name: 'Rack' } },
    ])
    expect((await lastEntry(wheel))?.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          field: 'movedWith',
          after: expect.objectContaining({ id: pump }),
        }),
      ]),
    )
  })
  it('is listed in one tree from wherever one asks, and in the list of all', async () => {
    for (const equipmentId of [pump, rack, wheel]) {
      const { body } = await testApp.call(admin, fellows.getFellowTree, { body: { equipmentId } })
      expect(body.rows).toMatchObject([{ id: pump, members: [{ id: rack }, { id: wheel }] }])
    }
    const all = (await testApp.call(admin, fellows.getFellowTree, { body: { limit: 500 } })).body
    expect(all.rows.filter(({ id }) => id === pump)).toHaveLength(1)
    expect(all.count).toBe(all.rows.length)
    const found = await testApp.call(admin, fellows.getFellowTree, {
      body: { search: (await detail(wheel)).equipmentId ?? '' },
    })
    expect(found.body.rows.map(({ id }) => id)).toContain(pump)
  })
  it('is released when either of the two is deleted', async () => {
    await testApp.call(admin, equipment.deleteEquipment, { params: { id: rack } })
    expect(
      (await testApp.call(admin, fellows.getFellowTree, { body: { equipmentId: pump } })).body.rows,
    ).toMatchObject([{ members: [] }])
    expect((await lastEntry(wheel))?.changes).toMatchObject([{ field: 'owner', after: null }])
  })
  it('can be released, and is then found among free equipment', async () => {
    const free = async () =>
      (
        await testApp.call(admin, fellows.listFellows, {
          body: { which: 'free', ownerId: pump, limit: 500 },
        })
      ).body.rows.map(({ id }) => id)
    expect(await free()).not.toContain(rack)
    expect(
      (await testApp.call(admin, fellows.detachFellow, { params: { equipmentId: rack } })).body,
    ).toEqual({ detached: true })
    expect(await free()).toContain(rack)
    expect(
      (await testApp.call(admin, fellows.detachFellow, { params: { equipmentId: rack } })).status,
    ).toBe(404)
  })
  it('is added by a number that is typed or read from a label', async () => {
    const other = await thing('Other rack', rackType, { equipmentId: 'Scan-7' })
    const scan = (text: string) =>
      testApp.call(admin, fellows.scanFellow, { body: { ownerId: pump, number: text } })
    expect((await scan(' scan-7 ')).body).toMatchObject({ fellow: { id: other } })
    expect(await scan('nothing of this number')).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'notThere' }] },
    })
  })
})

describe('the ownership of equipment is refused for', () => {
  const code = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status: number, body } = await answer
    const { errors } = body as { errors: { code: string; path: string }[] }
    return `${number} ${errors[0]?.path} ${errors[0]?.code}`
  }
  it('an owner of itself', async () =>
    expect(await code(attach(rack, rack))).toBe('400 body.equipmentId fellowOfItself'))
  it('a loop through three', async () => {
    const [third] = [await thing('Third', rackType)]
    await attach(third, wheel)
    await testApp.call(admin, fellows.detachFellow, { params: { equipmentId: rack } })
    expect(await code(attach(rack, third))).toBe('400 body.equipmentId fellowCircle')
  })
  it('a second owner, unless it is moved from the first', async () => {
    const second = await thing('Second pump', pumpType, { locationId: cellar })
    expect(await code(attach(rack, second))).toBe('409 body.equipmentId hasOwner')
    expect((await attach(rack, second, { isTaken: true })).body).toMatchObject({
      fellow: { owner: { id: second }, location: { id: cellar } },
      moved: 1,
    })
  })
  it('a type that the rule does not name', async () => {
    const bed = await thing('Bed', bedType)
    expect(await code(attach(bed, pump))).toBe('400 body.equipmentId noFellowType')
    const loose = await thing('Loose', rackType)
    expect(await code(attach(loose, pump, { fellowTypeId: rackOfRack }))).toBe(
      '400 body.equipmentId noFellowType',
    )
  })
  it('a type that the rule does not name, on either side of an existing ownership', async () => {
    const write = async (id: Thing, typeId: Id<'equipmentType'>) =>
      testApp.call(admin, equipment.updateEquipment, {
        params: { id },
        body: { typeId, version: (await detail(id)).version },
      })
    const retype = (id: Thing, typeId: Id<'equipmentType'>) => code(write(id, typeId))
    for (const id of [rack, pump, wheel])
      expect(await retype(id, bedType)).toBe('409 body.typeId foreignFellow')
    expect((await detail(rack)).type.id).toBe(rackType)
    const loose = await thing('Loose', rackType)
    expect((await write(loose, bedType)).status).toBe(200)
  })
  it('more than the type allows', async () => {
    await attach(await thing('Two', rackType), pump)
    expect(await code(attach(await thing('Three', rackType), pump))).toBe(
      '409 body.equipmentId fellowTypeFull',
    )
  })
  it('another company’s equipment, on either side', async () => {
    expect(await code(attach(theirs.equipment as Thing, pump))).toBe(
      '404 body.equipmentId notThere',
    )
    expect(await code(attach(rack, theirs.equipment as Thing))).toBe('404 body.ownerId notThere')
    expect(
      await code(
        testApp.call(admin, fellows.scanFellow, { body: { ownerId: pump, number: 'THEIRS-1' } }),
      ),
    ).toBe('404 body.number notThere')
  })
  it('two changes that would close a loop at the same moment', async () => {
    const [one, other] = [await thing('One', rackType), await thing('Other', rackType)]
    const answers = await Promise.all([attach(one, other), attach(other, one)])
    expect(answers.map((answer) => answer.status).sort((one, other) => one - other)).toEqual([
      200, 400,
    ])
  })
})

describe('a move of an owner', () => {
  const where = async () =>
    Promise.all([rack, wheel].map(async (id) => (await detail(id)).location?.id))
  it('by a form carries its equipment along, and says how many', async () => {
    const { version } = await detail(pump)
    const { body } = await testApp.call(admin, equipment.updateEquipment, {
      params: { id: pump },
      body: { version, locationId: cellar },
    })
    expect(body.fellowsMoved).toBe(2)
    expect(await where()).toEqual([cellar, cellar])
    expect((await lastEntry(pump))?.changes).toContainEqual({
      field: 'fellowsMoved',
      before: null,
      after: 2,
    })
    expect((await detail(rack)).version).toBeGreaterThan(1)
  })
  it('does not touch them if the location stays', async () => {
    const before = (await detail(rack)).version
    const { version } = await detail(pump)
    const { body } = await testApp.call(admin, equipment.updateEquipment, {
      params: { id: pump },
      body: { version, name: 'Renamed' },
    })
    expect(body.fellowsMoved).toBeUndefined()
    expect((await detail(rack)).version).toBe(before)
  })
  it('changes their status if the type says so, by a batch, and its undo restores them', async () => {
    const { body: set } = await testApp.call(admin, equipment.bulkUpdateStatus, {
      body: { equipmentIds: [pump], statusId: dirty },
    })
    expect(set).toMatchObject({ updated: 1, fellows: 1 })
    const statuses = async () =>
      Promise.all([pump, rack, wheel].map(async (id) => (await detail(id)).status?.id))
    expect(await statuses()).toEqual([dirty, dirty, clean])
    const { body } = await testApp.call(admin, equipment.restoreStatuses, {
      body: { statusId: dirty, before: set.before },
    })
    expect(body).toEqual({ updated: 2, left: 0 })
    expect(await statuses()).toEqual([clean, clean, clean])
  })
  it('is previewed with how many take the status along', async () => {
    const alongWith = async (chosen: Thing[], statusId: typeof dirty) =>
      (
        await testApp.call(admin, contract.statusBatches.previewStatusBatch, {
          body: { which: { equipmentIds: chosen }, statusId },
        })
      ).body
    expect(await alongWith([pump], dirty)).toMatchObject({ change: 1, fellows: 1 })
    expect(await alongWith([pump, rack], dirty)).toMatchObject({ change: 2, fellows: 0 })
    expect(await alongWith([wheel], dirty)).toMatchObject({ change: 1, fellows: 0 })
    expect(await alongWith([pump], clean)).toMatchObject({ change: 0, fellows: 0 })
  })

  it('by an import carries them along, except for what the file says of them', async () => {
    const [pumpNumber, rackNumber] = [
      (await detail(pump)).equipmentId,
      (await detail(rack)).equipmentId,
    ]
    const { uploadAndCheck, write } = importSteps(() => ({ testApp, token: admin }))
    const job = await uploadAndCheck(
      'equipment',
      `asset no,name,type,location\n${pumpNumber},Pump,Pump,Cellar\n${rackNumber},Rack,Rack,Attic\n`,
    )
    expect(job.failed).toBe(0)
    await write(job)
    expect((await detail(pump)).location?.id).toBe(cellar)
    expect(await where()).toEqual([attic, attic])
  })
  it('moves them on the map, unless they have a tag of their own', async () => {
    await testApp.call(admin, rtls.createBeacon, {
      body: { mac: 'AC233F0000F1', equipmentId: wheel, measuredPower: -59 },
    } as never)
    const put = await testApp.call(admin, rtls.placeEquipment, {
      params: { equipmentId: pump },
      body: { floorId: own.floor as never, longitude: 14.0001, latitude: 50.0001 },
    })
    expect(put.body.fellowsMoved).toBe(1)
    expect((await detail(rack)).position).toMatchObject({ longitude: 14.0001, method: 'placed' })
    expect((await detail(wheel)).position).toBeNull()
    expect((await lastEntry(rack))?.changes).toMatchObject([
      { field: 'mapPosition', before: null },
      { field: 'movedWith', after: { id: pump } },
    ])
    await testApp.call(admin, rtls.clearPlace, { params: { equipmentId: pump } })
    expect((await detail(rack)).position).toBeNull()
  })
})

describe('a fellow type', () => {
  it('in use cannot be deleted, nor can an equipment type that it names', async () => {
    expect(
      (await testApp.call(admin, fellows.deleteFellowType, { params: { id: rackOfPump } })).status,
    ).toBe(409)
    expect(
      (await testApp.call(admin, referenceLists.deleteEquipmentType, { params: { id: bedType } }))
        .status,
    ).toBe(409)
    const uses = await testApp.call(admin, fellows.listFellowTypeUses, {
      params: { id: rackOfPump },
      body: { limit: 500 },
    })
    expect(uses.body.rows.map(({ id }) => id)).toContain(rack)
  })
  it('without types is refused', async () => {
    const answer = await testApp.call(admin, fellows.createFellowType, {
      body: {
        name: 'Of nothing',
        ownerTypeIds: [],
        fellowTypeIds: [rackType],
        maximum: 0,
        statusFollows: true,
      },
    })
    expect(answer.status).toBe(400)
    const foreign = await testApp.call(admin, fellows.createFellowType, {
      body: {
        name: 'Foreign',
        ownerTypeIds: [theirs.equipmentType as never],
        fellowTypeIds: [rackType],
        maximum: 1,
        statusFollows: true,
      },
    })
    expect(foreign.status).toBe(404)
  })
})

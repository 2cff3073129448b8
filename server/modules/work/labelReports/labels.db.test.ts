/** Labels as signed-in people print, scan and revoke them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { KEPT_HASH, labelCodeShape } from '#contract/rules/labelReports.ts'
import { hashOfCode } from '#kernel/data/labelCodeHash.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

const { labelReports } = contract
let testApp: TestApp
let admin: string, staff: string
let own: Fixtures
let code: string

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  staff = await testApp.signIn('staff')
  code = await codeOf()
})
afterAll(() => testApp.close())

const thing = () => ({ equipmentId: own.equipment ?? 0 })
const codeOf = async () =>
  (
    await testApp.ok(staff, labelReports.makeLabelCodes, {
      body: { equipmentIds: [own.equipment ?? 0] },
    })
  )[0]?.code ?? ''

describe('a label', () => {
  it('has a code of 80 random bits that stays until it is revoked', async () => {
    expect(code).toMatch(labelCodeShape)
    expect(await codeOf()).toBe(code)
  })

  it('stores its code sealed, with a hash to find it', async () => {
    const rows = await asSystem(testApp.pool, (db) =>
      db.execute<{ code: string; code_hash: string }>('select code, code_hash from report_label'),
    )
    expect(rows.rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows.rows)).not.toContain(code)
  })

  it('leads a signed-in person to its equipment, and nobody of another company', async () => {
    expect(await testApp.ok(staff, labelReports.openLabel, { params: { code } })).toEqual({
      equipmentId: own.equipment,
      locationId: null,
    })
    const stranger = await testApp.signIn('administrator', 'there')
    expect(
      await testApp.call(stranger, labelReports.openLabel, { params: { code } }),
    ).toMatchObject({ status: 404 })
  })

  it('is found by its address in a search, and by its hash on a device without a network', async () => {
    await testApp.ok(admin, labelReports.setLabelsPrinted, {
      body: { equipmentIds: [own.equipment ?? 0] },
    })
    const { publicUrl } = testApp.app.kernel
    const { rows } = await testApp.ok(staff, contract.equipment.listEquipment, {
      body: { search: `${publicUrl}/r/${code}`, limit: 5 },
    })
    expect(rows.map(({ id }) => id)).toEqual([own.equipment])
    const kept = await testApp.ok(staff, labelReports.listLabelHashes, {})
    const hash = hashOfCode(code).slice(0, KEPT_HASH)
    expect(kept.rows).toContainEqual({ hash, equipmentId: own.equipment, locationId: null })
    const stranger = await testApp.signIn('administrator', 'there')
    expect((await testApp.ok(stranger, labelReports.listLabelHashes, {})).rows).toEqual([])
    await testApp.ok(admin, labelReports.revokeLabel, { body: { of: thing() } })
    code = await codeOf()
  })

  it('is counted as to be printed until it was printed with its present code', async () => {
    const toPrint = async () =>
      (await testApp.ok(staff, labelReports.countLabelsToPrint, {})).equipment
    const before = await toPrint()
    const body = { equipmentIds: [own.equipment ?? 0] }
    await testApp.ok(admin, labelReports.setLabelsPrinted, { body })
    expect(await toPrint()).toBe(before - 1)
    expect(await testApp.call(staff, labelReports.setLabelsPrinted, { body })).toMatchObject({
      status: 403,
    })
    await testApp.ok(admin, labelReports.revokeLabel, { body: { of: thing() } })
    expect(await toPrint()).toBe(before)
    const { equipmentIds } = await testApp.ok(staff, labelReports.countLabelsToPrint, {})
    expect(equipmentIds).toContain(own.equipment)
    expect(equipmentIds).toHaveLength(before)
    code = await codeOf()
  })

  it('names the locations to print, too', async () => {
    const { locations, locationIds } = await testApp.ok(staff, labelReports.countLabelsToPrint, {})
    expect(locationIds).toHaveLength(locations)
    const [id] = locationIds
    const body = { locationIds: id === undefined ? [] : [id] }
    await testApp.ok(admin, labelReports.makeLabelCodes, { body })
    await testApp.ok(admin, labelReports.setLabelsPrinted, { body })
    const after = await testApp.ok(staff, labelReports.countLabelsToPrint, {})
    expect(after.locations).toBe(locations - 1)
    expect(after.locationIds).not.toContain(id)
    const listed = await testApp.ok(staff, contract.locations.listLocations, {
      body: { limit: 50, ids: after.locationIds },
    })
    expect(new Set(listed.rows.map((row) => row.id))).toEqual(new Set(after.locationIds))
  })
})

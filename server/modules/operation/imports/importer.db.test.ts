import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { ImportJob, ImportKind } from '#contract/imports.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { createFixtures, type Fixtures } from '#tests/fixtures.ts'
import { importSteps } from '#tests/importSteps.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { checkImport } from './job.ts'

let testApp: TestApp
let admin: string
let importer: string
let plain: Fixtures
let hidden: Fixtures
const { imports, equipment, locations, referenceLists } = contract

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  plain = await createFixtures(testApp, testApp.here, admin, 'Plain')
  hidden = await createFixtures(testApp, testApp.here, admin, 'Quokka', {
    word: 'Common',
    radio: '02',
  })
})
afterAll(() => testApp.close())

async function become(...permissions: PermissionGroup[]): Promise<void> {
  const { pool, here } = testApp
  const userId = here.users.manager
  await asSystem(pool, async (db) => {
    await db
      .update(tables.user)
      .set({
        isActive: true,
        allEquipment: false,
        allLocations: false,
        equipmentTypeIds: [plain.equipmentType as Id<'equipmentType'>],
        locationTypeIds: [plain.locationType as Id<'locationType'>],
      })
      .where(ofCompany(tables.user, here.id, eq(tables.user.id, userId)))
    const [made] = await db
      .insert(tables.role)
      .values({ companyId: here.id, name: crypto.randomUUID(), permissions })
      .returning()
    await db
      .delete(tables.userRole)
      .where(ofCompany(tables.userRole, here.id, eq(tables.userRole.userId, userId)))
    await db
      .insert(tables.userRole)
      .values({ companyId: here.id, userId, roleId: made?.id ?? (0 as Id<'role'>) })
  })
  importer = await testApp.signIn('manager')
}

const all = ['editor|import', 'editor|equipment', 'editor|locations'] as const

const { over, write, uploadAndCheck } = importSteps(() => ({ testApp, token: importer }))

async function bring(
  kind: ImportKind,
  csv: string,
): Promise<{ checked: ImportJob; done: ImportJob }> {
  const checked = await uploadAndCheck(kind, csv)
  return { checked, done: await write(checked) }
}

const named = async (search: string) =>
  (await testApp.call(admin, equipment.listEquipment, { body: { search, limit: 100 } })).body

describe('an import by a user with few rights', () => {
  it('does not show, rename or move what its importer may not see', async () => {
    await become(...all)
    const { checked, done } = await bring(
      'equipment',
      'asset no,name,type\nQuokka-1,Mine now,Plain pump\n',
    )
    expect(checked).toMatchObject({
      failed: 1,
      updated: 0,
      faults: [{ code: 'taken', value: 'Quokka-1' }],
    })
    expect(JSON.stringify([checked, done])).not.toContain('Quokka pump')
    expect((await named('Mine now')).count).toBe(0)
    const thing = (
      await testApp.call(admin, equipment.getEquipment, { params: { id: hidden.equipment ?? 0 } })
    ).body
    expect(thing).toMatchObject({ name: 'Quokka pump 1', version: 1 })
  })

  it('does not find hidden objects by name: it creates its own', async () => {
    await become(...all)
    const { done } = await bring('equipment', 'name,type\nQuokka pump 1,Plain pump\n')
    expect(done).toMatchObject({ created: 1, updated: 0 })
    expect((await named('Quokka pump 1')).rows.map(({ type }) => type.name).sort()).toEqual([
      'Plain pump',
      'Quokka pump',
    ])
  })

  it('creates nothing of a type that its importer may not choose, and puts nothing into a hidden location', async () => {
    await become(...all, 'editor|management')
    const { done } = await bring(
      'equipment',
      [
        'asset no,name,type,location',
        'N-1,One,Quokka pump,',
        'N-2,Two,Brand new kind,',
        'N-3,Three,Plain pump,Quokka-A1',
        'N-4,Four,Plain pump,Plain-A1',
        '',
      ].join('\n'),
    )
    expect(done.faults.map(({ row, code }) => [row, code])).toEqual([
      [2, 'notPermitted'],
      [3, 'notPermitted'],
      [4, 'unknownParent'],
    ])
    expect(done).toMatchObject({ created: 1, failed: 3 })
  })

  it('creates types, statuses and tags only for their managers', async () => {
    const words = async () => [
      (await testApp.call(admin, referenceLists.listEquipmentTypes, { body: {} })).body.count,
      (await testApp.call(admin, referenceLists.listEquipmentStatuses, { body: {} })).body.count,
      (await testApp.call(admin, referenceLists.listTags, { body: {} })).body.count,
    ]
    await become(...all)
    const before = await words()
    const { done } = await bring(
      'equipment',
      'asset no,name,type,status,tags\nW-1,One,Plain pump,Brand new,\nW-2,Two,Plain pump,,brand-new\n',
    )
    expect(done.faults.map(({ column, code }) => [column, code])).toEqual([
      ['status', 'cannotMake'],
      ['tags', 'cannotMake'],
    ])
    expect(await words()).toEqual(before)
    await become(...all, 'editor|management')
    expect(
      (await bring('equipment', 'asset no,name,type,status\nW-1,One,Plain pump,Brand new\n')).done,
    ).toMatchObject({ created: 1 })
    expect(await words()).toEqual([before[0], (before[1] ?? 0) + 1, before[2]])
  })

  it('of locations obeys the same rules: hidden codes, types and parents', async () => {
    await become(...all)
    const { done } = await bring(
      'locations',
      [
        'code,name,type,parent',
        'Quokka-A1,Mine,Plain room,',
        'L-1,One,Quokka room,',
        'L-2,Two,Plain room,Quokka-A',
        'L-3,Three,Plain room,Plain-A',
        '',
      ].join('\n'),
    )
    expect(done.faults.map(({ code }) => code).sort()).toEqual([
      'notPermitted',
      'taken',
      'unknownParent',
    ])
    expect(done).toMatchObject({ created: 1, failed: 3 })
    expect(
      (await testApp.call(admin, locations.getLocation, { params: { id: hidden.location ?? 0 } }))
        .body.version,
    ).toBe(1)
  })

  it('needs the rights of creating by hand, and stops when its importer loses them', async () => {
    await become('editor|import')
    expect(
      (
        await testApp.upload(
          importer,
          '/api/imports?kind=equipment',
          'file.csv',
          'name,type\na,b\n',
        )
      ).status,
    ).toBe(403)
    await become(...all)
    const { body } = await testApp.upload(
      importer,
      '/api/imports?kind=equipment',
      'file.csv',
      'asset no,name,type\nS-1,a,Plain pump\n',
    )
    const job = body as ImportJob
    await testApp.call(importer, imports.checkImport, {
      params: { id: job.id },
      body: { mapping: job.mapping },
    })
    await over(job.id)
    await become('editor|import')
    expect(
      (await testApp.call(importer, imports.runImport, { params: { id: job.id } })).status,
    ).toBe(403)
    expect((await named('S-1')).count).toBe(0)
  })

  it('is read by its importer, and by users who see everything', async () => {
    await become(...all)
    expect(
      (await testApp.call(importer, imports.getImport, { params: { id: hidden.import ?? 0 } }))
        .status,
    ).toBe(404)
    expect(
      (await testApp.call(importer, imports.cancelImport, { params: { id: hidden.import ?? 0 } }))
        .status,
    ).toBe(404)
    expect(
      (await testApp.call(admin, imports.getImport, { params: { id: hidden.import ?? 0 } })).status,
    ).toBe(200)
  })
})

describe('an import whose importer loses the right meanwhile', () => {
  it('stops, and says why by the code of the refusal', async () => {
    await become(...all)
    const job = await uploadAndCheck('equipment', 'name,type\nNew pump,Plain pump\n')
    await become('editor|import')
    await checkImport(testApp.app.kernel, { companyId: testApp.here.id, id: job.id })
    const refusal = { code: 'missingPermission', message: 'editor|equipment' }
    expect(await over(job.id)).toMatchObject({
      status: 'failed',
      faults: [{ code: 'refused', value: '', refusal }],
    })
  })
})

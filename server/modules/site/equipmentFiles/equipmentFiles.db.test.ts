import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_EQUIPMENT_FILES } from '#contract/equipment/equipmentFiles.ts'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithBothFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { cleanUp } from '../../operation/retention/index.ts'

let testApp: TestApp
let admin: string
let staff: string
let own: Fixtures
let theirs: Fixtures
let thing = 0 as Id<'equipment'>
const { equipmentFiles: calls, equipment, journal } = contract
const PDF = '%PDF-1.7 a manual'

const upload = async (token: string, name = 'manual.pdf', bytes = PDF, mime = 'application/pdf') =>
  ((await testApp.upload(token, '/api/files', name, bytes, mime)).body as { id: Id<'file'> }).id
const add = (fileId: number, more: object = {}) =>
  testApp.call(admin, calls.addEquipmentFile, {
    body: { equipmentId: thing, kind: 'manual', name: 'Manual', fileId, ...more },
  })
const link = (url: string, more: object = {}) =>
  testApp.call(admin, calls.addEquipmentLink, {
    body: { equipmentId: thing, kind: 'other', name: 'Elsewhere', url, ...more },
  })
const list = async (token = admin) =>
  (await testApp.call(token, calls.listEquipmentFiles, { body: { equipmentId: thing } })).body
const bytes = async (token: string, id: number) =>
  (await testApp.raw(token, 'GET', `/api/files/${id}`)).status
const lastEntry = async () =>
  (
    await testApp.call(admin, journal.listJournal, {
      body: { entity: 'equipment', entityId: thing, limit: 1 },
    })
  ).body.rows[0]

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own, theirs } = await openTestAppWithBothFixtures())
  staff = await testApp.signIn('staff')
})
afterAll(() => testApp.close())
beforeEach(async () => {
  const made = await testApp.call(admin, equipment.createEquipment, {
    body: { name: 'Pump', typeId: own.equipmentType ?? 0 },
  })
  thing = made.body.id
})

describe('a file of an equipment', () => {
  it('is stored, listed, recorded in the journal, and read by users who see the equipment', async () => {
    const fileId = await upload(admin)
    expect(await bytes(staff, fileId)).toBe(404)
    const { status, body } = await add(fileId)
    expect([status, body]).toMatchObject([
      200,
      { kind: 'manual', name: 'Manual', url: null, file: { id: fileId, name: 'manual.pdf' } },
    ])
    expect(await list(staff)).toMatchObject({ count: 1, rows: [{ id: body.id }] })
    expect(await bytes(staff, fileId)).toBe(200)
    expect((await lastEntry())?.changes).toEqual([
      { field: 'files', part: 'Manual', before: null, after: 'manual.pdf' },
    ])
  })

  it('is not found by users who may not see the equipment, bytes included', async () => {
    const fileId = await upload(admin)
    await add(fileId)
    const limit = (ids: Id<'equipmentType'>[], all: boolean) =>
      asSystem(testApp.pool, (db) =>
        db
          .update(tables.user)
          .set({ allEquipment: all, equipmentTypeIds: ids })
          .where(
            ofCompany(tables.user, testApp.here.id, eq(tables.user.id, testApp.here.users.staff)),
          ),
      )
    await limit([], false)
    try {
      expect(await bytes(staff, fileId)).toBe(404)
      const answer = await testApp.call(staff, calls.listEquipmentFiles, {
        body: { equipmentId: thing },
      })
      expect(answer.status).toBe(404)
    } finally {
      await limit([], true)
    }
  })

  it('is changed by users who may change equipment only', async () => {
    const { body } = await add(await upload(admin))
    const of = { params: { id: body.id } }
    for (const answer of [
      await testApp.call(staff, calls.removeEquipmentFile, of),
      await testApp.call(staff, calls.updateEquipmentFile, { ...of, body: { version: 1 } }),
      await testApp.call(staff, calls.addEquipmentLink, {
        body: { equipmentId: thing, kind: 'other', name: 'X', url: 'https://x.test/' },
      }),
    ])
      expect(answer.status).toBe(403)
  })

  it('belongs to one equipment, and is its uploader’s own', async () => {
    const fileId = await upload(admin)
    expect((await add(fileId)).status).toBe(200)
    expect((await add(fileId)).body).toMatchObject({ errors: [{ path: 'body.fileId' }] })
    expect((await add(await upload(staff))).status).toBe(404)
    expect((await add(theirs.file ?? 0)).status).toBe(404)
  })

  it('of another company is not there', async () => {
    const of = { params: { id: theirs.equipmentFile as Id<'equipmentFile'> } }
    for (const answer of [
      await testApp.call(admin, calls.removeEquipmentFile, of),
      await testApp.call(admin, calls.restoreEquipmentFile, of),
      await testApp.call(admin, calls.updateEquipmentFile, { ...of, body: { version: 1 } }),
    ])
      expect(answer.status).toBe(404)
  })

  it('gets another name and kind, by its version', async () => {
    const { body } = await add(await upload(admin))
    const of = { params: { id: body.id } }
    const change = { name: 'Handbook', kind: 'drawing', version: 1 } as const
    expect(
      (await testApp.call(admin, calls.updateEquipmentFile, { ...of, body: change })).body,
    ).toMatchObject({ name: 'Handbook', kind: 'drawing', version: 2 })
    expect(
      (await testApp.call(admin, calls.updateEquipmentFile, { ...of, body: change })).status,
    ).toBe(409)
    const answer = await testApp.call(admin, calls.updateEquipmentFile, {
      ...of,
      body: { url: 'https://x.test/', version: 2 },
    })
    expect(answer.body).toMatchObject({ errors: [{ path: 'body.url', code: 'unexpected' }] })
  })

  it('can be restored for a day after its removal; then its bytes are deleted', async () => {
    const fileId = await upload(admin)
    const { body } = await add(fileId)
    const of = { params: { id: body.id } }
    expect((await testApp.call(admin, calls.removeEquipmentFile, of)).status).toBe(200)
    expect(await list()).toEqual({ count: 0, rows: [] })
    expect(await bytes(staff, fileId)).toBe(404)
    testApp.clock.advance(23 * 3_600_000)
    await cleanUp(testApp.app.kernel)
    admin = await testApp.signIn('administrator')
    staff = await testApp.signIn('staff')
    expect((await testApp.call(admin, calls.restoreEquipmentFile, of)).status).toBe(200)
    expect(await bytes(staff, fileId)).toBe(200)
    expect((await testApp.call(admin, calls.restoreEquipmentFile, of)).status).toBe(404)
    await testApp.call(admin, calls.removeEquipmentFile, of)
    testApp.clock.advance(25 * 3_600_000)
    await cleanUp(testApp.app.kernel)
    admin = await testApp.signIn('administrator')
    staff = await testApp.signIn('staff')
    expect((await testApp.call(admin, calls.restoreEquipmentFile, of)).status).toBe(404)
    const left = await asSystem(testApp.pool, (db) =>
      db.select({ id: tables.file.id }).from(tables.file).where(eq(tables.file.id, fileId)),
    )
    expect(left).toEqual([])
  })
})

describe('a link of an equipment', () => {
  it.each([
    ['http://manuals.test/', 'invalid_format'],
    ['javascript:alert(1)', 'invalid_format'],
    ['data:text/html,x', 'invalid_format'],
    ['https://name:word@manuals.test/', 'custom'],
    ['HTTPS://name:word@manuals.test/', 'custom'],
    ['https:name:word@manuals.test', 'custom'],
    ['https:\\\\name:word@manuals.test', 'custom'],
    ['https://manuals.test/\u200fpump', 'custom'],
    [`https://manuals.test/${'x'.repeat(2_000)}`, 'too_big'],
    ['nothing', 'invalid_format'],
  ])('to %s is refused', async (url, code) => {
    const { status, body } = await link(url)
    expect([status, body]).toMatchObject([400, { errors: [{ path: 'body.url', code }] }])
  })

  it('is kept as it was given, and changed', async () => {
    // an @ after the host is not a user name
    const url = 'https://manuals.test?mail=a@b.test'
    const { body } = await link(url)
    expect(body).toMatchObject({ url, file: null })
    const answer = await testApp.call(admin, calls.updateEquipmentFile, {
      params: { id: body.id },
      body: { url: 'https://manuals.test/other', version: 1 },
    })
    expect(answer.body).toMatchObject({ url: 'https://manuals.test/other' })
  })
})

it('an equipment has a limited number of files, and says when it is reached', async () => {
  await asSystem(testApp.pool, (db) =>
    db.insert(tables.equipmentFile).values(
      Array.from({ length: MAX_EQUIPMENT_FILES }, (_, at) => ({
        companyId: testApp.here.id,
        equipmentId: thing,
        kind: 'other' as const,
        name: `Link ${at}`,
        url: 'https://x.test/',
        addedBy: testApp.here.users.administrator,
      })),
    ),
  )
  expect((await link('https://manuals.test/')).body).toMatchObject({
    errors: [{ path: 'body.equipmentId', code: 'full' }],
  })
  const [first] = (await list()).rows
  const of = { params: { id: first?.id ?? (0 as Id<'equipmentFile'>) } }
  await testApp.call(admin, calls.removeEquipmentFile, of)
  expect((await link('https://manuals.test/')).status).toBe(200)
  expect((await testApp.call(admin, calls.restoreEquipmentFile, of)).body).toMatchObject({
    errors: [{ code: 'full' }],
  })
})

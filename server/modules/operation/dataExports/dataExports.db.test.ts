import { readdirSync } from 'node:fs'
import { getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dataExports } from '#contract/dataExports.ts'
import { files } from '#contract/files.ts'
import { whenOver } from '#tests/longJobs.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import * as tables from '#db/schema/index.ts'
import { tenantTables } from '#db/tenantTable.ts'
import { sealedColumns } from '#kernel/access/reseal.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { SECRETS } from './archive.ts'
import { makeArchive, resumeExports } from './job.ts'
import { cleanUp } from '../retention/index.ts'
import { unzip } from '../imports/zipFile.ts'

let testApp: TestApp
let admin: string
beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())

const ended = async () => {
  const [last] = await whenOver(
    async () => (await testApp.call(admin, dataExports.listDataExports, {})).body,
    ([newest]) => newest !== undefined && newest.state !== 'running',
  )
  if (last === undefined) throw new Error('There is no export')
  return last
}
it('an archive leaves out each column that is sealed', () => {
  const known = sealedColumns
    .map(({ table, column }) => [getTableName(table), column.name] as const)
    .filter(([name]) => tenantTables.has(name))
  expect(known.length).toBeGreaterThan(4)
  expect(known.filter(([name, column]) => SECRETS[name]?.includes(column) !== true)).toEqual([])
})

const stored = () =>
  readdirSync(testApp.filesFolder, { recursive: true }).filter((name) => String(name).length > 36)

it('an archive of a company contains every row and file of it, nothing of another, and no secret', async () => {
  await testApp.upload(
    admin,
    files.uploadFile.path,
    '../a:photo.png',
    Buffer.from('a picture'),
    'image/png',
  )
  const begun = await testApp.call(admin, dataExports.startDataExport, {})
  expect(begun.status, JSON.stringify(begun.body)).toBe(200)
  const done = await ended()
  expect(done).toMatchObject({ state: 'done', files: 1, lost: 0 })
  expect(done.progress).toBe(done.total)
  const answer = await testApp.app.http.inject({
    method: 'GET',
    url: dataExports.downloadDataExport.path.replace('{id}', String(done.id)),
    headers: { authorization: `Bearer ${admin}` },
  })
  expect(answer.statusCode).toBe(200)
  const inside = unzip(answer.rawPayload, () => true)
  const names = inside.map(({ name }) => name)
  expect(names).toContain('tables/app_user.jsonl')
  expect(names.filter((name) => /^files\/\d+-a_photo\.png$/.test(name))).toHaveLength(1)
  const text = inside.map(({ bytes }) => bytes.toString()).join('\n')
  expect(text).toContain('administrator@here.test')
  expect(text).toContain('a picture')
  expect(text).not.toContain('there.test')
  expect(text).not.toContain('argon2')
  expect(answer.rawPayload.length).toBe(done.bytes)
})

it('an archive of a company is made one at a time, ends when it is cancelled, and leaves nothing behind', async () => {
  const before = stored().length
  await asSystem(testApp.pool, (db) =>
    db.insert(tables.dataExport).values({
      companyId: testApp.here.id,
      startedBy: testApp.here.users.administrator,
      state: 'running',
    }),
  )
  expect((await testApp.call(admin, dataExports.startDataExport, {})).status).toBe(409)
  const { body } = await testApp.call(admin, dataExports.listDataExports, {})
  const id = body[0]?.id ?? 0
  await testApp.call(admin, dataExports.cancelDataExport, { params: { id } })
  await makeArchive(testApp.app.kernel, { companyId: testApp.here.id, id: id as never })
  expect((await ended()).state).toBe('cancelled')
  expect(stored()).toHaveLength(before)
})

it('an archive of a company begins again after a stopped server, and is deleted after a week', async () => {
  await asSystem(testApp.pool, (db) =>
    db.execute(sql`update data_export set state = 'running', cancel_requested = false
      where id = (select max(id) from data_export)`),
  )
  await resumeExports(testApp.app.kernel)
  expect((await ended()).state).toBe('done')
  testApp.clock.advance(8 * 86_400_000)
  await asSystem(testApp.pool, (db) =>
    db.execute(sql`update data_export set created_at = now() - interval '10 years'`),
  )
  await cleanUp(testApp.app.kernel)
  expect(await testApp.app.kernel.pool.query('select 1')).toBeDefined()
  const { rows } = await asSystem(testApp.pool, (db) => db.execute(sql`select id from data_export`))
  expect(rows).toEqual([])
})

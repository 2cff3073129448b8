import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { exportAsCsv } from '#tests/listExport.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
let admin: string

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
})
afterAll(() => testApp.close())

it('POST /api/journal/get filters by author, action and time', async () => {
  const make = async (name: string) =>
    (
      await testApp.call(admin, contract.referenceLists.createTag, {
        body: { name, colour: 'blue' },
      })
    ).body
  const first = await make('First')
  await make('Second')
  await testApp.call(admin, contract.referenceLists.deleteTag, { params: { id: first.id } })
  const found = async (body: object) =>
    (await testApp.call(admin, contract.journal.listJournal, { body: { entity: 'tag', ...body } }))
      .body.rows
  const names = async (body: object) =>
    (await found(body)).map(({ entityName, change }) => `${change} ${entityName}`)
  const all = ['deleted First', 'created Second', 'created First']
  const newest = (await found({}))[0]
  if (newest?.by.kind !== 'user') throw new Error('not written by a person')
  const later = (days: number) => new Date(Date.parse(newest.at) + days * 86_400_000).toISOString()
  expect(await names({ userId: newest.by.id })).toEqual(all)
  expect(await names({ userId: newest.by.id + 1 })).toEqual([])
  expect(await names({ change: 'deleted' })).toEqual(['deleted First'])
  expect(await names({ from: later(-1), to: later(1) })).toEqual(all)
  expect(await names({ from: later(1) })).toEqual([])
  expect(await names({ to: later(-1) })).toEqual([])
})

it('the journal’s export has a line for each changed field, and is recorded as an export', async () => {
  const { body: tag } = await testApp.call(admin, contract.referenceLists.createTag, {
    body: { name: 'Exported, "quoted"', colour: 'blue' },
  })
  await testApp.call(admin, contract.referenceLists.updateTag, {
    params: { id: tag.id },
    body: { name: 'Exported again', colour: 'red', version: tag.version },
  })
  const question = { entity: 'tag', entityId: tag.id, sort: 'at' } as const
  const file = await exportAsCsv(testApp, admin, { list: 'journal', question })
  const lines = file.trim().split('\r\n')
  expect(lines[0]).toContain('at,kind,id,name,change,byKind,by,field,part,before,after')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(/,created,.*,,,,$/)
  expect(lines[2]).toMatch(/,name,,"Exported, ""quoted""",Exported again$/)
  expect(lines[3]).toMatch(/,colour,,blue,red$/)
  const narrow = await testApp.signIn('staff')
  const refused = await testApp.call(narrow, contract.listExports.startListExport, {
    body: { what: { list: 'journal', question: {} } },
  })
  expect(refused.status).toBe(403)
})

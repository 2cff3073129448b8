import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { yesNo, type Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import { cleanUp } from '../../operation/retention/index.ts'
import { removeExpired } from './retention.ts'

const { procedures, procedureLogs, signedLogs, referenceLists, journal } = contract
const DAY = 86_400_000

let testApp: TestApp
let admin: string
let own: Fixtures
let made: Awaited<ReturnType<typeof makeProcedure>>

const makeProcedure = async (isSigned: boolean) =>
  (
    await testApp.call(admin, procedures.createProcedure, {
      body: {
        name: isSigned ? 'Sealed round' : 'Plain round',
        typeId: own.procedureType ?? 0,
        target: 'equipment',
        isSigned,
        questions: [
          yesNo(-1, 'Clean?'),
          { ...yesNo(-2, 'Photo'), kind: 'file', required: false, answers: [] },
        ],
      },
    })
  ).body

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  made = await makeProcedure(true)
})
afterAll(() => testApp.close())

const upload = async () =>
  (
    (await testApp.upload(admin, '/api/files', 'note.txt', 'a note', 'text/plain')).body as {
      id: number
    }
  ).id

async function perform(of = made, fileIds: number[] = []) {
  const [clean, photo] = of.questions
  const answer = await testApp.call(admin, procedureLogs.submitProcedureLog, {
    body: {
      clientKey: crypto.randomUUID(),
      procedureId: of.id,
      procedureVersion: of.version,
      equipmentId: own.equipment ?? 0,
      locationId: null,
      startedAt: testApp.clock.now().toISOString(),
      answers: [
        { kind: 'singleChoice', questionId: clean?.id ?? 0, answerId: clean?.answers[0]?.id ?? 0 },
        ...(fileIds.length === 0
          ? []
          : [{ kind: 'file' as const, questionId: photo?.id ?? 0, fileIds }]),
      ],
    } as never,
  })
  expect(answer.status).toBe(200)
  return answer.body
}

async function keepFor(change: { retentionDays?: number | null; legalHold?: boolean }) {
  const { body: list } = await testApp.call(admin, referenceLists.listProcedureTypes, { body: {} })
  const type = list.rows.find(({ id }) => id === own.procedureType)
  const answer = await testApp.call(admin, referenceLists.updateProcedureType, {
    params: { id: own.procedureType ?? 0 },
    body: { version: type?.version ?? 0, ...change },
  })
  return answer
}
async function wait(days: number) {
  testApp.clock.advance(days * DAY)
  admin = await testApp.signIn('administrator')
}
const run = () => removeExpired({ pool: testApp.pool, clock: testApp.clock })
const detail = async (id: number) =>
  (await testApp.call(admin, procedureLogs.getProcedureLog, { params: { id: id as never } })).body
const check = async () =>
  (await testApp.call(admin, signedLogs.checkSignedLogs, { body: { after: 0 } })).body

describe('the retention of procedure logs', () => {
  it('removes what a log says when its time has come, and keeps that it happened', async () => {
    const note = await upload()
    const old = await perform(made, [note])
    await testApp.call(admin, signedLogs.addAddendum, {
      params: { id: old.id },
      body: { clientKey: crypto.randomUUID(), text: 'It was the other pump.' },
    })
    expect((await keepFor({ retentionDays: 30 })).status).toBe(200)
    await wait(20)
    const young = await perform()
    expect(await run()).toBe(0)

    await wait(11)
    expect(await run()).toBe(2)

    const log = await detail(old.id)
    expect(log).toMatchObject({ questions: [], answers: [], breakdown: [], files: [] })
    expect(log.contentRemovedAt).toBe(testApp.clock.now().toISOString())
    expect(log.score).toBe(old.score)
    expect((await detail(young.id)).answers).toHaveLength(1)
    expect((await check()).faults).toEqual([])

    const told = JSON.stringify(
      (await testApp.call(admin, journal.listJournal, { body: { limit: 500 } })).body,
    )
    expect(told).not.toContain('the other pump')
    expect(told).toContain('removedRecords')

    await wait(2)
    await cleanUp(testApp.app.kernel)
    const files = await asSystem(testApp.pool, (db) =>
      db
        .select({ id: tables.file.id })
        .from(tables.file)
        .where(eq(tables.file.id, note as never)),
    )
    expect(files).toEqual([])
  })

  it('records in the chain when the content was removed', async () => {
    const [row] = await asSystem(testApp.pool, (db) =>
      db.select().from(tables.signedLog).where(eq(tables.signedLog.kind, 'removal')),
    )
    expect(row?.record).toMatchObject({ kind: 'removal', retentionDays: 30 })
    const id = row?.procedureLogId ?? (0 as never)
    const { url } = (await testApp.call(admin, signedLogs.getUrlOfSignedLog, { params: { id } }))
      .body
    const { body } = await testApp.call(null, signedLogs.getSignedLog, {
      params: { id, token: new URL(url).searchParams.get('open') ?? '' },
    })
    expect(body.removedAt).not.toBeNull()
    expect(body.faults).toEqual([])
    expect(JSON.stringify(body)).not.toContain('the other pump')
  })

  it('removes nothing on hold, and nothing within a day of a change', async () => {
    await keepFor({ legalHold: true })
    await wait(400)
    expect(await run()).toBe(0)
    await keepFor({ legalHold: false })
    expect(await run()).toBe(0)
    await wait(2)
    expect(await run()).toBe(1)
    expect(await run()).toBe(0)
  })

  it('applies to unsealed logs, and leaves other types alone', async () => {
    const plain = await makeProcedure(false)
    const log = await perform(plain)
    const before = (await check()).of
    await wait(31)
    expect(await run()).toBe(1)
    expect((await detail(log.id)).contentRemovedAt).not.toBeNull()
    expect((await check()).of).toBe(before)
    await keepFor({ retentionDays: null })
    const kept = await perform(plain)
    await wait(4_000)
    expect(await run()).toBe(0)
    expect((await detail(kept.id)).contentRemovedAt).toBeNull()
  })

  it('refuses no days, parts of days and more than a hundred years', async () => {
    for (const retentionDays of [0, -1, 1.5, 36_501])
      expect((await keepFor({ retentionDays })).status).toBe(400)
  })
})

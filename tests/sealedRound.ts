/** A procedure whose logs are sealed, with calls to submit, read and check them. */
import { type SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { yesNo } from './fixtures.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'

const { procedures, procedureLogs, signedLogs } = contract

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export type SealedRound = Awaited<ReturnType<typeof openSealedRound>>

export async function openSealedRound() {
  const { testApp, token, fixtures: own } = await openTestAppWithFixtures()
  let admin = token
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
  const made = await makeProcedure(true)
  const tokenOf = async (id: number, session = admin) => {
    const answer = await testApp.call(session, signedLogs.getUrlOfSignedLog, { params: { id } })
    if (answer.status !== 200) return { status: answer.status, token: '', url: '' }
    const { url } = answer.body
    return { status: 200, url, token: new URL(url).searchParams.get('open') ?? '' }
  }
  return {
    testApp,
    get admin() {
      return admin
    },
    async signInAgain() {
      admin = await testApp.signIn('administrator')
    },
    made,
    makeProcedure,
    tokenOf,
    async upload() {
      const answer = await testApp.upload(admin, '/api/files', 'photo.png', PIXEL, 'image/png')
      return (answer.body as { id: number }).id
    },
    async send(of = made, change: object = {}) {
      const [clean] = of.questions
      const answer = await testApp.call(admin, procedureLogs.submitProcedureLog, {
        body: {
          clientKey: crypto.randomUUID(),
          procedureId: of.id,
          procedureVersion: of.version,
          equipmentId: own.equipment ?? 0,
          locationId: null,
          startedAt: '2026-11-20T08:55:00Z',
          answers: [
            {
              kind: 'singleChoice' as const,
              questionId: clean?.id ?? 0,
              answerId: clean?.answers[0]?.id ?? 0,
            },
          ],
          ...change,
        },
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    },
    async view(id: number) {
      const { token: open } = await tokenOf(id)
      const answer = await testApp.call(null, signedLogs.getSignedLog, {
        params: { id, token: open },
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    },
    rows: () =>
      asSystem(testApp.pool, (db) =>
        db
          .select()
          .from(tables.signedLog)
          .where(ofCompany(tables.signedLog, testApp.here.id))
          .orderBy(tables.signedLog.sequence),
      ),
    behindTheBack: (statement: SQL) => asSystem(testApp.pool, (db) => db.execute(statement)),
    check: async (after = 0) =>
      (await testApp.call(admin, signedLogs.checkSignedLogs, { body: { after } })).body,
  }
}

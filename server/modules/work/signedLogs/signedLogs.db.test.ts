import { sql, type SQL } from 'drizzle-orm'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { languages } from '#contract/languages.ts'
import { bundleOf as readBundle, NoAttachment, readExported } from '#contract/signedLog/read.ts'
import { verify, type FaultCode } from '#contract/signedLog/verify.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { attachmentsOfPdf } from '#ports/attachmentsOfPdf.ts'
import { yesNo, type Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { isLongForm } from '#tests/longForm.ts'
import type { TestApp } from '#tests/testApp.ts'

const { procedures, procedureLogs, signedLogs } = contract

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
          {
            ...yesNo(-2, 'Photo'),
            kind: 'file',
            required: false,
            answers: [],
          },
        ],
      },
    })
  ).body

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  made = await makeProcedure(true)
})
afterAll(() => testApp.close())

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const upload = async () =>
  (
    (await testApp.upload(admin, '/api/files', 'photo.png', PIXEL, 'image/png')).body as {
      id: number
    }
  ).id
const send = async (of = made, change: object = {}) => {
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
}
const tokenOf = async (id: number, session = admin) => {
  const answer = await testApp.call(session, signedLogs.getUrlOfSignedLog, { params: { id } })
  if (answer.status !== 200) return { status: answer.status, token: '', url: '' }
  const { url } = answer.body
  return { status: 200, url, token: new URL(url).searchParams.get('open') ?? '' }
}
const view = async (id: number) => {
  const { token } = await tokenOf(id)
  const answer = await testApp.call(null, signedLogs.getSignedLog, { params: { id, token } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const rows = () =>
  asSystem(testApp.pool, (db) =>
    db
      .select()
      .from(tables.signedLog)
      .where(ofCompany(tables.signedLog, testApp.here.id))
      .orderBy(tables.signedLog.sequence),
  )
const behindTheBack = (statement: SQL) => asSystem(testApp.pool, (db) => db.execute(statement))
const check = async (after = 0) =>
  (await testApp.call(admin, signedLogs.checkSignedLogs, { body: { after } })).body
const foundAfter = async (...statements: SQL[]): Promise<[FaultCode, number][]> => {
  const kept = await asSystem(testApp.pool, async (db) => ({
    logs: (await db.execute(sql`select * from signed_log`)).rows,
    heads: (await db.execute(sql`select * from signed_head`)).rows,
    copies: (await db.execute(sql`select * from procedure_log`)).rows,
  }))
  for (const statement of statements) await behindTheBack(statement)
  const { faults } = await check()
  await behindTheBack(sql`delete from signed_log`)
  for (const [table, all] of [
    ['signed_log', kept.logs],
    ['signed_head', kept.heads],
  ] as const) {
    await behindTheBack(sql`delete from ${sql.identifier(table)}`)
    await behindTheBack(sql`insert into ${sql.identifier(table)} overriding system value
      select * from jsonb_populate_recordset(null::${sql.identifier(table)},
      ${JSON.stringify(all)}::jsonb)`)
  }
  await behindTheBack(sql`update procedure_log p set answers = k.answers, score = k.score
    from jsonb_populate_recordset(null::procedure_log, ${JSON.stringify(kept.copies)}::jsonb) k
    where k.company_id = p.company_id and k.id = p.id`)
  expect((await check()).faults).toEqual([])
  return faults.map(({ code, sequence }) => [code, sequence])
}

describe('a procedure log whose procedure requires a seal', () => {
  it('is sealed as it is submitted, once however often it arrives, and chained', async () => {
    const clientKey = crypto.randomUUID()
    const first = await send(made, { clientKey })
    expect((await send(made, { clientKey })).id).toBe(first.id)
    expect(first.isSigned).toBe(true)
    const second = await send()
    const all = await rows()
    expect(all.map(({ sequence, procedureLogId }) => [sequence, procedureLogId])).toEqual([
      [1, first.id],
      [2, second.id],
    ])
    expect(all[1]?.previousHash).toBe(all[0]?.hash)
    expect(await check()).toEqual({ reached: 2, of: 2, isDone: true, faults: [] })
  })

  it('sealed at once by many, makes one chain without a hole', async () => {
    await Promise.all(Array.from({ length: 6 }, () => send()))
    const all = await rows()
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_row, index) => index + 1))
    expect((await check()).faults).toEqual([])
  })

  it('of another procedure is not sealed, and costs nothing', async () => {
    const before = (await rows()).length
    const log = await send(await makeProcedure(false))
    expect(log.isSigned).toBe(false)
    expect((await rows()).length).toBe(before)
    expect((await tokenOf(log.id)).status).toBe(404)
  })

  it('POST /api/procedure-logs/get with isSigned answers and counts sealed logs only', async () => {
    const sealed = await send()
    const plain = await send(await makeProcedure(false))
    const answer = await testApp.raw(admin, 'POST', '/api/procedure-logs/get', {
      isSigned: true,
      limit: 500,
    })
    const { count, rows: found } = answer.body as { count: number; rows: { id: number }[] }
    const ids = found.map(({ id }) => id)
    expect(ids).toContain(sealed.id)
    expect(ids).not.toContain(plain.id)
    expect(count).toBe(ids.length)
    const chained = (await rows()).map(({ procedureLogId }) => procedureLogId)
    expect(new Set<unknown>(ids)).toEqual(new Set(chained))
  })

  it('keeps its private key sealed under the data key', async () => {
    const { rows: raw } = await behindTheBack(sql`select private_key from signing_key`)
    expect(JSON.stringify(raw)).toContain('sealed1.')
  })
})

describe('the shared address of a signed log', () => {
  it('opens the record without a session, for a quarter of an hour, and no other', async () => {
    const log = await send()
    const other = await send()
    const { url, token } = await tokenOf(log.id)
    expect(url).toMatch(new RegExp(`^http://localhost/signed-log/${log.id}\\?open=`))
    const open = (id: number, given: string) =>
      testApp.call(null, signedLogs.getSignedLog, { params: { id, token: given } })
    expect((await open(log.id, token)).status).toBe(200)
    expect((await open(other.id, token)).status).toBe(410)
    expect((await open(log.id, `${token.slice(0, -3)}AAA`)).status).toBe(410)
    expect((await open(log.id, '')).status).toBe(410)
    testApp.clock.advance(15 * 60_000)
    expect((await open(log.id, token)).status).toBe(410)
    admin = await testApp.signIn('administrator')
  })

  it('is given to users who may see the log, and never to another company', async () => {
    const log = await send()
    const stranger = await testApp.signIn('administrator', 'there')
    expect((await tokenOf(log.id, stranger)).status).toBe(404)
    const addendum = await testApp.call(stranger, signedLogs.addAddendum, {
      params: { id: log.id },
      body: { clientKey: crypto.randomUUID(), text: 'Mine now' },
    })
    expect(addendum.status).toBe(404)
    expect((await view(log.id)).faults).toEqual([])
  })
})

describe('the export of a signed log', () => {
  it('is checked without the server, with keys from their public address', async () => {
    const fileId = await upload()
    const log = await send(made, {
      answers: [
        ...made.questions.flatMap(({ id, answers: [first] }) =>
          first ? [{ kind: 'singleChoice', questionId: id, answerId: first.id }] : [],
        ),
        { kind: 'file', questionId: made.questions[1]?.id ?? 0, fileIds: [fileId] },
      ],
    })
    const { bundle } = await view(log.id)
    const read = readBundle(JSON.parse(JSON.stringify(bundle)))
    const { body } = await testApp.call(null, signedLogs.getSigningKeys, {
      params: { chain: read.head.chain },
    })
    expect(body.keys).toEqual(read.keys)
    expect(await verify({ ...read, keys: body.keys, isWhole: false })).toEqual({
      faults: [],
      removed: [],
    })
    const record = read.entries.find((entry) => entry.record?.kind === 'performance')?.record
    expect(record).toMatchObject({
      procedure: { name: 'Sealed round' },
      files: [{ id: fileId, name: 'photo.png', mime: 'image/png' }],
    })
    const { token } = await tokenOf(log.id)
    const photo = await testApp.call(null, signedLogs.getSignedLogFile, {
      params: { id: log.id, fileId, token },
    })
    expect(photo.status).toBe(200)
    const seal = read.entries.find((entry) => entry.record !== null)?.hash ?? ''
    const known = await testApp.call(null, signedLogs.getSeal, { params: { hash: seal } })
    expect(known.body.entry).toMatchObject({ hash: seal, record: null })
    expect(
      (await testApp.call(null, signedLogs.getSeal, { params: { hash: '0'.repeat(64) } })).status,
    ).toBe(404)
  })
})

describe('the PDF of a signed log', () => {
  it('contains the record, embeds its fonts, and works in each language on both papers', async () => {
    const fileId = await upload()
    const log = await send(made, {
      answers: [
        ...made.questions.flatMap(({ id, answers: [first] }) =>
          first ? [{ kind: 'singleChoice', questionId: id, answerId: first.id }] : [],
        ),
        { kind: 'file', questionId: made.questions[1]?.id ?? 0, fileIds: [fileId] },
      ],
    })
    await testApp.call(admin, signedLogs.addAddendum, {
      params: { id: log.id },
      body: { clientKey: crypto.randomUUID(), text: 'המשאבה השמאלית, לא Pump 7. Žluťoučký кот' },
    })
    const { token } = await tokenOf(log.id)
    const { bundle } = await view(log.id)
    for (const language of isLongForm ? languages : (['en', 'ar'] as const)) {
      const { path } = signedLogs.getSignedLogPdf
      const url = path.replace('{id}', String(log.id))
      const paper = language === 'en' ? 'LETTER' : 'A4'
      const answer = await testApp.app.http.inject({
        url: `${url}?token=${token}&paper=${paper}&language=${language}`,
      })
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
      const pdf = answer.rawPayload
      const keepIn = process.env['KEEP_PDF']
      if (keepIn !== undefined)
        await (await import('node:fs/promises')).writeFile(`${keepIn}/${language}.pdf`, pdf)
      expect(await readExported(pdf, attachmentsOfPdf)).toEqual(bundle)
      const again = await PDFDocument.create()
      const original = await PDFDocument.load(pdf)
      for (const page of await again.copyPages(original, original.getPageIndices()))
        again.addPage(page)
      await expect(readExported(await again.save(), attachmentsOfPdf)).rejects.toThrow(NoAttachment)
      const record = Buffer.from(JSON.stringify(bundle))
      await again.attach(record, 'record.json', { mimeType: 'application/json' })
      const compressed = await again.save({ useObjectStreams: true })
      expect(Buffer.from(compressed).includes('previousHash')).toBe(false)
      expect(await readExported(compressed, attachmentsOfPdf)).toEqual(bundle)
      const text = pdf.toString('latin1')
      expect(text.includes('/FontFile')).toBe(true)
      expect(text.includes(language === 'en' ? '[0 0 612 792]' : '[0 0 595.')).toBe(true)
    }
  })
})

describe('a correction of a signed log', () => {
  it('is sealed beside the original, once, and recorded in the journal', async () => {
    const log = await send()
    const body = { clientKey: crypto.randomUUID(), text: 'The left pump, not the right one.' }
    const say = () => testApp.call(admin, signedLogs.addAddendum, { params: { id: log.id }, body })
    const first = await say()
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect((await say()).body).toEqual(first.body)
    const { bundle, faults } = await view(log.id)
    expect(faults).toEqual([])
    expect(bundle.entries.flatMap(({ record }) => (record ? [record.kind] : []))).toEqual([
      'performance',
      'addendum',
    ])
  })
})

describe('a new signing key', () => {
  it('signs from then on; what the old one signed stays valid, and names the new one', async () => {
    const before = await send()
    const answer = await testApp.call(admin, signedLogs.rotateSigningKey, {})
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const after = await send()
    expect((await view(before.id)).faults).toEqual([])
    const { bundle, faults } = await view(after.id)
    expect(faults).toEqual([])
    expect(bundle.entries.find(({ record }) => record !== null)?.keyId).toBe(answer.body.id)
    const rotation = (await rows()).find(({ kind }) => kind === 'rotation')
    expect(rotation).toMatchObject({
      record: { key: { id: answer.body.id } },
      fingerprint: bundle.keys[0]?.id,
    })
    expect((await check()).faults).toEqual([])
  })
})

describe('the check of the chain', () => {
  const at = (sequence: number) => sql`company_id = ${testApp.here.id} and sequence = ${sequence}`

  it('finds a changed answer where it is sealed, and where lists read it', async () => {
    expect(
      await foundAfter(sql`update signed_log set record = jsonb_set(record, '{answers,0,answerId}',
        '7') where ${at(2)}`),
    ).toEqual([
      ['changed', 2],
      ['copy', 2],
    ])
    const [, second] = await rows()
    expect(
      await foundAfter(sql`update procedure_log
        set answers = jsonb_set(answers, '{0,answerId}', '7')
        where company_id = ${testApp.here.id} and id = ${second?.procedureLogId}`),
    ).toEqual([['copy', 2]])
  })

  it('finds a changed answer with recalculated hashes by its signature', async () => {
    expect(
      await foundAfter(sql`update signed_log set record_hash = ${'1'.repeat(64)},
        hash = ${'2'.repeat(64)} where ${at(2)}`),
    ).toEqual([['changed', 2]])
  })

  it('finds a removed row as a hole, in the chain and beside its neighbours', async () => {
    expect(await foundAfter(sql`delete from signed_log where ${at(3)}`)).toEqual([['hole', 3]])
  })

  it('names both rows of a swapped pair', async () => {
    expect(
      await foundAfter(
        sql`update signed_log set sequence = -1 where ${at(2)}`,
        sql`update signed_log set sequence = 2 where ${at(4)}`,
        sql`update signed_log set sequence = 4 where ${at(-1)}`,
      ),
    ).toEqual([
      ['swapped', 2],
      ['swapped', 4],
    ])
  })

  it('finds a cut tail, also if the head is set back', async () => {
    const last = (await rows()).at(-1)?.sequence ?? 0
    const cut = sql`delete from signed_log where ${at(last)}`
    expect(await foundAfter(cut)).toEqual([['cut', last]])
    expect(
      (
        await foundAfter(
          cut,
          sql`update signed_head set sequence = ${last - 1}, hash = (select hash from signed_log
            where ${at(last - 1)}) where company_id = ${testApp.here.id}`,
        )
      ).map(([code]) => code),
    ).toContain('signature')
  })

  it('rejects a replaced key for what it did not sign', async () => {
    const [key] = await asSystem(testApp.pool, (db) =>
      db.select().from(tables.signingKey).where(ofCompany(tables.signingKey, testApp.here.id)),
    )
    const wrong = Buffer.alloc(32, 3).toString('base64url')
    await behindTheBack(sql`update signing_key set public_key = ${wrong}
      where company_id = ${testApp.here.id} and id = ${key?.id}`)
    const { faults } = await check()
    expect(faults).toContainEqual({ code: 'unknownKey', sequence: 1, logId: expect.any(Number) })
    await behindTheBack(sql`update signing_key set public_key = ${key?.publicKey}
      where company_id = ${testApp.here.id} and id = ${key?.id}`)
    expect((await check()).faults).toEqual([])
  })

  it('is supported by the database: a company’s session can neither change nor remove a sealed row', async () => {
    const { inCompany } = await import('#kernel/data/transaction.ts')
    for (const statement of [sql`delete from signed_log`, sql`update signed_log set record = null`])
      await expect(
        inCompany(testApp.pool, testApp.here.id, (db) => db.execute(statement)),
      ).rejects.toThrow(/Failed query/)
    expect(
      await asSystem(testApp.pool, (db) => db.select().from(tables.signedHead)),
    ).not.toHaveLength(0)
  })
})

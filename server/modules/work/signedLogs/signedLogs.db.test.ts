import { sql } from 'drizzle-orm'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { languages } from '#contract/languages.ts'
import { bundleOf as readBundle, NoAttachment, readExported } from '#contract/signedLog/read.ts'
import { verify } from '#contract/signedLog/verify.ts'
import { attachmentsOfPdf } from '#ports/attachmentsOfPdf.ts'
import { isLongForm } from '#tests/longForm.ts'
import { openSealedRound, type SealedRound } from '#tests/sealedRound.ts'

const { signedLogs } = contract

let round: SealedRound
beforeAll(async () => {
  round = await openSealedRound()
})
afterAll(() => round.testApp.close())

describe('a procedure log whose procedure requires a seal', () => {
  it('is sealed as it is submitted, once however often it arrives, and chained', async () => {
    const clientKey = crypto.randomUUID()
    const first = await round.send(round.made, { clientKey })
    expect((await round.send(round.made, { clientKey })).id).toBe(first.id)
    expect(first.isSigned).toBe(true)
    const second = await round.send()
    const all = await round.rows()
    expect(all.map(({ sequence, procedureLogId }) => [sequence, procedureLogId])).toEqual([
      [1, first.id],
      [2, second.id],
    ])
    expect(all[1]?.previousHash).toBe(all[0]?.hash)
    expect(await round.check()).toEqual({ reached: 2, of: 2, isDone: true, faults: [] })
  })

  it('sealed at once by many, makes one chain without a hole', async () => {
    await Promise.all(Array.from({ length: 6 }, () => round.send()))
    const all = await round.rows()
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_row, index) => index + 1))
    expect((await round.check()).faults).toEqual([])
  })

  it('of another procedure is not sealed, and costs nothing', async () => {
    const before = (await round.rows()).length
    const log = await round.send(await round.makeProcedure(false))
    expect(log.isSigned).toBe(false)
    expect((await round.rows()).length).toBe(before)
    expect((await round.tokenOf(log.id)).status).toBe(404)
  })

  it('POST /api/procedure-logs/get with isSigned answers and counts sealed logs only', async () => {
    const sealed = await round.send()
    const plain = await round.send(await round.makeProcedure(false))
    const answer = await round.testApp.raw(round.admin, 'POST', '/api/procedure-logs/get', {
      isSigned: true,
      limit: 500,
    })
    const { count, rows: found } = answer.body as { count: number; rows: { id: number }[] }
    const ids = found.map(({ id }) => id)
    expect(ids).toContain(sealed.id)
    expect(ids).not.toContain(plain.id)
    expect(count).toBe(ids.length)
    const chained = (await round.rows()).map(({ procedureLogId }) => procedureLogId)
    expect(new Set<unknown>(ids)).toEqual(new Set(chained))
  })

  it('keeps its private key sealed under the data key', async () => {
    const { rows: raw } = await round.behindTheBack(sql`select private_key from signing_key`)
    expect(JSON.stringify(raw)).toContain('sealed1.')
  })
})

describe('the shared address of a signed log', () => {
  it('opens the record without a session, for a quarter of an hour, and no other', async () => {
    const log = await round.send()
    const other = await round.send()
    const { url, token } = await round.tokenOf(log.id)
    expect(url).toMatch(new RegExp(`^http://localhost/signed-log/${log.id}\\?open=`))
    const open = (id: number, given: string) =>
      round.testApp.call(null, signedLogs.getSignedLog, { params: { id, token: given } })
    expect((await open(log.id, token)).status).toBe(200)
    expect((await open(other.id, token)).status).toBe(410)
    expect((await open(log.id, `${token.slice(0, -3)}AAA`)).status).toBe(410)
    expect((await open(log.id, '')).status).toBe(410)
    round.testApp.clock.advance(15 * 60_000)
    expect((await open(log.id, token)).status).toBe(410)
    await round.signInAgain()
  })

  it('is given to users who may see the log, and never to another company', async () => {
    const log = await round.send()
    const stranger = await round.testApp.signIn('administrator', 'there')
    expect((await round.tokenOf(log.id, stranger)).status).toBe(404)
    const addendum = await round.testApp.call(stranger, signedLogs.addAddendum, {
      params: { id: log.id },
      body: { clientKey: crypto.randomUUID(), text: 'Mine now' },
    })
    expect(addendum.status).toBe(404)
    expect((await round.view(log.id)).faults).toEqual([])
  })
})

describe('the export of a signed log', () => {
  it('is checked without the server, with keys from their public address', async () => {
    const fileId = await round.upload()
    const log = await round.send(round.made, {
      answers: [
        ...round.made.questions.flatMap(({ id, answers: [first] }) =>
          first ? [{ kind: 'singleChoice', questionId: id, answerId: first.id }] : [],
        ),
        { kind: 'file', questionId: round.made.questions[1]?.id ?? 0, fileIds: [fileId] },
      ],
    })
    const { bundle } = await round.view(log.id)
    const read = readBundle(JSON.parse(JSON.stringify(bundle)))
    const { body } = await round.testApp.call(null, signedLogs.getSigningKeys, {
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
    const { token } = await round.tokenOf(log.id)
    const photo = await round.testApp.call(null, signedLogs.getSignedLogFile, {
      params: { id: log.id, fileId, token },
    })
    expect(photo.status).toBe(200)
    const seal = read.entries.find((entry) => entry.record !== null)?.hash ?? ''
    const known = await round.testApp.call(null, signedLogs.getSeal, { params: { hash: seal } })
    expect(known.body.entry).toMatchObject({ hash: seal, record: null })
    expect(
      (await round.testApp.call(null, signedLogs.getSeal, { params: { hash: '0'.repeat(64) } }))
        .status,
    ).toBe(404)
  })
})

describe('the PDF of a signed log', () => {
  it('contains the record, embeds its fonts, and works in each language on both papers', async () => {
    const fileId = await round.upload()
    const log = await round.send(round.made, {
      answers: [
        ...round.made.questions.flatMap(({ id, answers: [first] }) =>
          first ? [{ kind: 'singleChoice', questionId: id, answerId: first.id }] : [],
        ),
        { kind: 'file', questionId: round.made.questions[1]?.id ?? 0, fileIds: [fileId] },
      ],
    })
    await round.testApp.call(round.admin, signedLogs.addAddendum, {
      params: { id: log.id },
      body: { clientKey: crypto.randomUUID(), text: 'המשאבה השמאלית, לא Pump 7. Žluťoučký кот' },
    })
    const { token } = await round.tokenOf(log.id)
    const { bundle } = await round.view(log.id)
    for (const language of isLongForm ? languages : (['en', 'ar'] as const)) {
      const { path } = signedLogs.getSignedLogPdf
      const url = path.replace('{id}', String(log.id))
      const paper = language === 'en' ? 'LETTER' : 'A4'
      const answer = await round.testApp.app.http.inject({
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
    const log = await round.send()
    const body = { clientKey: crypto.randomUUID(), text: 'The left pump, not the right one.' }
    const say = () =>
      round.testApp.call(round.admin, signedLogs.addAddendum, { params: { id: log.id }, body })
    const first = await say()
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect((await say()).body).toEqual(first.body)
    const { bundle, faults } = await round.view(log.id)
    expect(faults).toEqual([])
    expect(bundle.entries.flatMap(({ record }) => (record ? [record.kind] : []))).toEqual([
      'performance',
      'addendum',
    ])
  })
})

describe('a new signing key', () => {
  it('signs from then on; what the old one signed stays valid, and names the new one', async () => {
    const before = await round.send()
    const answer = await round.testApp.call(round.admin, signedLogs.rotateSigningKey, {})
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const after = await round.send()
    expect((await round.view(before.id)).faults).toEqual([])
    const { bundle, faults } = await round.view(after.id)
    expect(faults).toEqual([])
    expect(bundle.entries.find(({ record }) => record !== null)?.keyId).toBe(answer.body.id)
    const rotation = (await round.rows()).find(({ kind }) => kind === 'rotation')
    expect(rotation).toMatchObject({
      record: { key: { id: answer.body.id } },
      fingerprint: bundle.keys[0]?.id,
    })
    expect((await round.check()).faults).toEqual([])
  })
})

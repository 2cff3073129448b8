import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { ReportSettings } from '#contract/labelReports.ts'
import { REPORT_LIMITS } from '#contract/rules/labelReports.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { statementsOf } from '#tests/statements.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { pngOf } from '#tests/pictures.ts'
import type { TestApp } from '#tests/testApp.ts'
import { removeExpired } from '../../operation/retention/index.ts'

const { labelReports, tickets } = contract
let testApp: TestApp
let admin: string, staff: string
let own: Fixtures
let code: string

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  staff = await testApp.signIn('staff')
  await set({ isOn: true })
  await testApp.ok(admin, labelReports.setLabel, { body: { of: thing(), takesReports: true } })
  code = await codeOf()
})
afterAll(() => testApp.close())

const thing = () => ({ equipmentId: own.equipment ?? 0 })
const set = async (change: Partial<ReportSettings>) => {
  const before = await testApp.ok(admin, labelReports.getReportSettings, {})
  return testApp.ok(admin, labelReports.setReportSettings, { body: { ...before, ...change } })
}
const codeOf = async () =>
  (
    await testApp.ok(staff, labelReports.makeLabelCodes, {
      body: { equipmentIds: [own.equipment ?? 0] },
    })
  )[0]?.code ?? ''

let keys = 0
const newKey = () => (keys += 1).toString(16).padStart(32, '0')
const cookieOf = (name: string) => ({ cookie: `plantroom-browser=${name.padEnd(43, 'x')}` })
const report = (body: object = {}, { of = code, headers = {} as Record<string, string> } = {}) =>
  testApp.raw(
    null,
    'POST',
    `/api/public/label/${of}`,
    { key: newKey(), problem: 'broken', ...body },
    headers,
  )
const page = (of = code) => testApp.raw(null, 'GET', `/api/public/label/${of}`)
const answer = (key: string) => testApp.raw(null, 'GET', `/api/public/reported/${key}`)
const say = (key: string, isFixed: boolean) =>
  testApp.raw(null, 'POST', `/api/public/reported/${key}`, { isFixed })
const ticketOf = async (search: string) =>
  (await testApp.ok(admin, tickets.listTickets, { body: { search, limit: 10 } })).rows
const stateIn = async (category: 'open' | 'closed') =>
  (
    await testApp.ok(admin, tickets.listTicketStates, {
      body: { ticketTypeId: own.ticketType ?? 0 },
    })
  ).rows.find((state) => state.category === category)?.id ?? 0
const close = async (id: number) => {
  const { version } = await testApp.ok(admin, tickets.getTicket, { params: { id } })
  return testApp.ok(admin, tickets.changeTicketState, {
    params: { id },
    body: { stateId: await stateIn('closed'), version },
  })
}
const jpeg = async (width = 40, height = 30) => {
  const { default: sharp } = await import('sharp')
  return sharp(await pngOf(width, height))
    .flatten()
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg()
    .toBuffer()
}
/** Past the limits of codes and devices. */
const wait = async (hours: number) => {
  testApp.clock.advance(hours * 3_600_000)
  admin = await testApp.signIn('administrator')
  staff = await testApp.signIn('staff')
}

describe('the page of a label', () => {
  it('answers alike for codes that are unknown, foreign, revoked and switched off', async () => {
    const revoked = code
    await testApp.ok(admin, labelReports.revokeLabel, { body: { of: thing() } })
    code = await codeOf()
    const stranger = await testApp.signIn('administrator', 'there')
    const theirs = await testApp.ok(stranger, labelReports.makeLabelCodes, {
      body: { equipmentIds: [await equipmentThere(stranger)] },
    })
    const bare = ({ status, body }: { status: number; body: unknown }) => {
      const { requestId: _, ...rest } = body as Record<string, unknown>
      return { status, rest }
    }
    const unknown = bare(await page('0123456789abcdef'))
    expect(unknown.status).toBe(404)
    expect(bare(await page(revoked))).toEqual(unknown)
    expect(bare(await page(theirs[0]?.code))).toEqual(unknown)
    await testApp.ok(admin, labelReports.setLabel, { body: { of: thing(), takesReports: false } })
    expect(bare(await page())).toEqual(unknown)
    expect((await report()).status).toBe(404)
    await testApp.ok(admin, labelReports.setLabel, { body: { of: thing(), takesReports: true } })
    await set({ isOn: false })
    expect(bare(await page())).toEqual(unknown)
    await set({ isOn: true })
    expect((await page()).status).toBe(200)
  })

  it('takes the same statements for a code that is unknown, switched off or open', async () => {
    const kinds = async (one: string) =>
      (await statementsOf(testApp.pool, () => page(one))).texts.map((statement) =>
        statement.replace(/company_id', '\d+'/, 'company_id'),
      )
    const open = await kinds(code)
    expect(open.length).toBeGreaterThan(3)
    expect(await kinds('0123456789abcdef')).toEqual(open)
    await set({ isOn: false })
    expect(await kinds(code)).toEqual(open)
    await set({ isOn: true })
  })

  it('refuses a phone number that no phone can dial', async () => {
    const before = await testApp.ok(admin, labelReports.getReportSettings, {})
    const body = { ...before, phone: 'call me' }
    expect(await testApp.call(admin, labelReports.setReportSettings, { body })).toMatchObject({
      status: 400,
    })
    await set({ phone: '112' })
    await set({ phone: '+420 (2) 22-333' })
  })

  it('names only what the company chose', async () => {
    await set({ shows: 'nothing', receiver: 'Technical service', phone: '+420 1' })
    expect((await page()).body).toMatchObject({
      name: '',
      place: null,
      receiver: 'Technical service',
      phone: '+420 1',
      days: 30,
      open: [],
    })
    await set({ shows: 'name' })
    expect(JSON.stringify((await page()).body)).toContain(
      (
        await testApp.ok(admin, contract.equipment.getEquipment, {
          params: { id: own.equipment ?? 0 },
        })
      ).name,
    )
  })
})

describe('a report by label', () => {
  it('opens a ticket with the report as its origin, and is taken once however often it is sent', async () => {
    const key = newKey()
    const given = { key, words: 'Drips on <b>the</b> floor', name: 'Jana', phone: '777' }
    expect(await report(given)).toMatchObject({ status: 200, body: { isRepeat: false } })
    expect(await report(given)).toMatchObject({ status: 200, body: { isRepeat: false } })
    const [ticket, ...others] = await ticketOf('Does not work')
    expect(others).toEqual([])
    expect(ticket).toMatchObject({ opener: null, isReported: true, repeatCount: 0 })
    expect(
      await testApp.ok(admin, tickets.getTicket, { params: { id: ticket?.id ?? 0 } }),
    ).toMatchObject({ description: 'Drips on <b>the</b> floor' })
  })

  it('shows its contact only to people who may edit tickets', async () => {
    const [ticket] = await ticketOf('Does not work')
    const params = { id: ticket?.id ?? 0 }
    expect(await testApp.ok(admin, labelReports.listTicketReports, { params })).toMatchObject([
      { contact: { name: 'Jana', phone: '777' }, isRepeat: false },
    ])
    expect(await testApp.ok(staff, labelReports.listTicketReports, { params })).toMatchObject([
      { contact: null },
    ])
  })

  it('joins the open report of the same problem, also by “Me too”', async () => {
    const { body } = await page()
    const open = (body as { open: { ref: string; isTaken: boolean }[] }).open
    expect(open).toMatchObject([{ isTaken: false }])
    expect(await report({ again: open[0]?.ref, problem: 'other' })).toMatchObject({
      body: { isRepeat: true },
    })
    expect(await report({ problem: 'broken' })).toMatchObject({ body: { isRepeat: true } })
    expect(await ticketOf('Does not work')).toMatchObject([{ repeatCount: 2 }])
  })

  it('redraws its photos, so that the metadata of the camera is gone', async () => {
    await wait(25)
    const bytes = await jpeg()
    expect(bytes.includes('Somebody')).toBe(true)
    expect(await report({ problem: 'leaking', photos: [bytes.toString('base64')] })).toMatchObject({
      status: 200,
    })
    const [ticket] = await ticketOf('Leaks')
    const { photos } = await testApp.ok(admin, tickets.getTicket, {
      params: { id: ticket?.id ?? 0 },
    })
    expect(photos).toHaveLength(1)
    const stored = await testApp.raw(admin, 'GET', `/api/files/${photos[0]?.id}`)
    expect(stored.status).toBe(200)
    expect(String(stored.body)).not.toContain('Somebody')
  })

  it.each([
    ['text', () => Buffer.from('<svg onload="alert(1)">')],
    ['a PNG', () => pngOf(4, 4)],
    ['a JPEG that claims 60,000 pixels a side', async () => withSize(await jpeg(), 60_000, 60_000)],
    ['a JPEG that is cut off', async () => (await jpeg()).subarray(0, 300)],
  ])('refuses %s as a photo and opens nothing', async (_what, make) => {
    const before = (await ticketOf('Damaged')).length
    const photos = [Buffer.from(await make()).toString('base64')]
    expect((await report({ problem: 'damaged', photos })).status).toBe(400)
    expect(await ticketOf('Damaged')).toHaveLength(before)
  })

  it('refuses a third photo and foreign fields', async () => {
    expect((await report({ photos: ['YQ==', 'YQ==', 'YQ=='] })).status).toBe(400)
    expect((await report({ ticketTypeId: 1 })).status).toBe(400)
  })

  it('keeps a problem that was removed from the settings as its own words, never shown to others', async () => {
    await wait(25)
    const { problems } = await testApp.ok(admin, labelReports.getReportSettings, {})
    const mine = {
      key: 'own-1',
      text: 'Bed is stuck',
      ticketTypeId: problems[0]?.ticketTypeId ?? 0,
    }
    await set({ problems: problems.filter(({ key }) => key !== 'missing') })
    const of = { headers: cookieOf('m') }
    const problemText = mine.text
    expect((await report({ problem: 'own-1', problemText, words: 'Room 4' }, of)).status).toBe(200)
    const [ticket] = await ticketOf('Something else')
    const { description } = await testApp.ok(admin, tickets.getTicket, {
      params: { id: ticket?.id ?? 0 },
    })
    expect(description).toBe('Chosen on an earlier page: Bed is stuck\nRoom 4')
    expect((await report({ problem: 'missing' })).status).toBe(200)
    expect(await ticketOf('Missing')).toHaveLength(1)
    expect((await report({ problem: '' })).status).toBe(400)
    expect(JSON.stringify((await page()).body)).not.toContain('Bed is stuck')
    await set({ problems })
  })

  it('is not offered “Me too” on the device that sent it', async () => {
    const open = async (name: string) => {
      const { body } = await testApp.raw(
        null,
        'GET',
        `/api/public/label/${code}`,
        undefined,
        cookieOf(name),
      )
      return (body as { open: { key: string; isOwn: boolean }[] }).open.find(
        ({ key }) => key === 'other',
      )?.isOwn
    }
    expect(await open('m')).toBe(true)
    expect(await open('n')).toBe(false)
  })

  it('is limited by its code, by its device and by the company', async () => {
    await wait(25)
    for (let count = 0; count < REPORT_LIMITS.codeAnHour; count += 1)
      expect((await report({}, { headers: cookieOf('a') })).status).toBe(200)
    expect((await report()).status).toBe(429)
    await wait(2)
    for (let count = 0; count < REPORT_LIMITS.codeAnHour; count += 1)
      expect((await report({}, { headers: cookieOf('a') })).status).toBe(200)
    await wait(2)
    expect((await report({}, { headers: cookieOf('a') })).status).toBe(429)
    expect((await report({}, { headers: cookieOf('b') })).status).toBe(200)
    await asSystem(testApp.pool, async (db) => {
      const [one] = await db.select().from(tables.ticketReport).limit(1)
      if (!one) throw new Error('No report')
      const { id: _, ...copied } = one
      await db.insert(tables.ticketReport).values(
        Array.from({ length: REPORT_LIMITS.companyADay }, () => ({
          ...copied,
          keyHash: null,
          createdAt: testApp.clock.now(),
        })),
      )
    })
    await wait(2)
    expect((await report({}, { headers: cookieOf('c') })).status).toBe(429)
    await asSystem(testApp.pool, (db) =>
      db.execute(`delete from ticket_report where key_hash is null`),
    )
  })

  it('is not let past the limit by sending many at once', async () => {
    await wait(25)
    const all = await Promise.all(
      Array.from({ length: REPORT_LIMITS.codeAnHour + 6 }, () => report()),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(REPORT_LIMITS.codeAnHour)
  })
})

describe('the secret address of a report', () => {
  const key = 'f'.repeat(32)
  let id = 0
  it('shows the state and public comments alone', async () => {
    await wait(25)
    expect((await report({ key, problem: 'noise', words: 'Loud' })).status).toBe(200)
    id = (await ticketOf('Noisy'))[0]?.id ?? 0
    const params = { id }
    await testApp.ok(admin, tickets.commentTicket, { params, body: { text: 'Between us' } })
    await testApp.ok(admin, tickets.commentTicket, {
      params,
      body: { text: 'The part comes on Monday', isPublic: true },
    })
    expect((await answer(key)).body).toMatchObject({
      state: 'received',
      key: 'noise',
      comments: [{ text: 'The part comes on Monday' }],
      asks: false,
    })
    expect((await answer('e'.repeat(32))).status).toBe(404)
  })

  it('asks whether it is fixed, and reopens the ticket by “no” within seven days', async () => {
    expect((await say(key, false)).body).toMatchObject({ asks: false, isFixed: null })
    await close(id)
    expect((await answer(key)).body).toMatchObject({
      state: 'done',
      stateName: expect.any(String) as string,
      asks: true,
    })
    expect((await say(key, false)).body).toMatchObject({ asks: false, isFixed: false })
    expect(await testApp.ok(admin, tickets.getTicket, { params: { id } })).toMatchObject({
      state: { category: 'open' },
      closedAt: null,
    })
    testApp.clock.advance(1_000)
    await close(id)
    // What was said of the first closing is not said of the second.
    expect((await answer(key)).body).toMatchObject({ asks: true, isFixed: null })
    expect(
      await testApp.ok(admin, labelReports.listTicketReports, { params: { id } }),
    ).toMatchObject([{ isFixed: null }])
    await wait(8 * 24)
    expect((await say(key, false)).body).toMatchObject({ state: 'done', asks: false })
    expect(await testApp.ok(admin, tickets.getTicket, { params: { id } })).toMatchObject({
      state: { category: 'closed' },
    })
  })

  it('names the report as the author in the journal', async () => {
    const { rows } = await testApp.ok(admin, contract.journal.listJournal, {
      body: { entity: 'ticket', entityId: id, limit: 50 },
    })
    expect(rows.filter(({ by }) => by.kind === 'report')).toHaveLength(2)
  })

  it('ends 30 days after closing, with name, number and photos', async () => {
    await wait(31 * 24)
    await removeExpired(testApp.app.kernel)
    expect((await answer(key)).status).toBe(404)
    const [row] = await asSystem(testApp.pool, (db) =>
      db
        .select()
        .from(tables.ticketReport)
        .where(eq(tables.ticketReport.ticketId, id as never)),
    )
    expect(row).toMatchObject({ reporterName: null, reporterPhone: null, device: null })
    expect(row?.erasedAt).not.toBeNull()
  })
})

it('photos of a report are erased with the contact, bytes included, and the ticket stays', async () => {
  const photos = [(await jpeg()).toString('base64')]
  await report({ problem: 'dirty', photos, name: 'Eva' })
  const id = (await ticketOf('Dirty'))[0]?.id ?? 0
  const before = await testApp.ok(admin, tickets.getTicket, { params: { id } })
  const fileId = before.photos[0]?.id
  await close(id)
  await wait(31 * 24)
  await removeExpired(testApp.app.kernel)
  expect((await testApp.raw(admin, 'GET', `/api/files/${fileId}`)).status).toBe(404)
  expect(await testApp.ok(admin, tickets.getTicket, { params: { id } })).toMatchObject({
    photos: [],
  })
})

async function equipmentThere(token: string): Promise<number> {
  const type = await testApp.ok(token, contract.referenceLists.createEquipmentType, {
    body: { name: 'Their type' },
  })
  const made = await testApp.ok(token, contract.equipment.createEquipment, {
    body: { name: 'Theirs', typeId: type.id },
  })
  return made.id
}

/** The same JPEG with another size in its header. */
function withSize(bytes: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(bytes)
  for (let at = 2; at < changed.length;) {
    const marker = changed.readUInt16BE(at)
    if (marker >= 0xff_c0 && marker <= 0xff_c2) {
      changed.writeUInt16BE(height, at + 5)
      changed.writeUInt16BE(width, at + 7)
      return changed
    }
    at += 2 + changed.readUInt16BE(at + 2)
  }
  throw new Error('The JPEG has no size')
}

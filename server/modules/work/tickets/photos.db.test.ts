import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { MAX_TICKET_PHOTOS } from '#contract/tickets.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'
import { cleanUp } from '../../operation/retention/index.ts'

const { tickets } = contract
let testApp: TestApp
let admin: string, staff: string, stranger: string
let own: Fixtures
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  staff = await testApp.signIn('staff')
  stranger = await testApp.signIn('administrator', 'there')
})
afterAll(() => testApp.close())

const photo = async (by = admin, mime = 'image/png', bytes: Buffer | string = PNG) =>
  ((await testApp.upload(by, '/api/files', 'drip.png', bytes, mime)).body as { id: Id<'file'> }).id
const open = (photoIds: readonly number[], more: object = {}, by = admin) =>
  testApp.call(by, tickets.openTicket, {
    body: {
      title: 'It leaks',
      ticketTypeId: own.ticketType ?? 0,
      photoIds: [...photoIds],
      ...more,
    },
  })
const say = (id: number, photoIds: number[], by = admin) =>
  testApp.call(by, tickets.commentTicket, { params: { id }, body: { text: 'Look', photoIds } })
const bytes = async (token: string, id: number) =>
  (await testApp.raw(token, 'GET', `/api/files/${id}`)).status
const comments = async (id: number) =>
  (
    await testApp.call(admin, tickets.listTicketTimeline, { params: { id }, body: {} })
  ).body.rows.flatMap((row) => (row.kind === 'comment' ? [row] : []))

describe('photos of a ticket', () => {
  it('come with its opening and with comments, and are read by users who may see the ticket', async () => {
    const [first, second, third] = [await photo(staff), await photo(staff), await photo()]
    expect(await bytes(admin, first)).toBe(404) // the ticket has not been sent yet
    const made = await open([second, first], {}, staff)
    expect(made).toMatchObject({
      status: 200,
      body: { photos: [{ id: second, name: 'drip.png', mime: 'image/png' }, { id: first }] },
    })
    const { id } = made.body
    expect(await bytes(admin, first)).toBe(200)

    expect((await say(id, [third])).status).toBe(200)
    expect(await comments(id)).toMatchObject([{ text: 'Look', photos: [{ id: third }] }])
    expect(await bytes(staff, third)).toBe(200)
    const read = await testApp.call(admin, tickets.getTicket, { params: { id } })
    expect(read.body.photos.map((one) => one.id)).toEqual([second, first])
    expect(await bytes(stranger, first)).toBe(404)
  })

  it('are not found by users who may not see the ticket’s object', async () => {
    const [first, second] = [await photo(), await photo()]
    const { id } = (await open([first], { equipmentId: own.equipment ?? 0 })).body
    await say(id, [second])
    expect(await bytes(staff, first)).toBe(200)
    const see = (allEquipment: boolean) =>
      asSystem(testApp.pool, (db) =>
        db
          .update(tables.user)
          .set({ allEquipment, equipmentTypeIds: [] })
          .where(
            ofCompany(tables.user, testApp.here.id, eq(tables.user.id, testApp.here.users.staff)),
          ),
      )
    await see(false)
    try {
      expect([await bytes(staff, first), await bytes(staff, second)]).toEqual([404, 404])
      expect((await say(id, [], staff)).status).toBe(404)
    } finally {
      await see(true)
    }
  })

  it('are the sender’s own uploads, pictures, not used elsewhere, and limited in number', async () => {
    const before = await open([])
    const { id } = before.body
    const mine = await photo()
    const refused = async (photoIds: number[]) => {
      const answer = await open(photoIds)
      return [
        answer.status,
        (answer.body as unknown as { errors: { code: string }[] }).errors[0]?.code,
      ]
    }
    expect(await refused([await photo(staff)])).toEqual([404, 'notThere'])
    expect(await refused([await photo(stranger)])).toEqual([404, 'notThere'])
    expect(await refused([mine, mine])).toEqual([400, 'duplicate'])
    expect(await refused([mine, await photo(admin, 'application/pdf', '%PDF-1.7')])).toEqual([
      400,
      'notAPicture',
    ])
    expect(await refused([await photo(admin, 'image/png', 'no picture')])).toEqual([
      400,
      'notAPicture',
    ])
    const many = Array.from({ length: MAX_TICKET_PHOTOS + 1 }, (_, index) => index + 1)
    expect((await refused(many))[0]).toBe(400)
    expect((await say(id, many)).status).toBe(400)
    expect((await say(id, [mine])).status).toBe(200)
    expect((await say(id, [mine])).status).toBe(404)
  })

  it('stay when unused uploads are swept', async () => {
    const [kept, loose] = [await photo(), await photo()]
    await open([kept])
    await asSystem(testApp.pool, (db) =>
      db
        .update(tables.file)
        .set({ createdAt: new Date('2026-11-01T00:00:00Z') })
        .where(ofCompany(tables.file, testApp.here.id)),
    )
    await cleanUp(testApp.app.kernel)
    expect([await bytes(admin, kept), await bytes(admin, loose)]).toEqual([200, 404])
  })

  it('cannot cross companies, not even in the database itself', async () => {
    const theirs = await photo(stranger)
    const { id } = (await open([])).body
    await expect(
      testApp.pool.query(
        `insert into ticket_photo (company_id, ticket_id, file_id) values ($1, $2, $3)`,
        [testApp.here.id, id, theirs],
      ),
    ).rejects.toThrow(/foreign key|row-level security/)
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openTestApp, PASSWORD, type TestApp } from '#tests/testApp.ts'
import { userDraft } from '#tests/userDraft.ts'

let testApp: TestApp
let admin: string
const { companies, auth, files, referenceLists } = contract

beforeAll(async () => {
  // Configured and never called. Responses of providers are tested in waysIn.
  testApp = await openTestApp({
    providers: [{ idp: 'sso', issuer: 'http://127.0.0.1:9', clientId: 'plantroom' }],
  })
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.advance(16 * 60_000)
  admin = await testApp.signIn('administrator')
})

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])

const settings = async (token = admin) => (await testApp.call(token, companies.getCompany, {})).body
const change = async (body: object, token = admin) =>
  testApp.call(token, companies.updateCompany, {
    body: { version: (await settings()).version, ...body },
  })

describe('the company’s settings', () => {
  it('begin with defaults, are read by every member and changed by those with the right', async () => {
    const staff = await testApp.signIn('staff')
    expect(await settings(staff)).toMatchObject({
      name: 'here company',
      timezone: 'Asia/Jerusalem',
      sessionHours: 14,
      holidays: [],
      workingHours: [],
      shifts: [],
      idp: null,
      forceSso: false,
      providers: ['sso'],
    })
    expect((await change({ name: 'Ours' }, staff)).status).toBe(403)
  })
  it('are stored, named in the journal, and refused when stale', async () => {
    const before = await settings()
    const facts = {
      name: 'Nemocnice',
      timezone: 'Europe/Prague',
      language: 'cs',
      weekStart: 6,
      sessionHours: 8,
      holidays: [
        { date: '2026-12-24', name: 'Štědrý den', yearly: true },
        { date: '2027-04-22', name: 'Pesach', yearly: true, calendar: 'hebrew' },
        {
          date: '2026-12-12',
          name: 'Inventura',
          yearly: false,
          kind: 'working',
          hours: [{ from: '08:00', to: '14:00' }],
        },
      ],
      workingHours: [
        { day: 1, from: '07:00', to: '11:30' },
        { day: 1, from: '12:00', to: '24:00' },
        { day: 2, from: '22:00', to: '06:00' },
      ],
      shifts: [{ name: 'Noční', days: [5, 6], from: '22:00', to: '06:00' }],
      roomEquipmentTypeWord: 'pokoj',
    }
    expect((await change(facts)).body).toMatchObject(facts)
    const late = await change({ name: 'Late', version: before.version })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ current: { name: 'Nemocnice' } })
    const journal = await testApp.call(admin, contract.journal.listJournal, {
      body: { entity: 'company' },
    })
    expect(journal.body.rows[0]?.changes).toContainEqual({
      field: 'timezone',
      before: 'Asia/Jerusalem',
      after: 'Europe/Prague',
    })
    const answer = await testApp.call(admin, auth.checkToken, {})
    expect(String(answer.headers['authorization'])).toMatch(/^Bearer /)
  })
  it('decide how long a session lasts', async () => {
    await change({ sessionHours: 2 })
    let token = await testApp.signIn('staff')
    for (let turn = 0; turn < 5; turn += 1) {
      testApp.clock.advance(20 * 60_000)
      const answer = await testApp.call(token, auth.checkToken, {})
      expect(answer.status).toBe(200)
      token = String(answer.headers['authorization']).slice(7)
    }
    testApp.clock.advance(21 * 60_000)
    expect((await testApp.call(token, auth.checkToken, {})).status).toBe(401)
  })
  it('shorten sessions that are open already', async () => {
    admin = await testApp.signIn('administrator')
    await change({ sessionHours: 14 })
    let token = await testApp.signIn('staff')
    for (let turn = 0; turn < 3; turn += 1) {
      testApp.clock.advance(25 * 60_000)
      token = String(
        (await testApp.call(token, auth.checkToken, {})).headers['authorization'],
      ).slice(7)
    }
    admin = await testApp.signIn('administrator')
    await change({ sessionHours: 1 })
    expect((await testApp.call(token, auth.checkToken, {})).status).toBe(401)
    await change({ sessionHours: 14 })
  })
  it.each([
    [{ timezone: 'Mars/Olympus' }, 'body.timezone'],
    [
      {
        holidays: [{ date: '2090-03-20', name: 'x', yearly: true, calendar: 'islamic-umalqura' }],
      },
      'body.holidays.0.date',
    ],
    [
      { holidays: [{ date: '2027-04-22', name: 'x', yearly: false, calendar: 'hebrew' }] },
      'body.holidays.0.calendar',
    ],
    [{ workingHours: [{ day: 1, from: '12:00', to: '12:00' }] }, 'body.workingHours.0.to'],
    [
      {
        workingHours: [
          { day: 6, from: '22:00', to: '06:00' },
          { day: 0, from: '05:00', to: '08:00' },
        ],
      },
      'body.workingHours',
    ],
    [
      {
        holidays: [
          { date: '2026-12-24', name: 'x', yearly: false, hours: [{ from: '08:00', to: '14:00' }] },
        ],
      },
      'body.holidays.0.hours',
    ],
    [
      {
        workingHours: [
          { day: 1, from: '08:00', to: '12:00' },
          { day: 1, from: '11:00', to: '13:00' },
        ],
      },
      'body.workingHours',
    ],
    [{ workingHours: [{ day: 7, from: '08:00', to: '12:00' }] }, 'body.workingHours.0.day'],
    [{ shifts: [{ name: 'A', days: [1], from: '8:00', to: '12:00' }] }, 'body.shifts.0.from'],
    [{ holidays: [{ date: '2026-02-30', name: 'never', yearly: false }] }, 'body.holidays.0.date'],
    [{ timezone: 'europe/prague' }, 'body.timezone'],
    [
      { holidays: [{ date: '0000-01-01', name: 'long ago', yearly: false }] },
      'body.holidays.0.date',
    ],
    [
      {
        holidays: [
          { date: '2026-12-24', name: 'twice', yearly: false },
          { date: '2026-12-24', name: 'twice', yearly: true },
        ],
      },
      'body.holidays',
    ],
    [
      {
        holidays: [
          { date: '2026-05-02', name: 'moved', yearly: false, kind: 'working' },
          { date: '2026-05-02', name: 'closed', yearly: false },
        ],
      },
      'body.holidays',
    ],
    [{ shifts: [{ name: 'A', days: [1, 1], from: '08:00', to: '12:00' }] }, 'body.shifts.0.days'],
    [{ shifts: [{ name: 'A', days: [1], from: '08:00', to: '08:00' }] }, 'body.shifts.0.to'],
    [{ name: 'a bell \u0007 rings' }, 'body.name'],
    [{ sessionHours: 0 }, 'body.sessionHours'],
    [{ sessionHours: 721 }, 'body.sessionHours'],
    [{ weekStart: 7 }, 'body.weekStart'],
    [{ name: ' ' }, 'body.name'],
    [{ idp: 'auth0' }, 'body.idp'],
  ])('refuse %j with the path of the fault', async (body, path) => {
    const answer = await change(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ path }] })
  })
  it('name the room’s equipment type, which then stays', async () => {
    const type = (
      await testApp.call(admin, referenceLists.createEquipmentType, {
        body: { name: 'Patient room' },
      })
    ).body
    expect((await change({ roomEquipmentTypeId: type.id })).body.roomEquipmentTypeId).toBe(type.id)
    expect(
      (await testApp.call(admin, referenceLists.deleteEquipmentType, { params: { id: type.id } }))
        .body,
    ).toMatchObject({ errors: [{ code: 'inUse' }] })
  })
  it('show a logo to everybody, once it is a picture of its uploader', async () => {
    const staff = await testApp.signIn('staff')
    const picture = (await testApp.upload(admin, '/api/files', 'logo.png', PNG, 'image/png'))
      .body as { id: number }
    const get = () =>
      testApp.raw(staff, 'GET', files.getFile.path.replace('{id}', String(picture.id)))
    expect((await get()).status).toBe(404)
    expect((await change({ logoFileId: picture.id })).status).toBe(200)
    expect((await get()).status).toBe(200)
    expect((await testApp.call(staff, auth.getSession, {})).body.company.logoFileId).toBe(
      picture.id,
    )
    const text = (await testApp.upload(admin, '/api/files', 'logo.svg', '<svg/>', 'image/svg+xml'))
      .body as { id: number }
    expect((await change({ logoFileId: text.id })).body).toMatchObject({
      errors: [{ code: 'notAPicture' }],
    })
    const script = (
      await testApp.upload(
        admin,
        '/api/files',
        'evil.png',
        '<script>alert(1)</script>',
        'image/png',
      )
    ).body as { id: number; mime: string }
    expect(script.mime).toBe('application/octet-stream')
    expect((await change({ logoFileId: script.id })).body).toMatchObject({
      errors: [{ code: 'notAPicture' }],
    })
    const foreign = (await testApp.upload(staff, '/api/files', 'theirs.png', PNG, 'image/png'))
      .body as { id: number }
    expect((await change({ logoFileId: foreign.id })).status).toBe(404)
  })
})

describe('requiring the provider for sign-in', () => {
  const login = () =>
    testApp.call(null, auth.login, {
      body: { email: 'staff@here.test', password: PASSWORD, source: 'web' },
    })

  it('is allowed only to a user who came through it, and then closes the other ways', async () => {
    expect((await change({ forceSso: true })).body).toMatchObject({
      errors: [{ code: 'noProvider' }],
    })
    expect((await change({ idp: 'sso' })).status).toBe(200)
    expect((await change({ forceSso: true })).body).toMatchObject({
      errors: [{ code: 'proveProviderFirst' }],
    })
    const jti = String(
      (
        JSON.parse(Buffer.from(admin.split('.')[1] ?? '', 'base64url').toString()) as {
          jti: string
        }
      ).jti,
    )
    await asSystem(testApp.pool, (db) =>
      db.update(tables.session).set({ idp: 'sso' }).where(eq(tables.session.id, jti)),
    )
    expect((await settings()).cameByProvider).toBe(true)
    expect((await change({ forceSso: true })).status).toBe(200)
    expect((await login()).status).toBe(400)
    // A person who is also in another company signs in there by password, and cannot switch to this
    // one.
    const { people } = contract
    const there = await testApp.signIn('administrator', 'there')
    const shared = await testApp.call(there, people.inviteUser, {
      body: userDraft({ firstName: 'S', lastName: 'H', email: 'staff@here.test' }),
    })
    expect(shared.status).toBe(200)
    const written = await asSystem(testApp.pool, (db) =>
      db.select().from(tables.message).where(eq(tables.message.to, 'staff@here.test')),
    )
    const accepted = await testApp.call(null, contract.invitations.acceptInvitation, {
      body: { token: /token=(\S+)/.exec(written.at(-1)?.text ?? '')?.[1] ?? '' },
    })
    expect(accepted.status).toBe(200)
    const came = await login()
    expect((await testApp.call(came.body.token, auth.getSession, {})).body.company.id).toBe(
      testApp.there.id,
    )
    expect(
      (
        await testApp.call(came.body.token, auth.switchCompany, {
          body: { companyId: testApp.here.id },
        })
      ).body,
    ).toMatchObject({ errors: [{ code: 'providerOnly' }] })
    await asSystem(testApp.pool, (db) =>
      db
        .update(tables.company)
        .set({ forceSso: false, idp: null })
        .where(eq(tables.company.id, testApp.here.id)),
    )
  })
})

describe('the list of time zones', () => {
  it('has the pinned release’s names and present offsets, for people who are not signed in yet', async () => {
    const { body } = await testApp.call(null, contract.timeZones.listTimeZones, {})
    expect(body.release).toBe(zoneRelease)
    const offsetOf = new Map(body.rows.map(({ zone, offset }) => [zone, offset]))
    // British Columbia stays on summer time since 2026; browsers with older data say UTC−8.
    expect(offsetOf.get('America/Vancouver')).toBe(-7 * 60)
    expect(offsetOf.get('Asia/Kolkata')).toBe(5.5 * 60)
    expect(offsetOf.get('UTC')).toBe(0)
    expect([...offsetOf.keys()].filter((zone) => /^(?:US|Etc)\/|^EST/.test(zone))).toEqual([])
  })
})

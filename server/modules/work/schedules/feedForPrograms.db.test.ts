import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { withSchedules } from '#tests/scheduleFixtures.ts'

const { equipment, procedureLogs, procedures, rrules } = contract
const { goTo, ids, make, occurrencesOf, rooms, run, testApp } = withSchedules()

async function newFeed(): Promise<string> {
  const staff = await testApp().signIn('staff')
  const { url } = await testApp().ok(staff, rrules.createCalendarFeed, {})
  return new URL(url).pathname
}
const read = (path: string, headers: Record<string, string> = {}) =>
  testApp().raw(null, 'GET', path, undefined, headers)

interface Seen {
  uid: string
  summary: string
  location: string | undefined
  url: string
}
async function eventsOf(path: string): Promise<Seen[]> {
  const text = String((await read(path)).body)
  const byIcal = new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((component): Seen => {
      const { uid, summary, location } = new ICAL.Event(component)
      const url = String(component.getFirstPropertyValue('url'))
      return { uid, summary, location: location === '' ? undefined : (location ?? undefined), url }
    })
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined
  const byNodeIcal = Object.values(nodeIcal.sync.parseICS(text)).flatMap((one): Seen[] =>
    one?.type === 'VEVENT'
      ? [
          {
            uid: one.uid,
            summary: textOf(one.summary) ?? '',
            location: textOf(one.location),
            url: textOf(one.url) ?? '',
          },
        ]
      : [],
  )
  const sorted = (events: Seen[]) => events.toSorted((one, other) => (one.uid < other.uid ? -1 : 1))
  expect(sorted(byNodeIcal)).toEqual(sorted(byIcal))
  expect(new Set(byIcal.map(({ uid }) => uid)).size).toBe(byIcal.length)
  return byIcal
}
const companyUuid = async () => {
  const { rows } = await asSystem(testApp().pool, (db) =>
    db.execute<{ uuid: string }>(sql`select uuid from company where id = ${testApp().here.id}`),
  )
  return rows[0]?.uuid ?? ''
}

it('the calendar feed names places, keeps the UID of a date that becomes due, and links a done one to its log', async () => {
  await goTo('2027-01-04T05:00:00Z')
  const pump = await testApp().ok(
    await testApp().signIn('administrator'),
    equipment.createEquipment,
    {
      body: { name: 'Pump, 7', typeId: ids.kind, locationId: rooms[1] },
    },
  )
  const { rule, procedure } = await make(
    {
      start: '2027-01-05T08:00',
      rule: 'FREQ=DAILY;COUNT=2',
      objects: 'equipment',
      rruleData: { equipmentIds: [pump.id] },
    },
    'equipment',
  )
  const path = await newFeed()
  const ofRule = (events: Seen[]) => events.filter(({ uid }) => uid.startsWith(`rrule-${rule.id}-`))
  const coming = ofRule(await eventsOf(path))
  expect(coming.map(({ location }) => location)).toEqual(['A2', 'A2'])
  expect(coming[0]?.uid.endsWith(`@${await companyUuid()}`)).toBe(true)

  await goTo('2027-01-05T07:00:00Z')
  await run()
  const due = ofRule(await eventsOf(path))
  expect(due.map(({ uid }) => uid).toSorted()).toEqual(coming.map(({ uid }) => uid).toSorted())
  const [first] = due.filter(({ url }) => url.includes('/perform?'))
  expect(first).toMatchObject({ location: 'A2' })

  const staff = await testApp().signIn('administrator')
  const { version } = await testApp().ok(staff, procedures.getProcedure, {
    params: { id: procedure.id },
  })
  const log = await testApp().ok(staff, procedureLogs.submitProcedureLog, {
    body: {
      clientKey: crypto.randomUUID(),
      procedureId: procedure.id,
      procedureVersion: version,
      equipmentId: pump.id,
      locationId: null,
      startedAt: testApp().clock.now().toISOString(),
      answers: [],
    },
  })
  expect((await occurrencesOf(rule.id)).rows[0]?.state).toBe('done')
  const done = ofRule(await eventsOf(path)).find(({ uid }) => uid === first?.uid)
  expect(done?.summary).toMatch(/^✓/)
  expect(done?.url).toMatch(new RegExp(`/procedure-log/${log.id}$`))
})

it('the calendar feed gives one of several targets of a date its UID, and the others their own', async () => {
  await goTo('2027-02-01T05:00:00Z')
  const { rule } = await make({ start: '2027-02-02T08:00', rule: 'FREQ=DAILY;COUNT=1' })
  const path = await newFeed()
  const [date] = (await eventsOf(path)).filter(({ uid }) => uid.startsWith(`rrule-${rule.id}-`))
  await goTo('2027-02-02T07:00:00Z')
  await run()
  const { rows } = await occurrencesOf(rule.id)
  const own = new Set(rows.map(({ id }) => `occurrence-${id}`))
  const events = (await eventsOf(path)).filter(
    ({ uid }) => uid === date?.uid || own.has(uid.split('@')[0] ?? ''),
  )
  expect(events).toHaveLength(rows.length)
  expect(events.filter(({ uid }) => uid === date?.uid)).toHaveLength(1)
  expect(events.map(({ location }) => location)).toEqual(expect.arrayContaining(['A1', 'A2', 'A3']))
})

it('the calendar feed answers 304 while nothing changed, and says how often to ask', async () => {
  await goTo('2027-03-01T05:00:00Z')
  await make({ start: '2027-03-02T08:00', rule: 'FREQ=DAILY;COUNT=1' })
  const path = await newFeed()
  const first = await read(path)
  const etag = String(first.headers['etag'])
  expect(etag).toMatch(/^"[\w-]{43}"$/)
  expect(first.headers['cache-control']).toBe('private, no-cache')
  expect(String(first.body)).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
  expect(String(first.body)).toContain('X-PUBLISHED-TTL:PT1H\r\n')
  testApp().clock.advance(600_000)
  for (const asked of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await read(path, { 'if-none-match': asked })
    expect([again.status, again.body]).toEqual([304, ''])
  }
  await make({ start: '2027-03-02T09:00', rule: 'FREQ=DAILY;COUNT=1' })
  const changed = await read(path, { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.headers['etag']).not.toBe(etag)
})

it('the calendar feed of an address from before the upgrade keeps the UIDs that it published', async () => {
  await goTo('2027-04-01T05:00:00Z')
  const { rule } = await make({
    start: '2027-03-31T08:00',
    rule: 'FREQ=WEEKLY',
    rruleData: { locationIds: [rooms[0] ?? ids.other], locationTypeIds: [ids.room] },
  })
  await run()
  const path = await newFeed()
  await asSystem(testApp().pool, (db) =>
    db.execute(
      sql`update calendar_feed set former_uids_until = ${testApp().clock.now()}::timestamptz`,
    ),
  )
  const { rows } = await occurrencesOf(rule.id)
  const ofRule = (events: Seen[]) =>
    events.filter(
      ({ uid }) =>
        uid.startsWith(`rrule-${rule.id}-`) ||
        rows.some(({ id }) => uid.startsWith(`occurrence-${id}@`)),
    )
  await asSystem(testApp().pool, (db) =>
    db.execute(sql`update occurrence set created_at = ${testApp().clock.now()}::timestamptz - interval '1 minute'
      where rrule_id = ${rule.id}`),
  )
  const before = ofRule(await eventsOf(path))
  expect(before.length).toBeGreaterThan(5)
  expect(before.filter(({ uid }) => !uid.endsWith('@plantroom'))).toEqual([])
  // A date that was published before becomes due after the upgrade.
  await goTo('2027-04-07T07:00:00Z')
  await run()
  const after = ofRule(await eventsOf(path)).map(({ uid }) => uid)
  for (const { uid } of before) expect(after).toContain(uid)
  await goTo('2027-06-01T07:00:00Z')
  const later = ofRule(await eventsOf(path)).map(({ uid }) => uid)
  expect(later.some((uid) => uid.endsWith('@plantroom'))).toBe(true)
  const uuid = await companyUuid()
  expect(later.some((uid) => uid.endsWith(`@${uuid}`))).toBe(true)
})

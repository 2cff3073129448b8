import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { withSchedules } from '#tests/scheduleFixtures.ts'

const { rrules, equipment, people } = contract
const { call, goTo, ids, make, occurrencesOf, rooms, roomOf, run, testApp } = withSchedules()

it('the work at a location lists what is open there, in its rooms, and on equipment kept there', async () => {
  await goTo('2027-02-20T05:00:00Z')
  const rooms = await make({ start: '2027-02-20T08:00' })
  const thing = (
    await call(equipment.createEquipment, {
      body: { name: 'Pump in A1', typeId: ids.kind, locationId: await roomOf('A1') },
    })
  ).body
  const things = await make(
    {
      rruleData: { equipmentIds: [thing.id] },
      objects: 'equipment',
      start: '2027-02-20T08:00',
    },
    'equipment',
  )
  await goTo('2027-02-20T06:01:00Z')
  await run()
  const within = async (withinId: Id<'location'>, rruleId: Id<'rrule'>) =>
    (await occurrencesOf(rruleId, { withinId })).rows.map(
      (row) => (row.equipment ?? row.location)?.name,
    )
  expect(await within(ids.building, rooms.rule.id)).toEqual(
    expect.arrayContaining(['A1', 'A2', 'A3']),
  )
  expect(await within(ids.building, things.rule.id)).toEqual(['Pump in A1'])
  expect(await within(await roomOf('A1'), rooms.rule.id)).toEqual(['A1'])
  expect(await within(await roomOf('A1'), things.rule.id)).toEqual(['Pump in A1'])
  expect(await within(ids.other, rooms.rule.id)).toEqual([])
  expect(await within(ids.other, things.rule.id)).toEqual([])
})

describe('a user’s own work', () => {
  it('names them, one of their roles, or nobody', async () => {
    await goTo('2027-03-01T05:00:00Z')
    const { staff, technician } = testApp().here.users
    const only = await make({
      start: '2027-03-01T08:00',
      userIds: [staff],
      rruleData: { locationIds: [rooms[0] as Id<'location'>] },
    })
    const role = (await call(people.listRoles, { body: { search: 'technician' } })).body.rows[0]
    const ofRole = await make({
      start: '2027-03-01T08:00',
      roleIds: [role?.id ?? (0 as never)],
      rruleData: { locationIds: [rooms[0] as Id<'location'>] },
    })
    await goTo('2027-03-01T06:01:00Z')
    await run()
    const mine = async (who: 'staff' | 'technician') =>
      (
        await testApp().call(await testApp().signIn(who), rrules.listOccurrences, {
          body: {
            mine: true,
            states: ['due'],
            procedureIds: [only.procedure.id, ofRole.procedure.id],
          },
        })
      ).body.rows.map(({ procedure }) => procedure.id)
    expect(await mine('staff')).toEqual([only.procedure.id])
    expect(await mine('technician')).toEqual([ofRole.procedure.id])
    expect(technician).toBeGreaterThan(0)
  })
  it('can be read as a calendar by a secret address, until it is withdrawn', async () => {
    const staff = await testApp().signIn('staff')
    const { url } = (await testApp().call(staff, rrules.createCalendarFeed, {})).body
    const path = new URL(url).pathname
    const feed = await testApp().raw(null, 'GET', path)
    expect(feed.status).toBe(200)
    expect(feed.headers['content-type']).toContain('text/calendar')
    const text = String(feed.body)
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(text).toContain('DTSTART:20270301T060000Z')
    const second = (await testApp().call(staff, rrules.createCalendarFeed, {})).body
    expect((await testApp().raw(null, 'GET', path)).status).toBe(404)
    expect((await testApp().raw(null, 'GET', new URL(second.url).pathname)).status).toBe(200)
    expect((await testApp().call(staff, rrules.getCalendarFeed, {})).body).toMatchObject({
      exists: true,
      lastReadAt: expect.any(String) as string,
    })
    await testApp().call(staff, rrules.revokeCalendarFeed, {})
    expect((await testApp().raw(null, 'GET', new URL(second.url).pathname)).status).toBe(404)
  })

  it('ends its calendar address with all sessions, also when the user is let in again', async () => {
    const id = testApp().here.users.technician
    const subscribe = async () => {
      const { url } = await testApp().ok(
        await testApp().signIn('technician'),
        rrules.createCalendarFeed,
        {},
      )
      return new URL(url).pathname
    }
    const read = async (path: string) => (await testApp().raw(null, 'GET', path)).status

    const own = await subscribe()
    expect(await read(own)).toBe(200)
    await testApp().ok(await testApp().signIn('technician'), contract.account.endSession, {
      body: { sessionId: null },
    })
    expect(await read(own)).toBe(404)

    const byAdministrator = await subscribe()
    await call(people.endUserSessions, { params: { id } })
    expect(await read(byAdministrator)).toBe(404)

    const deactivated = await subscribe()
    const { version } = (await call(people.getUser, { params: { id } })).body
    const left = await call(people.deactivateUser, { params: { id }, body: { version } })
    await call(people.reactivateUser, { params: { id }, body: { version: left.body.version } })
    expect(await read(deactivated)).toBe(404)
  })
})

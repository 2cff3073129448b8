/** A company at an arbitrary clock time in a zone away from UTC, with rows behind every number. */
import { eq, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { createDashboardFixtures, placeCard } from '#tests/dashboardFixtures.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import { sensorTypeOf } from '#tests/sensorTypes.ts'
import type { TestApp } from '#tests/testApp.ts'
import { userDraft } from '#tests/userDraft.ts'

export const ZONE = 'Pacific/Auckland'
/** 13:37:21 on Monday in the company's zone, and 00:37:21 in UTC. */
export const NOW = '2026-11-23T00:37:21Z'
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Start of the seven days that end with the day of NOW in the company's zone. */
const WEEK_START = Date.parse('2026-11-17T00:00:00+13:00')

export type FiguresWorld = Awaited<ReturnType<typeof openFiguresWorld>>

export async function openFiguresWorld() {
  const { testApp, fixtures: own } = await openTestAppWithFixtures()
  testApp.clock.advance(Date.parse(NOW) - testApp.clock.now().getTime())
  await asSystem(testApp.pool, (db) =>
    db.update(tables.company).set({ timezone: ZONE }).where(eq(tables.company.id, testApp.here.id)),
  )
  await createDashboardFixtures(testApp)
  const token = await testApp.signIn('administrator')
  const leak = await createWork(testApp, token, own)
  const share = await placeCard(testApp, token, [], 'scheduleDone')
  const mean = await placeCard(testApp, token, [], 'averageScore')
  return { testApp, token, own, leak, cards: [share, mean] }
}

/** Rows at the edges of the week, and a row for every number that would be zero. */
async function createWork(testApp: TestApp, token: string, own: Fixtures) {
  const now = Date.parse(NOW)
  const companyId = testApp.here.id
  const edges = [WEEK_START - 1_000, WEEK_START, WEEK_START + HOUR, now - 7 * DAY, now - HOUR]
  const { createLocation } = contract.locations
  const typeId = own.locationType ?? 0
  const ward = await testApp.ok(token, createLocation, { body: { name: 'Ward', typeId } })
  const room = await testApp.ok(token, createLocation, {
    body: { name: 'Room', typeId, parentId: ward.id },
  })
  const bed = await testApp.ok(token, contract.equipment.createEquipment, {
    body: { name: 'Bed', typeId: own.equipmentType ?? 0, locationId: room.id },
  })
  for (const [place, assigneeId] of [
    [{ equipmentId: bed.id }, testApp.here.users.manager],
    [{ locationId: room.id }, null],
  ] as const)
    await testApp.ok(token, contract.tickets.openTicket, {
      body: { title: 'Overdue', ticketTypeId: own.ticketType ?? 0, assigneeId, ...place },
    })
  await testApp.ok(token, contract.people.inviteUser, {
    body: userDraft({ firstName: 'New', lastName: 'Person', email: 'new@here.test' }),
  })
  return asSystem(testApp.pool, async (db) => {
    const [log] = await db
      .select()
      .from(tables.procedureLog)
      .where(ofCompany(tables.procedureLog, companyId))
      .limit(1)
    const [check] = await db
      .select()
      .from(tables.occurrence)
      .where(ofCompany(tables.occurrence, companyId))
      .limit(1)
    const [broken] = await db
      .insert(tables.equipmentStatus)
      .values({ companyId, name: 'Broken', colour: 'red', isUsable: false })
      .returning()
    if (log === undefined || check === undefined || broken === undefined)
      throw new Error('The fixtures have no log, check or status')
    const { id: _log, ...logRow } = log
    const { id: _check, ...checkRow } = check
    await db.insert(tables.procedureLog).values(
      edges.map((at, index) => ({
        ...logRow,
        clientKey: crypto.randomUUID(),
        doneAt: new Date(at),
        score: index * 20,
      })),
    )
    const states = ['done', 'late', 'missed'] as const
    // A fortnight, so that the week before has checks too.
    const dues = [...edges, ...edges.map((at) => at - 7 * DAY)]
    await db.insert(tables.occurrence).values(
      dues.flatMap((due, index) =>
        states.map((state, minutes) => {
          const at = new Date(due - DAY + minutes * 60_000 + index)
          return {
            ...checkRow,
            equipmentId: bed.id,
            locationId: null,
            plannedAt: at,
            at,
            dueBy: new Date(due),
            state,
            doneAt: state === 'done' ? new Date(due + (index % 2 === 0 ? -1 : 1)) : null,
          }
        }),
      ),
    )
    // The runner closes the checks of equipment that left a schedule, so these are under it.
    await db.execute(sql`insert into ${tables.rruleObject} (company_id, rrule_id, equipment_id, since)
      select distinct company_id, rrule_id, equipment_id, ${NOW}::timestamptz from ${tables.occurrence}
      where company_id = ${companyId} and equipment_id is not null on conflict do nothing`)
    await db
      .update(tables.equipment)
      .set({ statusId: broken.id })
      .where(eq(tables.equipment.id, bed.id))
    await db
      .update(tables.automation)
      .set({ needsReview: true })
      .where(ofCompany(tables.automation, companyId))
    await db
      .update(tables.automationRun)
      .set({ outcome: 'failed', at: new Date(now - HOUR) })
      .where(ofCompany(tables.automationRun, companyId))
    await db
      .update(tables.importJob)
      .set({ status: 'running' })
      .where(ofCompany(tables.importJob, companyId))
    await db
      .update(tables.ticket)
      .set({ dueBy: new Date(now - HOUR) })
      .where(eq(tables.ticket.title, 'Overdue'))
    const [leak] = await db
      .insert(tables.sensor)
      .values({
        companyId,
        name: 'Leak',
        metric: 'waterLeak',
        typeId: await sensorTypeOf(db, companyId, 'waterLeak'),
      })
      .returning()
    await db.insert(tables.sensorReading).values(
      edges.flatMap((at, index) => [
        { companyId, sensorId: own.sensor as Id<'sensor'>, at: new Date(at), value: index + 0.5 },
        { companyId, sensorId: leak?.id ?? (0 as never), at: new Date(at), value: index % 2 },
      ]),
    )
    return leak?.id ?? (0 as never)
  })
}

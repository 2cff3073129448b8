import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { MAX_ENTRIES } from '#contract/rules/workTime.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openWorkDesk, type WorkDesk } from '#tests/workDesk.ts'
import { removeExpired } from '../../operation/retention/index.ts'
import { endLongWorkOfAll } from './longWork.ts'

const { ticketWorkCalls: calls } = contract
let desk: WorkDesk
let ticket: TicketDetail
let me: Id<'user'>

beforeAll(async () => {
  desk = await openWorkDesk()
  me = desk.testApp.here.users.administrator
})
afterAll(() => desk.testApp.close())
beforeEach(async () => {
  await desk.turn({ recordsWork: true })
  ticket = await desk.open()
})

/** Minutes and whether they run, newest first. */
const spans = async (id = ticket.id, by = desk.as.admin) =>
  (await desk.work(id, by)).entries.map(({ minutes, endedAt }) =>
    endedAt === null ? 'running' : minutes,
  )
const pass = (minutes: number) => desk.pass(minutes / 60)
const taken = async (one = ticket, by = desk.as.admin, assigneeId = me) => {
  const answer = await desk.go(one, 'In work', by, { assigneeId })
  expect(answer.status).toBe(200)
  return answer.body
}

describe('working time of a ticket', () => {
  it('begins when somebody takes the ticket, pauses in a waiting state, and ends when it closes', async () => {
    const inWork = await taken()
    expect(await spans()).toEqual(['running'])
    await pass(50)
    const waiting = (await desk.go(inWork, 'Ordered')).body
    expect(await spans()).toEqual([50])
    await pass(600)
    const again = (await desk.go(waiting, 'In work')).body
    await pass(30)
    await desk.go(again, 'Done')
    expect(await spans()).toEqual([30, 50])
    const { entries, minutes } = await desk.work(ticket.id)
    expect(minutes).toBe(80)
    expect(entries.map(({ isToCheck }) => isToCheck)).toEqual([true, false])
  })

  it('is not recorded while the company has it off, and starting is refused with a code', async () => {
    await desk.turn({ recordsWork: false })
    await taken()
    expect(await desk.work(ticket.id)).toMatchObject({ isRecorded: false, entries: [] })
    expect(await desk.start(ticket.id)).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'workNotRecorded' }] },
    })
  })

  it('has one entry if two tabs press start at the same moment', async () => {
    await Promise.all([desk.start(ticket.id), desk.start(ticket.id), desk.start(ticket.id)])
    expect(await spans()).toEqual(['running'])
    const other = await desk.open()
    await Promise.all([desk.start(other.id), desk.start(ticket.id)])
    const running = [...(await spans()), ...(await spans(other.id))]
    expect(running.filter((one) => one === 'running')).toHaveLength(1)
  })

  it('runs for three people at once, and each pauses their own', async () => {
    const [technician, manager] = [
      await desk.testApp.signIn('technician'),
      await desk.testApp.signIn('manager'),
    ]
    for (const by of [desk.as.admin, technician, manager]) await desk.start(ticket.id, by)
    expect(await spans()).toEqual(['running', 'running', 'running'])
    await pass(10)
    await desk.pause(ticket.id, technician)
    const now = await spans()
    expect(now).toHaveLength(3)
    expect(now).toContain(10)
    await desk.go(await taken(), 'Done')
    expect(await spans()).not.toContain('running')
  })

  it('ends on the former ticket when the person starts on another, and the answer says so', async () => {
    await desk.start(ticket.id)
    await pass(20)
    const other = await desk.open({ title: 'Another one' })
    const { body } = await desk.start(other.id)
    expect(body.endedElsewhere).toEqual({ id: ticket.id, title: ticket.title })
    expect(await spans()).toEqual([20])
    expect(await spans(other.id)).toEqual(['running'])
    await desk.pause(other.id)
  })

  it('of a device whose clock is ahead is neither negative nor in the future', async () => {
    await desk.start(ticket.id, desk.as.admin, { at: desk.minute(90) })
    const [entry] = (await desk.work(ticket.id)).entries
    expect(Date.parse(entry?.startedAt ?? '')).toBeLessThanOrEqual(
      desk.testApp.clock.now().getTime(),
    )
    await desk.pause(ticket.id, desk.as.admin, { at: desk.minute(-600) })
    await desk.pause(ticket.id, desk.as.admin, { at: desk.minute(90) })
    expect(await spans()).toEqual([0])
  })

  it('that was queued offline counts when it was done, once, though it is sent twice', async () => {
    const [taking, closing, starting] = [randomUUID(), randomUUID(), randomUUID()]
    await pass(200)
    const first = { assigneeId: me, doneAt: desk.minute(-120), clientKey: taking }
    const inWork = (await desk.go(ticket, 'In work', desk.as.admin, first)).body
    await desk.go(ticket, 'In work', desk.as.admin, first)
    const start = { at: desk.minute(-100), clientKey: starting }
    const other = await desk.open()
    await pass(1)
    await desk.start(other.id, desk.as.admin, start)
    await desk.pause(other.id)
    await desk.start(other.id, desk.as.admin, start)
    const last = { doneAt: desk.minute(-41), clientKey: closing }
    await desk.go(inWork, 'Done', desk.as.admin, last)
    await desk.go(inWork, 'Done', desk.as.admin, last)
    expect(await spans()).toEqual([120])
    expect(await spans(other.id)).toEqual([1])
  })

  it('ends after 24 hours, for its person to correct with a note', async () => {
    await desk.start(ticket.id)
    await pass(23 * 60)
    await endLongWorkOfAll(desk.testApp.app.kernel)
    expect(await spans()).toEqual(['running'])
    await desk.pass(30)
    await endLongWorkOfAll(desk.testApp.app.kernel)
    const [entry] = (await desk.work(ticket.id)).entries
    expect(entry).toMatchObject({ minutes: 1_440, isToCheck: true })
    const correct = (note: string) =>
      desk.testApp.call(desk.as.admin, calls.correctWork, {
        params: { id: entry?.id ?? 0 },
        body: { minutes: 45, note, version: entry?.version ?? 0 },
      })
    expect((await correct('')).status).toBe(400)
    expect((await correct('Forgot to pause')).status).toBe(200)
    expect((await correct('Forgot to pause')).status).toBe(409)
    expect((await desk.work(ticket.id)).entries[0]).toMatchObject({
      minutes: 45,
      isToCheck: false,
      isFixed: true,
      note: 'Forgot to pause',
    })
    const timeline = await desk.timeline(ticket.id)
    expect(JSON.stringify(timeline)).toContain('Forgot to pause')
  })

  it('that was begun days before the next work counts 24 hours, and is to be checked', async () => {
    const other = await desk.open()
    await desk.pass(96)
    await desk.start(other.id)
    await desk.start(ticket.id, desk.as.admin, { at: desk.minute(-72 * 60) })
    expect((await desk.work(ticket.id)).entries).toMatchObject([
      { minutes: 1_440, isToCheck: true },
    ])
    expect(await spans(other.id)).toEqual(['running'])
  })

  it('is confirmed with one press', async () => {
    await desk.go(await taken(), 'Done')
    const [entry] = (await desk.work(ticket.id)).entries
    const { body } = await desk.testApp.call(desk.as.admin, calls.confirmWork, {
      params: { id: entry?.id ?? 0 },
    })
    expect(body.entries[0]?.isToCheck).toBe(false)
  })

  it('is entered by hand once for a key, and not for a day to come or of another year', async () => {
    const clientKey = randomUUID()
    const add = (day: string) =>
      desk.testApp.call(desk.as.admin, calls.addWork, {
        params: { id: ticket.id },
        body: { day, minutes: 75, note: 'On site', clientKey },
      })
    const today = desk.testApp.clock.now().toISOString().slice(0, 10)
    await add(today)
    await add(today)
    expect(await spans()).toEqual([75])
    expect((await add('2030-01-01')).body).toMatchObject({ errors: [{ code: 'future' }] })
    expect((await add('1999-01-01')).body).toMatchObject({ errors: [{ code: 'beforeTicket' }] })
  })

  it('by hand, or corrected, has no more minutes in a day than the day', async () => {
    const add = (day: string, minutes: number) =>
      desk.testApp.call(desk.as.admin, calls.addWork, {
        params: { id: ticket.id },
        body: { day, minutes },
      })
    const full = (minutes: number) => ({
      status: 409,
      body: { errors: [{ code: 'workDayFull', message: String(minutes) }] },
    })
    expect((await add('2026-01-05', 1_000)).status).toBe(200)
    expect(await add('2026-01-05', 441)).toMatchObject(full(440))
    expect((await add('2026-01-05', 440)).status).toBe(200)
    expect((await add('2026-01-06', 1_440)).status).toBe(200)
    const [entry] = (await desk.work(ticket.id)).entries.filter((one) => one.minutes === 440)
    const correct = (minutes: number) =>
      desk.testApp.call(desk.as.admin, calls.correctWork, {
        params: { id: entry?.id ?? (0 as Id<'workEntry'>) },
        body: { minutes, note: 'Counted twice', version: entry?.version ?? 0 },
      })
    expect(await correct(441)).toMatchObject(full(440))
    expect((await correct(200)).status).toBe(200)
    const today = desk.testApp.clock.now().toISOString().slice(0, 10)
    expect(await add(today, 1_440)).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'workDayFull' }] },
    })
  })

  it('has 200 entries at most, and then says so', async () => {
    await asSystem(desk.testApp.pool, (db) =>
      db.insert(tables.workEntry).values(
        Array.from({ length: MAX_ENTRIES }, () => ({
          companyId: desk.testApp.here.id,
          ticketId: ticket.id,
          userId: me,
          startedAt: desk.testApp.clock.now(),
          endedAt: desk.testApp.clock.now(),
        })),
      ),
    )
    expect((await desk.start(ticket.id)).body).toMatchObject({
      errors: [{ code: 'tooManyEntries', message: '200' }],
    })
  })

  it('ends when a ticket is merged', async () => {
    await desk.start(ticket.id)
    await pass(5)
    const kept = await desk.open()
    await desk.testApp.ok(desk.as.admin, contract.ticketLinks.mergeTickets, {
      params: { id: kept.id },
      body: { ticketIds: [ticket.id] },
    })
    expect(await spans()).toEqual([5])
    expect((await desk.start(ticket.id)).body).toMatchObject({
      errors: [{ code: 'ticketMerged' }],
    })
  })
})

describe('the right to see others’ working time', () => {
  it('opens entries, sums and history of others; without it each person sees their own', async () => {
    await desk.start(ticket.id)
    await pass(40)
    await desk.pause(ticket.id)
    const own = (await desk.work(ticket.id)).entries[0]
    const correct = (by: string) =>
      desk.testApp.call(by, calls.correctWork, {
        params: { id: own?.id ?? 0 },
        body: { minutes: 35, note: 'A break of five minutes', version: own?.version ?? 0 },
      })
    const plain = await desk.grant()
    expect((await correct(plain)).status).toBe(404)
    await correct(desk.as.admin)
    expect(await desk.work(ticket.id, plain)).toMatchObject({
      entries: [],
      minutes: 0,
      seesOthers: false,
    })
    expect(JSON.stringify(await desk.timeline(ticket.id, {}, plain))).not.toContain('A break')
    const reader = await desk.grant('viewer|work')
    expect(await desk.work(ticket.id, reader)).toMatchObject({ minutes: 35, seesOthers: true })
    expect(JSON.stringify(await desk.timeline(ticket.id, {}, reader))).toContain('A break')
    expect((await correct(reader)).status).toBe(404)
  })

  it('does not reach another company', async () => {
    const stranger = await desk.testApp.signIn('administrator', 'there')
    const answer = await desk.testApp.call(stranger, calls.getTicketWork, {
      params: { id: ticket.id },
    })
    expect(answer.status).toBe(404)
  })
})

it('retention removes the person, the note and the history of old working time, and keeps its minutes', async () => {
  const { here, pool, clock, app } = desk.testApp
  await asSystem(pool, (db) =>
    db.insert(tables.workEntry).values({
      companyId: here.id,
      ticketId: ticket.id,
      userId: me,
      startedAt: new Date(clock.now().getTime() - 731 * 86_400_000),
      endedAt: new Date(clock.now().getTime() - 731 * 86_400_000 + 3_000_000),
      minutes: 50,
      note: 'Alone in the basement',
    }),
  )
  const today = clock.now().toISOString().slice(0, 10)
  await desk.testApp.ok(desk.as.admin, calls.addWork, {
    params: { id: ticket.id },
    body: { day: today, minutes: 5, note: 'Recent' },
  })
  await removeExpired(app.kernel)
  const { entries } = await desk.work(ticket.id)
  expect(entries.map(({ minutes, person, note }) => [minutes, person === null, note])).toEqual([
    [5, false, 'Recent'],
    [50, true, null],
  ])
})

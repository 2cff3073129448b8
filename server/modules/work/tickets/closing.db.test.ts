import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openClosingDesk, type ClosingDesk, type GivenFailures } from '#tests/closingDesk.ts'
import { exportAsCsv } from '#tests/listExport.ts'
import { stateNamed } from '#tests/ticketDesk.ts'

const { procedures, tickets } = contract
let desk: ClosingDesk
beforeAll(async () => {
  desk = await openClosingDesk()
})
afterAll(() => desk.testApp.close())

const closed = async (facts: object, failure?: GivenFailures) => {
  const ticket = await desk.inWork(facts)
  return { ticket, answer: await desk.close(ticket, failure) }
}

describe('closing a ticket', () => {
  it('refuses until the required problem is said, and names what is missing', async () => {
    const { ticket, answer } = await closed({})
    expect(answer).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'body.failure.problem', code: 'failureMissing' }] },
    })
    expect((await desk.read(ticket.id)).state.category).toBe('inProgress')
  })

  it('keeps a value of the list and other words, in ticket, list, export and journal', async () => {
    const { ticket, answer } = await closed(
      {},
      { problem: { codeId: desk.codes.leak }, remedy: { text: 'Sealed it' } },
    )
    expect(answer).toMatchObject({
      status: 200,
      body: {
        state: { category: 'closed' },
        failure: {
          problem: { codeId: desk.codes.leak, name: 'Leak' },
          cause: null,
          remedy: { codeId: null, name: 'Sealed it' },
        },
      },
    })
    const found = await desk.listed(desk.as.admin, { failureCodeIds: [desk.codes.leak] })
    expect(found.map(({ id }) => id)).toEqual([ticket.id])
    const [change] = (await desk.timeline(ticket.id)).rows
    expect(change).toMatchObject({
      kind: 'change',
      entry: {
        changes: expect.arrayContaining([
          { field: 'problem', before: null, after: 'Leak' },
          { field: 'remedy', before: null, after: 'Sealed it' },
        ]),
      },
    })
  })

  it('exports problem, cause and remedy as columns of the list of tickets', async () => {
    await closed(
      { title: 'Exported leak' },
      { problem: { codeId: desk.codes.leak }, remedy: { text: 'Sealed it' } },
    )
    const what = { list: 'tickets', question: { search: 'Exported leak' } } as const
    const [row]: Record<string, string>[] = parse(
      await exportAsCsv(desk.testApp, desk.as.admin, what),
      { bom: true, columns: true },
    )
    expect(row).toMatchObject({ problem: 'Leak', cause: '', remedy: 'Sealed it' })
  })

  it('refuses values of another type, another list and another company', async () => {
    const ticket = await desk.inWork({})
    for (const codeId of [desk.foreignCode, desk.codes.worn, 999_999 as Id<'failureCode'>])
      expect(await desk.close(ticket, { problem: { codeId } })).toMatchObject({
        status: 404,
        body: { errors: [{ path: 'body.failure.problem' }] },
      })
  })

  it('says that somebody else changed the ticket before it says what is missing', async () => {
    const ticket = await desk.inWork({})
    const answer = await desk.testApp.call(desk.as.admin, tickets.changeTicketState, {
      params: { id: ticket.id },
      body: { stateId: stateNamed(ticket, 'Done'), version: ticket.version - 1 },
    })
    expect(answer).toMatchObject({ status: 409, body: { errors: [{ code: 'staleVersion' }] } })
  })
})

describe('the lists of a ticket type', () => {
  it('retire a removed value that a ticket has, and delete one that none has', async () => {
    const type = await desk.type()
    const kept = type.failureCodes.filter(({ name }) => name === 'Worn seal')
    const after = await desk.saveType({ failureCodes: kept })
    expect(after.failureCodes.map(({ name, isRetired }) => ({ name, isRetired }))).toEqual([
      { name: 'Worn seal', isRetired: false },
      { name: 'Leak', isRetired: true },
    ])
    const [old] = await desk.listed(desk.as.admin, { failureCodeIds: [desk.codes.leak] })
    expect((await desk.read(old?.id ?? (0 as Id<'ticket'>))).failure.problem?.name).toBe('Leak')
    const ticket = await desk.inWork({})
    expect(ticket.closing.codes.map(({ name }) => name)).toEqual(['Worn seal'])
    expect(await desk.close(ticket, { problem: { codeId: desk.codes.leak } })).toMatchObject({
      status: 404,
    })
  })

  it('become words of the ticket when its type is replaced by one without the value', async () => {
    const { id: otherId } = await desk.testApp.ok(desk.as.admin, tickets.createTicketType, {
      body: {
        name: 'Old repair',
        colour: 'red',
        states: desk.states,
        failureCodes: [
          { id: null, kind: 'problem', name: 'Noise', isRetired: false },
          { id: null, kind: 'cause', name: 'worn seal', isRetired: false },
        ],
      },
    })
    const types = await desk.testApp.ok(desk.as.admin, tickets.getTicketTypes, {})
    const codes = types.rows.find(({ id }) => id === otherId)?.failureCodes ?? []
    const ticket = await desk.open({ ticketTypeId: otherId })
    await desk.testApp.ok(desk.as.admin, tickets.editTicket, {
      params: { id: ticket.id },
      body: {
        version: ticket.version,
        failure: {
          problem: { codeId: codes[0]?.id ?? (0 as Id<'failureCode'>) },
          cause: { codeId: codes[1]?.id ?? (0 as Id<'failureCode'>) },
        },
      },
    })
    await desk.testApp.ok(desk.as.admin, tickets.replaceTicketType, {
      params: { id: otherId },
      body: { by: desk.typeId },
    })
    expect((await desk.read(ticket.id)).failure).toEqual({
      problem: { codeId: null, name: 'Noise' },
      cause: { codeId: desk.codes.worn, name: 'Worn seal' },
      remedy: null,
    })
  })
})

describe('a procedure before closing', () => {
  const said = { problem: { text: 'It dripped' } }
  beforeAll(async () => {
    await desk.saveType({ closingProcedureId: desk.procedure.id })
  })

  it('refuses to close, and names the procedure', async () => {
    const { answer } = await closed({ equipmentId: desk.pump }, said)
    expect(answer).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'procedureFirst', message: 'Final check' }] },
    })
  })

  it('closes after a log that was performed for the ticket, on its equipment', async () => {
    const ticket = await desk.inWork({ equipmentId: desk.pump })
    expect(ticket.closing.procedure).toEqual({
      id: desk.procedure.id,
      name: 'Final check',
      equipmentId: desk.pump,
      locationId: null,
      isDone: false,
    })
    await desk.perform({ equipmentId: desk.pump })
    await desk.perform({ equipmentId: desk.otherPump, ticketId: ticket.id })
    expect(await desk.close(ticket, said)).toMatchObject({ status: 409 })
    await desk.perform({ equipmentId: desk.pump, ticketId: ticket.id })
    const now = await desk.read(ticket.id)
    expect(now.closing.procedure?.isDone).toBe(true)
    expect(now.closing.logs).toHaveLength(2)
    expect(await desk.close(now, said)).toMatchObject({ status: 200 })
    const performed = (await desk.timeline(ticket.id)).rows.filter(
      (row) =>
        row.kind === 'change' && row.entry.changes.some(({ field }) => field === 'performed'),
    )
    expect(performed).toHaveLength(2)
  })

  it('must be done again for a ticket that is reopened after more than an hour', async () => {
    const ticket = await desk.inWork({ equipmentId: desk.pump })
    await desk.perform({ equipmentId: desk.pump, ticketId: ticket.id })
    const done = await desk.close(ticket, said)
    await desk.pass(2)
    await desk.move(done.body, stateNamed(done.body, 'New'))
    const again = await desk.read(ticket.id)
    expect(again.closing.procedure?.isDone).toBe(false)
  })

  it('refuses a log for a ticket of another company or one that is not there', async () => {
    const answer = await desk.tryToPerform({
      equipmentId: desk.pump,
      ticketId: 999_999 as Id<'ticket'>,
    })
    expect(answer).toMatchObject({ status: 404, body: { errors: [{ path: 'body.ticketId' }] } })
  })

  it('is not asked for after it was retired, because nobody could do it', async () => {
    await desk.testApp.ok(desk.as.admin, procedures.updateProcedure, {
      params: { id: desk.procedure.id },
      body: { version: desk.procedure.version, isActive: false },
    })
    const ticket = await desk.inWork({ equipmentId: desk.pump })
    expect(ticket.closing.procedure).toBeNull()
    expect(await desk.close(ticket, said)).toMatchObject({ status: 200 })
  })
})

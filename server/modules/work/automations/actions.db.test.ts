import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openRuleApp, type RuleApp } from '#tests/ruleApp.ts'

const { alerts, assignments, referenceData, equipment, referenceLists, people, rrules, tickets } =
  contract

let app: RuleApp
beforeAll(async () => {
  app = await openRuleApp()
})
afterAll(() => app.testApp.close())

describe('an automation’s action', () => {
  it('opens a ticket for whom the answer names, notifies them and says why', async () => {
    await app.rule([
      {
        kind: 'openTicket',
        ticketTypeId: app.own.ticketType,
        title: null,
        assign: { by: 'question', questionId: app.round.now.questions[1]?.id },
      },
      {
        kind: 'sendAlert',
        channels: ['email', 'sms'],
        level: 'warning',
        text: 'Look at it',
        recipients: {
          userIds: [],
          roleIds: [],
          available: false,
          followers: false,
          opener: false,
          assignee: true,
        },
        onlyWhoSeeEquipment: true,
        onlyWhoSeeLocation: true,
      },
    ])
    const run = await app.perform({ onCall: app.testApp.here.users.technician })
    expect(run).toMatchObject({
      outcome: 'done',
      effects: [
        { outcome: 'done', details: { assignee: 'technician here' } },
        { outcome: 'done', details: { count: 1, names: 'technician here' } },
      ],
    })
    const ticket = (
      await app.testApp.call(app.admin, tickets.getTicket, {
        params: { id: run?.effects[0]?.ticketIds[0] ?? 0 },
      })
    ).body
    expect(ticket.assignee?.name).toBe('technician here')
    const [why] = (
      await app.testApp.call(app.technician, assignments.listTicketAssignments, {
        params: { id: ticket.id },
      })
    ).body
    expect(why).toMatchObject({
      by: 'question',
      source: 'On call',
      outcome: 'assigned',
      candidates: [{ name: 'technician here', isChosen: true }],
    })
    const bell = (await app.testApp.call(app.technician, alerts.listAlerts, { body: {} })).body
    expect(bell).toMatchObject({
      unseen: 2,
      rows: [
        {
          level: 'warning',
          text: 'Look at it',
          procedure: 'Round',
          thing: 'OURS pump 1',
          ticket: { id: ticket.id },
        },
        { kind: 'ticketGiven', by: null, ticket: { id: ticket.id } },
      ],
    })
    expect(
      (await app.testApp.call(app.admin, alerts.listAlerts, { body: {} })).body.rows.map(
        ({ text }) => text,
      ),
    ).toEqual(['OURS told'])
    const before = (
      await app.testApp.call(app.technician, equipment.getEquipment, {
        params: { id: app.own.equipment ?? 0 },
      })
    ).body.alertsCount
    await app.testApp.call(app.technician, alerts.seeAlerts, { body: { alertIds: null } })
    expect(
      (
        await app.testApp.call(app.technician, equipment.getEquipment, {
          params: { id: app.own.equipment ?? 0 },
        })
      ).body.alertsCount,
    ).toBe(before - 2)
  })

  it('assigns tickets by an AI agent rule, explains every candidate, and alerts if nobody qualifies', async () => {
    const { technician: first, staff } = app.testApp.here.users
    const instruct = (
      await app.testApp.call(app.admin, referenceData.createAssignRule, {
        body: {
          name: 'Who is free',
          instruction: 'The technician with least to do',
          userIds: [first, staff],
          roleIds: [],
          isActive: true,
        },
      })
    ).body
    await app.rule([
      {
        kind: 'assignTicket',
        ticketTypeId: app.own.ticketType,
        assign: { by: 'rule', ruleId: instruct.id },
      },
    ])
    const nobody = await app.perform()
    expect(nobody?.effects).toMatchObject([
      {
        outcome: 'skipped',
        code: 'nobodyEligible',
        details: { source: 'Who is free', why: 'notAvailable:2,mayNotHandleTickets:1' },
      },
    ])
    expect(
      (
        await app.testApp.call(app.admin, alerts.listAlerts, { body: { isUnseen: true } })
      ).body.rows.map(({ kind }) => kind),
    ).toContain('nobodyEligible')
    const { version } = (
      await app.testApp.call(app.admin, people.getUser, { params: { id: first } })
    ).body
    await app.testApp.call(app.admin, people.updateUser, {
      params: { id: first },
      body: { version, availability: { kind: 'unlimited' } },
    })
    // It was assigned to app.technician before. Unassigns it, so that assigning has an effect.
    await app.rule([{ kind: 'assignTicket', ticketTypeId: null, assign: null }])
    expect((await app.perform())?.effects).toMatchObject([{ outcome: 'done' }])
    await app.rule([
      {
        kind: 'assignTicket',
        ticketTypeId: app.own.ticketType,
        assign: { by: 'rule', ruleId: instruct.id },
      },
    ])
    const run = await app.perform()
    expect(run?.effects).toMatchObject([
      { outcome: 'done', details: { assignee: 'technician here' } },
    ])
    const [why] = (
      await app.testApp.call(app.admin, assignments.listTicketAssignments, {
        params: { id: run?.effects[0]?.ticketIds[0] ?? 0 },
      })
    ).body
    expect(why?.candidates).toMatchObject([
      { name: 'technician here', isChosen: true, reasons: [] },
      { name: 'staff here', isChosen: false, reasons: ['notAvailable', 'mayNotHandleTickets'] },
    ])
  })

  it('moves and closes the tickets of the equipment, and no others', async () => {
    const other = (
      await app.testApp.call(app.admin, tickets.openTicket, {
        body: { title: 'Elsewhere', ticketTypeId: app.own.ticketType ?? 0 },
      })
    ).body
    await app.rule([{ kind: 'closeTickets', ticketTypeIds: [app.own.ticketType] }])
    const open = await app.ticketsOf()
    expect((await app.perform())?.effects).toMatchObject([
      { outcome: 'done', details: { count: open.length } },
    ])
    expect(await app.ticketsOf()).toEqual([])
    expect(
      (await app.testApp.call(app.admin, tickets.getTicket, { params: { id: other.id } })).body
        .state.category,
    ).toBe('open')
    expect((await app.perform())?.effects).toMatchObject([
      { outcome: 'skipped', code: 'noTickets' },
    ])
    const type = (await app.testApp.call(app.admin, tickets.getTicketTypes, {})).body.rows.find(
      ({ id }) => id === app.own.ticketType,
    )
    const made = (
      await app.testApp.call(app.admin, tickets.openTicket, {
        body: {
          title: 'Here',
          ticketTypeId: app.own.ticketType ?? 0,
          equipmentId: app.own.equipment ?? 0,
        },
      })
    ).body
    await app.rule([
      { kind: 'changeTicketState', ticketTypeId: app.own.ticketType, stateId: type?.states[1]?.id },
    ])
    await app.perform()
    expect(
      (await app.testApp.call(app.admin, tickets.getTicket, { params: { id: made.id } })).body.state
        .id,
    ).toBe(type?.states[1]?.id)
  })

  it('changes the status, the metadata and the availability', async () => {
    const status = (
      await app.testApp.call(app.admin, referenceLists.createEquipmentStatus, {
        body: { name: 'Broken', colour: 'red', isUsable: false },
      })
    ).body
    const due = (
      await app.testApp.call(app.admin, referenceData.createMetadataField, {
        body: {
          name: 'Next check',
          dataType: 'date',
          choices: [],
          unit: null,
          equipmentTypeIds: [],
        },
      })
    ).body
    const note = app.round.now.questions[2]?.id
    await app.rule([
      { kind: 'changeStatus', statusId: status.id },
      {
        kind: 'updateMetadata',
        fieldId: app.own.metadataField,
        change: { do: 'fromAnswer', questionId: note, whenEmpty: 'remove' },
      },
      {
        kind: 'updateMetadata',
        fieldId: due.id,
        change: { do: 'fromInterval', amount: 6, unit: 'months' },
      },
      {
        kind: 'setAvailability',
        who: { by: 'performer' },
        availability: { kind: 'hours', hours: 8 },
      },
    ])
    expect(
      (await app.perform({ note: 'till spring' }))?.effects.map(({ outcome }) => outcome),
    ).toEqual(['done', 'done', 'done', 'done'])
    const thing = (
      await app.testApp.call(app.admin, equipment.getEquipment, {
        params: { id: app.own.equipment ?? 0 },
      })
    ).body
    expect(thing).toMatchObject({
      status: { name: 'Broken' },
      metadata: [
        { name: 'Next check', value: '2027-05-20' },
        { name: 'OURS warranty', value: 'till spring' },
      ],
    })
    expect(
      (
        await app.testApp.call(app.admin, people.getUser, {
          params: { id: app.testApp.here.users.technician },
        })
      ).body.availability,
    ).toEqual({ kind: 'until', until: '2026-11-20T17:00:00.000Z' })
    const tooLong = await app.perform({ note: 'x'.repeat(2_001) })
    expect(tooLong?.effects[1]).toMatchObject({ outcome: 'skipped', code: 'doesNotFit' })
    expect(
      (
        await app.testApp.call(app.admin, equipment.getEquipment, {
          params: { id: app.own.equipment ?? 0 },
        })
      ).body.metadata,
    ).toMatchObject([{}, { name: 'OURS warranty', value: 'till spring' }])
    await app.perform()
    expect(
      (
        await app.testApp.call(app.admin, equipment.getEquipment, {
          params: { id: app.own.equipment ?? 0 },
        })
      ).body.metadata.map(({ name }) => name),
    ).toEqual(['Next check'])
  })

  it('schedules so many times within so many days, and removes it all again', async () => {
    await app.rule([
      {
        kind: 'scheduleProcedure',
        procedureId: app.round.now.id,
        times: 3,
        within: { by: 'days', days: 6 },
      },
    ])
    const run = await app.perform()
    expect(run?.effects).toMatchObject([{ outcome: 'done', details: { times: 3 } }])
    const made = (
      await app.testApp.call(app.admin, rrules.getRrule, {
        params: { id: run?.effects[0]?.rruleId ?? 0 },
      })
    ).body
    expect(made).toMatchObject({
      rule: 'FREQ=DAILY;INTERVAL=2;COUNT=3',
      deadline: { kind: 'custom', amount: 2, unit: 'days' },
      rruleData: { equipmentIds: [app.own.equipment] },
    })
    expect(
      (await app.testApp.call(app.admin, rrules.listOccurrences, { body: { rruleId: made.id } }))
        .body.count,
    ).toBeGreaterThan(0)
    await app.rule([{ kind: 'removeScheduled', procedureId: app.round.now.id }])
    await app.perform()
    expect(
      (await app.testApp.call(app.admin, rrules.getRrule, { params: { id: made.id } })).status,
    ).toBe(404)
    expect(
      (
        await app.testApp.call(app.admin, rrules.listOccurrences, {
          body: { rruleId: made.id, states: ['due', 'planned', 'late'] },
        })
      ).body.count,
    ).toBe(0)
    await app.rule([
      {
        kind: 'scheduleProcedure',
        procedureId: app.round.now.id,
        times: 2,
        within: { by: 'deadline', deadline: { kind: 'endOfDay' } },
      },
    ])
    expect((await app.perform())?.effects).toMatchObject([
      { outcome: 'done', details: { until: '2026-11-20T21:59:59.999Z' } },
    ])
  })
})

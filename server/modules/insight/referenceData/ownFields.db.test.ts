import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { openTicketDesk, type TicketDesk } from '#tests/ticketDesk.ts'

const { journal, locations, referenceData, referenceLists, tickets } = contract
let desk: TicketDesk
let own: Record<'invoice' | 'severity' | 'area', Id<'metadataField'>>
let roomTypeId: Id<'locationType'>
beforeAll(async () => {
  desk = await openTicketDesk()
  const { testApp, as } = desk
  const made = async (body: object) =>
    (
      await testApp.ok(as.admin, referenceData.createMetadataField, {
        body: {
          name: 'Area',
          dataType: 'number',
          choices: [],
          unit: 'm²',
          equipmentTypeIds: [],
          ...body,
        },
      })
    ).id
  own = {
    invoice: await made({ name: 'Invoice', dataType: 'text', unit: null, belongsTo: 'ticket' }),
    severity: await made({
      name: 'Severity',
      dataType: 'choice',
      choices: ['Minor', 'Major'],
      unit: null,
      belongsTo: 'ticket',
      ticketTypeIds: [desk.typeId],
    }),
    area: await made({ belongsTo: 'location' }),
  }
  await made({})
  roomTypeId = (
    await testApp.ok(as.admin, referenceLists.createLocationType, { body: { name: 'Room' } })
  ).id
})
afterAll(() => desk.testApp.close())

const read = (belongsTo: 'equipment' | 'location' | 'ticket') =>
  desk.testApp.ok(desk.as.admin, referenceData.getMetadataFields, { params: { belongsTo } })

describe('own fields', () => {
  it('belong to equipment, locations or tickets, and may have the same name in each', async () => {
    expect((await read('ticket')).rows.map(({ name }) => name)).toEqual(['Invoice', 'Severity'])
    expect((await read('location')).rows.map(({ name }) => name)).toEqual(['Area'])
    expect((await read('equipment')).rows.map(({ name }) => name)).toEqual(['Area'])
    const equipment = await desk.testApp.ok(desk.as.admin, referenceData.getEquipmentMetadata, {})
    expect(equipment.rows.map(({ belongsTo }) => belongsTo)).toEqual(['equipment'])
  })

  it('of a ticket are stored, shown, changed, journalled and found', async () => {
    const ticket = await desk.open({
      metadata: [
        { fieldId: own.invoice, value: 'R-2026-17' },
        { fieldId: own.severity, value: 'Major' },
      ],
    })
    expect(ticket.metadata).toEqual([
      { fieldId: own.invoice, name: 'Invoice', unit: null, value: 'R-2026-17' },
      { fieldId: own.severity, name: 'Severity', unit: null, value: 'Major' },
    ])
    const changed = await desk.testApp.ok(desk.as.admin, tickets.editTicket, {
      params: { id: ticket.id },
      body: { version: ticket.version, metadata: [{ fieldId: own.severity, value: 'Minor' }] },
    })
    expect(changed.metadata.map(({ value }) => value)).toEqual(['Minor'])
    const [change] = (await desk.timeline(ticket.id)).rows
    expect(change).toMatchObject({
      kind: 'change',
      entry: {
        changes: [
          { field: 'metadata', part: { name: 'Severity' }, before: 'Major', after: 'Minor' },
          { field: 'metadata', part: { name: 'Invoice' }, before: 'R-2026-17', after: null },
        ],
      },
    })
    const found = (text: string) =>
      desk.listed(desk.as.admin, { ownField: { fieldId: own.severity, text } })
    expect((await found('min')).map(({ id }) => id)).toEqual([ticket.id])
    expect(await found('major')).toEqual([])
  })

  it('are empty if their text has nothing to see', async () => {
    const spaces = await desk.open({ metadata: [{ fieldId: own.invoice, value: ' \u200f ' }] })
    expect(spaces.metadata).toEqual([])
  })

  it('keep their values when a ticket moves or its title changes', async () => {
    const ticket = await desk.open({ metadata: [{ fieldId: own.invoice, value: 'R-1' }] })
    const edited = await desk.testApp.ok(desk.as.admin, tickets.editTicket, {
      params: { id: ticket.id },
      body: { version: ticket.version, title: 'It leaks again' },
    })
    expect(edited.metadata).toHaveLength(1)
  })

  it.each([
    ['a field of locations', () => own.area, 3],
    ['a field that is not there', () => 999_999 as Id<'metadataField'>, 'x'],
  ])('of a ticket refuse %s', async (_what, fieldId, value) => {
    const answer = await desk.testApp.call(desk.as.admin, tickets.openTicket, {
      body: desk.asked({ metadata: [{ fieldId: fieldId(), value }] }),
    })
    expect(answer).toMatchObject({
      status: 404,
      body: { errors: [{ path: 'body.metadata.0.fieldId' }] },
    })
  })

  it('of a ticket refuse a value that is not among the choices', async () => {
    const answer = await desk.testApp.call(desk.as.admin, tickets.openTicket, {
      body: desk.asked({ metadata: [{ fieldId: own.severity, value: 'Awful' }] }),
    })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: 'notAChoice' }] } })
  })

  it('of a location are stored, shown, changed and journalled', async () => {
    const { testApp, as } = desk
    const room = await testApp.ok(as.admin, locations.createLocation, {
      body: {
        name: 'Room 1',
        typeId: roomTypeId,
        metadata: [{ fieldId: own.area, value: 20 }],
      },
    })
    expect(room.metadata).toEqual([{ fieldId: own.area, name: 'Area', unit: 'm²', value: 20 }])
    const after = await testApp.ok(as.admin, locations.updateLocation, {
      params: { id: room.id },
      body: { version: room.version, metadata: [{ fieldId: own.area, value: 21.5 }] },
    })
    expect(after.metadata[0]?.value).toBe(21.5)
    const { rows } = await testApp.ok(as.admin, journal.listJournal, {
      body: { entity: 'location', entityId: room.id, limit: 10 },
    })
    expect(rows[0]?.changes).toMatchObject([
      { field: 'metadata', part: { name: 'Area' }, before: 20, after: 21.5 },
    ])
    const renamed = await testApp.ok(as.admin, locations.updateLocation, {
      params: { id: room.id },
      body: { version: after.version, name: 'Room 1a' },
    })
    expect(renamed.metadata).toHaveLength(1)
  })

  it('that have values stay with their owner, and are not deleted', async () => {
    const { testApp, as } = desk
    const { rows } = await read('ticket')
    const severity = rows.find(({ id }) => id === own.severity)
    expect(severity?.usedBy).toBeGreaterThan(0)
    const params = { id: own.severity }
    expect(
      await testApp.call(as.admin, referenceData.updateMetadataField, {
        params,
        body: { version: severity?.version ?? 0, belongsTo: 'location' },
      }),
    ).toMatchObject({ status: 409, body: { errors: [{ code: 'inUse' }] } })
    expect(
      await testApp.call(as.admin, referenceData.deleteMetadataField, { params }),
    ).toMatchObject({ status: 409 })
    expect(
      await testApp.call(as.admin, referenceData.replaceMetadataField, {
        params,
        body: { by: own.area },
      }),
    ).toMatchObject({ status: 409, body: { errors: [{ code: 'otherOwner' }] } })
  })
})

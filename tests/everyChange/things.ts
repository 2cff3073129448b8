import { contract } from '#contract/index.ts'
import { of, type Changer } from './changer.ts'

const { companies, referenceData, equipment, locations, tickets } = contract
const { ticketCostCalls, ticketWorkCalls } = contract

export async function changeThings(
  { testApp, own, ok }: Changer,
  spareType: number,
): Promise<void> {
  const due = await ok(referenceData.createMetadataField, {
    body: {
      name: 'Next calibration',
      dataType: 'date',
      choices: [],
      unit: null,
      equipmentTypeIds: [],
    },
  })
  const safe = await ok(referenceData.createMetadataField, {
    body: { name: 'Is safe', dataType: 'boolean', choices: [], unit: null, equipmentTypeIds: [] },
  })

  const metadata = [
    { fieldId: due.id, value: '2027-03-01' },
    { fieldId: safe.id, value: true },
    { fieldId: own.metadataField ?? 0, value: 'two years' },
  ]
  await ok(equipment.updateEquipment, {
    ...of(own.equipment),
    body: {
      version: 1,
      metadata,
      details: [{ key: 'Serial', value: 'S-1' }],
      isStatic: true,
      locationId: null,
      locationText: 'By the door',
      tagIds: [],
      statusId: null,
      typeId: spareType,
    },
  })
  await ok(equipment.updateEquipment, {
    ...of(own.equipment),
    body: {
      version: 2,
      metadata: [{ fieldId: due.id, value: '2028-03-01' }],
      details: [
        { key: 'Serial', value: 'S-2' },
        { key: 'Colour', value: 'grey' },
      ],
    },
  })
  await ok(locations.updateLocation, {
    ...of(own.location),
    body: {
      version: 1,
      latitude: 50.1,
      longitude: 14.2,
      timezone: 'Europe/Prague',
      details: [{ key: 'Beds', value: '4' }],
      parentId: null,
      code: 'B-7',
    },
  })
  const { version: ticketVersion } = await ok(tickets.getTicket, of(own.ticket))
  await ok(tickets.editTicket, {
    ...of(own.ticket),
    body: { version: ticketVersion, title: 'Leaks again', description: 'By the valve' },
  })
  const today = testApp.clock.now().toISOString().slice(0, 10)
  const { version: companyVersion } = await ok(companies.getCompany, {})
  await ok(companies.updateCompany, {
    body: { version: companyVersion, recordsWork: true, currency: 'EUR' },
  })
  const { entries } = await ok(ticketWorkCalls.addWork, {
    ...of(own.ticket),
    body: { day: today, minutes: 80, note: null },
  })
  await ok(ticketWorkCalls.correctWork, {
    ...of(entries[0]?.id),
    body: { minutes: 75, note: 'Without the break', version: 1 },
  })
  const cost = { day: today, amount: 120.5, text: 'Call-out', orgEntityId: own.orgEntity ?? null }
  await ok(ticketCostCalls.addCost, { ...of(own.ticket), body: cost })
  await ok(ticketCostCalls.setItemPrice, { ...of(own.inventoryItem), body: { price: 3.5 } })
  await ok(tickets.assignTicket, {
    ...of(own.ticket),
    body: { version: ticketVersion + 1, assigneeId: testApp.here.users.technician },
  })
}

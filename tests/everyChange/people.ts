import { contract } from '#contract/index.ts'
import { of, type Changer } from './changer.ts'

const { people, companies, rtls } = contract

export async function changePeople(
  { testApp, own, ok }: Changer,
  spareType: number,
): Promise<void> {
  await ok(people.updateRole, {
    ...of(own.role),
    body: { version: 1, permissions: ['editor|equipment', 'viewer|reports'] },
  })
  await ok(people.updateUser, {
    ...of(testApp.here.users.staff),
    body: {
      version: 1,
      firstName: 'Ada',
      language: 'cs',
      allEquipment: false,
      equipmentTypeIds: [spareType],
      allLocations: false,
      locationTypeIds: [own.locationType ?? 0],
      allProcedures: false,
      procedureTypeIds: [own.procedureType ?? 0],
      availability: { kind: 'unlimited' },
    },
  })
  const settings = await ok(companies.getCompany, {})
  await ok(companies.updateCompany, {
    body: {
      version: settings.version,
      timezone: 'Europe/Prague',
      language: 'sk',
      weekStart: 1,
      sessionHours: 9,
      hasPush: true,
      pushShowsText: true,
      textMessagesADay: 5,
      roomEquipmentTypeId: spareType,
      roomEquipmentTypeWord: 'room',
      secondStepRoleIds: [own.role ?? 0],
      holidays: [{ date: '2026-12-24', name: 'Eve', yearly: true }],
      workingHours: [{ day: 1, from: '08:00', to: '16:30' }],
      shifts: [{ name: 'Early', days: [1, 2], from: '06:00', to: '14:00' }],
    },
  })
  await ok(rtls.updateTrackingSettings, { body: { historyDays: 30, exponent: 3, version: 1 } })
}

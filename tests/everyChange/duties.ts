import { contract } from '#contract/index.ts'
import { of, type Changer } from './changer.ts'

const { duties } = contract

export async function changeDuties({ testApp, own, ok }: Changer): Promise<void> {
  const { technician, manager } = testApp.here.users
  const draft = {
    name: 'On call',
    locationId: null,
    orgEntityId: null,
    weeks: 1,
    firstDay: '2026-11-16',
    isRoundTheClock: false,
    shifts: [{ week: 1, days: [1, 2], from: '20:00', to: '06:00', userId: technician }],
    steps: [],
    ticketTypeIds: [],
  }
  const { id, version } = await ok(duties.createDuty, { body: draft })
  await ok(duties.updateDuty, {
    ...of(id),
    body: {
      name: 'Called',
      version,
      locationId: own.location ?? null,
      orgEntityId: own.orgEntity ?? null,
      weeks: 2,
      firstDay: '2026-11-23',
      isRoundTheClock: true,
      shifts: [{ week: 2, days: [0, 6], from: '08:00', to: '20:00', userId: manager }],
      steps: [
        { minutes: 0, target: { to: 'onDuty' }, channels: ['email', 'sms'] },
        { minutes: 15, target: { to: 'user', userId: manager } },
        { minutes: 30, target: { to: 'managers' } },
      ],
      ticketTypeIds: [own.ticketType ?? 0],
    },
  })
}

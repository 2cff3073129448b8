import { contract } from '#contract/index.ts'
import { of, type Changer } from './changer.ts'

const { rrules } = contract

export async function changeSchedules({ own, ok }: Changer, spareType: number): Promise<void> {
  const rule = await ok(rrules.getRrule, of(own.rrule))
  const {
    id: _id,
    procedure: _procedure,
    meterType: _meterType,
    objectCount: _objects,
    openCount: _open,
    lateCount: _late,
    nextAt: _next,
    expected: _expected,
    createdAt: _made,
    updatedAt: _changed,
    version,
    ...draft
  } = rule
  const changed = {
    ...draft,
    rule: 'FREQ=WEEKLY;BYDAY=MO',
    start: '2026-12-01T09:30',
    end: '2027-12-01',
    deadline: { kind: 'custom' as const, amount: 2, unit: 'days' as const },
    reminder: { from: 'afterStart' as const, amount: 3, unit: 'hours' as const },
    onHoliday: 'skip' as const,
    onNonWorkingDay: 'skip' as const,
    whenOverdue: 'close' as const,
    userIds: [],
    roleIds: [],
    rruleData: { equipmentTypeIds: [spareType] },
    isActive: false,
    repeatCount: 4,
  }
  await ok(rrules.updateRrule, { ...of(own.rrule), body: { ...changed, version } })
  // The same update, with JSON keys in another order than the database returns.
  await ok(rrules.updateRrule, {
    ...of(own.rrule),
    body: {
      ...changed,
      version: version + 1,
      name: 'Only the name',
      deadline: { unit: 'days', amount: 2, kind: 'custom' },
      reminder: { unit: 'hours', amount: 3, from: 'afterStart' },
    },
  })
  await ok(rrules.updateRrule, {
    ...of(own.rrule),
    body: {
      ...draft,
      version: version + 2,
      kind: 'rolling',
      rule: null,
      every: { amount: 3, unit: 'weeks' },
      restartAfter: { amount: 1, unit: 'days' },
    },
  })
  await ok(rrules.updateRrule, {
    ...of(own.rrule),
    body: {
      ...draft,
      version: version + 3,
      kind: 'byUse',
      rule: null,
      use: {
        meterTypeId: own.meterType ?? 0,
        quantity: 500,
        latest: { amount: 6, unit: 'months' },
        earliest: null,
      },
    },
  })
}

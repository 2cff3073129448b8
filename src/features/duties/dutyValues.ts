import type { Input } from '#contract/endpoint.ts'
import {
  MAX_STEP_MINUTES,
  MAX_WEEKS,
  type callChannels,
  type duties,
  type DutyRow,
} from '#contract/duties/duties.ts'
import { shiftsOverlap } from '#contract/duties/dutySpans.ts'
import type { Id } from '#contract/ids.ts'
import { isClockTime } from '#lib/clockTime.ts'

export interface ShiftValues {
  week: number
  days: number[]
  from: string
  to: string
  userId: number | null
}

export const stepTargets = ['onDuty', 'duty', 'user', 'managers'] as const
export interface StepValues {
  minutes: number
  to: (typeof stepTargets)[number]
  dutyId: number | null
  userId: number | null
  channels: (typeof callChannels)[number][]
}

export interface Values {
  name: string
  locationId: number | null
  orgEntityId: number | null
  weeks: number
  firstDay: string
  isRoundTheClock: boolean
  shifts: ShiftValues[]
  steps: StepValues[]
  ticketTypeIds: number[]
}

type Body = Input<typeof duties.createDuty>['body']

export const WEEKS = { min: 1, max: MAX_WEEKS }
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

export const valuesOf = (row: DutyRow | undefined, firstDay: string): Values =>
  row === undefined
    ? {
        name: '',
        locationId: null,
        orgEntityId: null,
        weeks: 1,
        firstDay,
        isRoundTheClock: true,
        shifts: [],
        steps: [],
        ticketTypeIds: [],
      }
    : {
        name: row.name,
        locationId: row.locationId,
        orgEntityId: row.orgEntityId,
        weeks: row.weeks,
        firstDay: row.firstDay,
        isRoundTheClock: row.isRoundTheClock,
        shifts: row.shifts.map((shift) => ({ ...shift, days: [...shift.days] })),
        steps: row.steps.map(({ minutes, target, channels = [] }) => ({
          minutes,
          channels: [...channels],
          to: target.to,
          dutyId: target.to === 'duty' ? target.dutyId : null,
          userId: target.to === 'user' ? target.userId : null,
        })),
        ticketTypeIds: [...row.ticketTypeIds],
      }

export function bodyOf({ locationId, orgEntityId, shifts, steps, ...values }: Values): Body {
  return {
    ...values,
    name: values.name.trim(),
    locationId: locationId as Id<'location'> | null,
    orgEntityId: orgEntityId as Id<'orgEntity'> | null,
    shifts: shifts
      .filter(({ week }) => week <= values.weeks)
      .map((shift) => ({ ...shift, userId: shift.userId ?? 0 })),
    steps: steps.map(({ minutes, to, dutyId, userId, channels }) => ({
      minutes,
      channels,
      target:
        to === 'duty'
          ? { to, dutyId: dutyId ?? 0 }
          : to === 'user'
            ? { to, userId: userId ?? 0 }
            : { to },
    })),
  }
}

export const isStepComplete = ({ minutes, to, dutyId, userId }: StepValues): boolean =>
  Number.isInteger(minutes) &&
  minutes >= 0 &&
  minutes <= MAX_STEP_MINUTES &&
  (to !== 'duty' || dutyId !== null) &&
  (to !== 'user' || userId !== null)

/** The next shift, which usually begins when the last one ends. */
export function nextShift(shifts: readonly ShiftValues[]): ShiftValues {
  const last = shifts.at(-1)
  return last === undefined
    ? { week: 1, days: EVERY_DAY, from: '08:00', to: '20:00', userId: null }
    : { week: last.week, days: [...last.days], from: last.to, to: last.from, userId: null }
}

export type ShiftFault = 'notATime' | 'noDay' | 'nobody'

export function faultOf({ days, from, to, userId }: ShiftValues): ShiftFault | null {
  if (!isClockTime(from) || !isClockTime(to) || from === '24:00') return 'notATime'
  if (days.length === 0) return 'noDay'
  return userId === null ? 'nobody' : null
}

/** Compares shifts that have times and days, with or without a person. */
export const overlap = ({
  weeks,
  firstDay,
  shifts,
}: Omit<Values, 'name' | 'steps' | 'ticketTypeIds'>): boolean =>
  firstDay !== '' &&
  shiftsOverlap({
    weeks,
    firstDay,
    shifts: shifts
      .filter((shift) => shift.week <= weeks && (faultOf(shift) ?? 'nobody') === 'nobody')
      .map((shift) => ({ ...shift, userId: shift.userId ?? 0 })),
  })

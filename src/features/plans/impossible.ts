import { planFaults, type CheckedPlan, type PlanFault } from '#contract/venue/planFaults.ts'
import { outlineOf } from './drawing/convert.ts'
import type { DrawnRoom, Plan } from './drawing/plan.ts'

export interface Impossible {
  code: PlanFault['code']
  names: readonly string[]
  keys: readonly string[]
}

/** `before`: the stored plan. Its existing faults do not block a save. */
export function impossibleIn(plan: Plan, before: Plan): Impossible[] {
  return planFaults(checked(plan), checked(before)).map((fault): Impossible => {
    const { code } = fault
    const rooms = [fault.room, ...('other' in fault ? [fault.other] : [])].flatMap((index) => {
      const room = index === null ? undefined : plan.rooms[index]
      return room === undefined ? [] : [room]
    })
    const part = 'part' in fault ? plan.parts[fault.part] : undefined
    return {
      code,
      names: rooms.length === 0 ? [plan.name] : rooms.map((room) => nameOf(plan, room)),
      keys: part === undefined ? rooms.map(({ key }) => key) : [part.key],
    }
  })
}

const checked = (plan: Plan): CheckedPlan => ({
  outline: [outlineOf(plan)],
  rooms: plan.rooms.map(({ key, corners, holes }) => ({ key, rings: [corners, ...holes] })),
  parts: plan.parts,
})

const nameOf = ({ rooms }: Plan, room: DrawnRoom): string =>
  [room.code, room.name].filter((one) => one !== '').join(' ') || `#${rooms.indexOf(room) + 1}`

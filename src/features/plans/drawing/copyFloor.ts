import { codeOnFloor } from './numbering.ts'
import type { Plan } from './plan.ts'

export const asOtherFloor = (
  plan: Plan,
  to: Pick<Plan, 'name' | 'shortName' | 'ordinal'>,
): Plan => ({
  ...plan,
  ...to,
  place: null,
  rooms: plan.rooms.map((room) => ({
    ...room,
    id: null,
    code: codeOnFloor(room.code, plan.shortName, to.shortName),
    name: codeOnFloor(room.name, plan.shortName, to.shortName),
    place: null,
    makesPlace: false,
  })),
  gateways: [],
  picture: null,
})

import type { nearest as contract } from '#contract/rtls/nearest.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { nearest, nearestHistory, findWay } from './nearest.ts'
import { listReservations, releaseReservation, reserveEquipment } from '../positions/index.ts'

export const nearestHandlers: Handlers<typeof contract> = {
  getNearest: (scope, { body }) => nearest(scope, body),
  getWay: (scope, { body }) => findWay(scope, body),
  reserveEquipment: (scope, { params, body }) =>
    reserveEquipment(scope, params.equipmentId, body.minutes),
  async releaseEquipment(scope, { params }) {
    return { released: await releaseReservation(scope, params.equipmentId) }
  },
  listReservations: (scope) => listReservations(scope),
  getNearestHistory: (scope, { body }) => nearestHistory(scope, body),
}

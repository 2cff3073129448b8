import type { nearest as contract } from '#contract/rtls/nearest.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { nearest, nearestHistory, wayTo } from './nearest.ts'
import { listReservations, release, reserve } from '../positions/index.ts'

export const nearestHandlers: Handlers<typeof contract> = {
  getNearest: (scope, { body }) => nearest(scope, body),
  getWay: (scope, { body }) => wayTo(scope, body),
  reserveEquipment: (scope, { params, body }) => reserve(scope, params.equipmentId, body.minutes),
  async releaseEquipment(scope, { params }) {
    return { released: await release(scope, params.equipmentId) }
  },
  listReservations: (scope) => listReservations(scope),
  getNearestHistory: (scope, { body }) => nearestHistory(scope, body),
}

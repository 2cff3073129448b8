import type { zones as contract } from '#contract/zones.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { createArea, deleteArea, listAreas, updateArea } from './areas.ts'
import {
  createZoneRule,
  deleteZoneRule,
  listZoneRules,
  previewZoneRule,
  rehearseZoneRule,
  updateZoneRule,
} from './rules.ts'
import { visitReport } from './visitReport.ts'
import { listOccupancy, listVisits } from './visits.ts'

export const zoneHandlers: Handlers<typeof contract> = {
  listVisits: (scope, { body }) => listVisits(scope, body),
  listOccupancy: (scope, { body }) => listOccupancy(scope, body),
  getVisitReport: (scope, { body }) => visitReport(scope, body),
  listAreas: (scope, { body }) => listAreas(scope, body),
  createArea: (scope, { body }) => createArea(scope, body),
  updateArea: (scope, { params, body }) => updateArea(scope, params.id, body),
  async deleteArea(scope, { params }) {
    await deleteArea(scope, params.id)
    return { deleted: true }
  },
  listZoneRules: (scope, { body }) => listZoneRules(scope, body),
  createZoneRule: (scope, { body }) => createZoneRule(scope, body),
  updateZoneRule: (scope, { params, body }) => updateZoneRule(scope, params.id, body),
  async deleteZoneRule(scope, { params }) {
    await deleteZoneRule(scope, params.id)
    return { deleted: true }
  },
  previewZoneRule: (scope, { body }) => previewZoneRule(scope, body),
  rehearseZoneRule: (scope, { body }) => rehearseZoneRule(scope, body),
}

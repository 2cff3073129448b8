/** The reference index: "where used" and the effects of a deletion are index queries, not scans. */
import { z } from 'zod'
import { query } from '#contract/endpoint.ts'
import { listAnswer, listQuestion } from '#contract/shapes.ts'

export const referenceKinds = [
  'user',
  'surveyQuestion',
  'surveyAnswer',
  'procedure',
  'procedureType',
  'equipment',
  'equipmentType',
  'equipmentStatus',
  'location',
  'locationType',
  'tag',
  'ticketType',
  'ticketState',
  'automation',
  'role',
  'metadataField',
  'apiHook',
  'assignRule',
  'inventoryItem',
  'validationType',
  'progressMap',
  'fellowType',
  'orgEntity',
  'rrule',
  'dashboard',
  'dashboardItem',
  'dynamicDashboard',
  'gatewayType',
  'sensorType',
  'meterType',
  'zoneRule',
  'duty',
] as const
export type ReferenceKind = (typeof referenceKinds)[number]
export interface Reference {
  kind: ReferenceKind
  id: number
}

const kinds: ReadonlySet<unknown> = new Set(referenceKinds)
export const isReference = (value: object): value is Reference =>
  'kind' in value && kinds.has(value.kind) && 'id' in value && typeof value.id === 'number'

export const references = {
  listReferences: query({
    method: 'POST',
    path: '/api/references/get',
    access: 'session',
    summary: 'Everything that refers to one thing',
    body: listQuestion(['name'])
      .extend({
        kind: z.enum(referenceKinds),
        id: z.number().int().min(1).max(2_147_483_647),
        by: z.enum(referenceKinds).optional(),
      })
      .strict(),
    response: listAnswer(
      z.object({ kind: z.enum(referenceKinds), id: z.number().int(), name: z.string() }),
    ),
    reads: ['Automation', 'Procedure', 'Equipment', 'Ticket'],
  }),
}

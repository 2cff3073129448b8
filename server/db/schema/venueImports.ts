import { integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { corrections } from '#contract/venue/corrections.ts'
import type { Names } from '#contract/venue/labels.ts'
import type { VenueFault } from '#contract/venue/outcomes.ts'
import type { VenuePlan } from '#contract/venue/plan.ts'
import type { PlanChecks } from '#contract/venue/planChecks.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import { tenantTable } from '#db/tenantTable.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const venueImport = tenantTable('venueImport', 'venue_import', {
  fileName: text('file_name').notNull(),
  plan: jsonb('plan').notNull().$type<VenuePlan>(),
  faults: jsonb('faults').notNull().$type<VenueFault[]>(),
  faultCount: integer('fault_count').notNull(),
  /** Checks of the corrected plan. Null for plans of older versions. */
  checks: jsonb('checks').$type<PlanChecks>(),
  corrections: jsonb('corrections').notNull().default({}).$type<z.input<typeof corrections>>(),
  appliedAt: at('applied_at'),
  /** Equipment of a building model. Null if the file has none. */
  register: jsonb('register').$type<{ csv: string; rows: number }>(),
  /** Data to undo the import. Null if it was not applied or already undone. */
  done: jsonb('done').$type<ImportDone>(),
})

/** Ids and versions, to detect later changes. */
export interface ImportDone {
  buildings: {
    id: Id<'building'>
    /** Null if the import created it. */
    before: {
      name: string
      /** Absent in rows of earlier versions. */
      names?: Names
      longitude: number
      latitude: number
      outline: Polygon
    } | null
  }[]
  floors: {
    id: Id<'floor'>
    /** Null if the import created it. */
    before: number | null
    after: number
  }[]
}

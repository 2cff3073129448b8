import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import { equipment, occurrence, procedure } from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** True if a check of the equipment is late, for a procedure that the user may see. */
export const hasLate = ({ db, from }: Scope): SQL =>
  inArray(
    equipment.id,
    db
      .select({ id: sql`${occurrence.equipmentId}` })
      .from(occurrence)
      .where(
        and(
          eq(occurrence.companyId, equipment.companyId),
          eq(occurrence.state, 'late'),
          isNotNull(occurrence.equipmentId),
          sql`${occurrence.procedureId} in (select ${procedure.id} from ${procedure}
            where ${from.procedures()})`,
        ),
      ),
  )

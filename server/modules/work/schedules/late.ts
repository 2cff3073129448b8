import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'

export const hasLateOccurrence = ({ db, from }: Scope): SQL =>
  inArray(
    tables.equipment.id,
    db
      .select({ id: sql`${tables.occurrence.equipmentId}` })
      .from(tables.occurrence)
      .where(
        and(
          eq(tables.occurrence.companyId, tables.equipment.companyId),
          eq(tables.occurrence.state, 'late'),
          isNotNull(tables.occurrence.equipmentId),
          sql`${tables.occurrence.procedureId} in (select ${tables.procedure.id} from ${tables.procedure}
            where ${from.procedures()})`,
        ),
      ),
  )

import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { rrules as contract } from '#contract/rrules/rrules.ts'
import * as tables from '#db/schema/index.ts'
import { folded, searchIn } from '#kernel/data/listQueries.ts'

export type Question = Omit<z.output<typeof contract.listRrules.body>, 'limit' | 'offset'>

export function schedulesWhere(question: Question): SQL | undefined {
  const touchesStatus = question.equipmentStatusIds?.length
    ? sql`exists (select from jsonb_array_elements_text(coalesce(${tables.rrule.data} -> 'equipmentStatusIds',
        '[]'::jsonb)) as status
        where status.value::int in (${sql.join(
          question.equipmentStatusIds.map((id) => sql`${id}`),
          sql`, `,
        )}))`
    : undefined
  return and(
    searchIn(
      folded(sql`coalesce(${tables.rrule.name}, '') || ' ' || ${tables.procedure.name}`),
      question.search,
    ),
    question.procedureIds?.length
      ? inArray(tables.rrule.procedureId, question.procedureIds)
      : undefined,
    question.isActive === undefined ? undefined : eq(tables.rrule.isActive, question.isActive),
    touchesStatus,
  )
}

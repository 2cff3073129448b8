import { getTableName } from 'drizzle-orm'
import * as schema from './schema/index.ts'

const sources: { source: schema.SummedSource; table: string; at: string }[] = [
  {
    source: 'procedureLog',
    table: getTableName(schema.procedureLog),
    at: schema.procedureLog.doneAt.name,
  },
  { source: 'occurrence', table: getTableName(schema.occurrence), at: schema.occurrence.at.name },
]

/** Idempotent. Requires the tables. */
export const markStatements = (): string[] =>
  sources.flatMap(({ source, table, at }) => {
    const name = `mark_${table}`
    const marks = (
      rows: string,
    ) => `insert into ${getTableName(schema.summedMark)} (company_id, source, day)
      select distinct company_id, '${source}', date '1970-01-01' + floor(extract(epoch from ${at}) / 86400)::int from ${rows} changed where exists (select from company where company.id = changed.company_id)`
    return (['insert', 'update', 'delete'] as const).flatMap((event) => {
      const rows = {
        insert: 'new_rows',
        delete: 'old_rows',
        update: '(select * from old_rows union all select * from new_rows)',
      }[event]
      const seen = {
        insert: 'new table as new_rows',
        delete: 'old table as old_rows',
        update: 'old table as old_rows new table as new_rows',
      }[event]
      return [
        `create or replace function ${name}_${event}() returns trigger language plpgsql as $$ begin ${marks(rows)}; return null; end $$`,
        `create or replace trigger ${name}_${event} after ${event} on ${table} referencing ${seen} for each statement execute function ${name}_${event}()`,
      ]
    })
  })

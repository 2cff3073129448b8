/**
 * SQL for expired rows by kind. Each step examines only the oldest rows. Rows are roughly in order
 * of time; a row out of order waits its turn.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { RetentionKind } from '#contract/rules/retention.ts'

export interface Past {
  companyId: Id<'company'>
  before: Date
  limit: number
}

export interface Sweep {
  table: string
  /** Ids of expired rows, at most `limit`. */
  expired(past: Past): SQL
  /** Columns to clear. If omitted, deletes the row and its dependents by foreign key. */
  emptied?: SQL
  storageKeys?: readonly string[]
}

const oldestOf =
  (table: string, at: string, isOver: SQL = sql`true`) =>
  ({ companyId, before, limit }: Past) =>
    sql`select id from (
    select * from ${sql.identifier(table)} where company_id = ${companyId} order by id limit ${limit}
  ) as oldest where ${sql.identifier(at)} < ${before}::timestamptz and ${isOver}`

const byTime =
  (table: string, at: string, isOver: SQL) =>
  ({ companyId, before, limit }: Past) =>
    sql`select id from ${sql.identifier(table)} as old
    where company_id = ${companyId} and ${sql.identifier(at)} < ${before}::timestamptz and ${isOver}
    order by ${sql.identifier(at)} limit ${limit}`

/** Reports of tickets that were closed before. A merged ticket ends with its target. */
const closedReports = ({ companyId, before }: Past) => sql`from ticket_report r
  join ticket t on t.company_id = r.company_id and t.id = r.ticket_id
  join ticket kept on kept.company_id = t.company_id and kept.id = coalesce(t.merged_into_id, t.id)
  where r.company_id = ${companyId} and kept.closed_at < ${before}::timestamptz`

const photosOfReports = (past: Past) => sql`select p.file_id from ticket_photo p
  where p.company_id = ${past.companyId} and p.report_id in (select r.id ${closedReports(past)})
  limit ${past.limit}`

export const sweeps: Record<RetentionKind, readonly Sweep[]> = {
  // A run that a ticket refers to is kept as long as the ticket.
  runs: [
    {
      table: 'automation_run',
      expired: byTime(
        'automation_run',
        'at',
        sql`not exists (select from ticket t where t.company_id = old.company_id
          and t.automation_run_id = old.id)`,
      ),
    },
  ],
  journal: [{ table: 'journal_entry', expired: oldestOf('journal_entry', 'at') }],
  events: [
    {
      table: 'outbox_event',
      expired: oldestOf(
        'outbox_event',
        'created_at',
        sql`(handled_at is not null or failed_at is not null)`,
      ),
    },
  ],
  deliveries: [
    {
      table: 'hook_delivery',
      expired: oldestOf('hook_delivery', 'created_at', sql`state <> 'waiting'`),
    },
  ],
  // Open alerts never expire.
  alerts: [
    {
      table: 'alert',
      expired: oldestOf(
        'alert',
        'at',
        sql`(ended_at is not null or coalesce(sensor_id, gateway_id, stock_id, zone_rule_id) is null)`,
      ),
    },
  ],
  // Open visits have no end and never expire.
  positions: [
    { table: 'position', expired: byTime('position', 'at', sql`true`) },
    { table: 'visit', expired: byTime('visit', 'left_at', sql`true`) },
  ],
  triangulation: [
    {
      table: 'position',
      expired: byTime('position', 'at', sql`(heard <> '[]'::jsonb or rejected <> '[]'::jsonb)`),
      emptied: sql`heard = '[]'::jsonb, rejected = '[]'::jsonb`,
    },
  ],
  readings: [
    {
      table: 'sensor_reading',
      expired: ({ companyId, before, limit }) => sql`select old.id from sensor s
        cross join lateral (select r.id from sensor_reading r where r.company_id = s.company_id
          and r.sensor_id = s.id and r.at < ${before}::timestamptz order by r.at limit ${limit}) as old
        where s.company_id = ${companyId} limit ${limit}`,
    },
  ],
  reports: [
    { table: 'file', expired: photosOfReports, storageKeys: ['storage_key'] },
    {
      table: 'ticket_report',
      expired: (past) =>
        sql`select r.id ${closedReports(past)} and r.erased_at is null limit ${past.limit}`,
      emptied: sql`reporter_name = null, reporter_phone = null, device = null, key_hash = null,
        erased_at = now()`,
    },
  ],
  // The minutes stay for sums; the person, the note and the entry's history go.
  work: [
    {
      table: 'work_entry',
      expired: byTime(
        'work_entry',
        'started_at',
        sql`(user_id is not null or note is not null) and ended_at is not null`,
      ),
      emptied: sql`user_id = null, note = null, client_key = null, is_to_check = false`,
    },
    {
      table: 'journal_entry',
      expired: byTime('journal_entry', 'at', sql`entity = 'ticketTime'`),
    },
  ],
  imports: [
    {
      table: 'import_job',
      expired: byTime(
        'import_job',
        'created_at',
        sql`status not in ('checking', 'running', 'undoing')`,
      ),
      storageKeys: ['storage_key', 'table_key', 'faults_key'],
    },
    { table: 'venue_import', expired: byTime('venue_import', 'created_at', sql`true`) },
    {
      table: 'status_batch',
      expired: byTime('status_batch', 'created_at', sql`state not in ('running', 'undoing')`),
    },
    { table: 'ticket_batch', expired: byTime('ticket_batch', 'created_at', sql`true`) },
  ],
}

import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { notSignedIn } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies, type Db } from '#kernel/data/transaction.ts'
import { readableEntries, visibleEntries } from '../journal/index.ts'

/** Rows per kind. The file states how many were left out. */
const OWN_DATA_ROWS = 10_000

interface Part {
  rows: unknown[]
  more: number
  unseen?: number
}

interface Seen {
  all: SQL
  visible: SQL
}

export async function ownData(scope: Scope): Promise<string> {
  const { db, actor, clock } = scope
  const { companyId, userId } = actor
  if (userId === null) throw notSignedIn('noToken')
  const mine = (table: string, where: SQL): SQL =>
    sql`select to_jsonb(t) - array['company_id', 'storage_key']::text[] as row
      from ${sql.identifier(table)} t where company_id = ${companyId} and (${where}) order by id desc`
  const seen = (table: string, whose: SQL, where: SQL): Seen => ({
    visible: mine(table, sql`(${whose}) and ${where}`),
    all: mine(table, whose),
  })
  // The user's own text is included. Facts about equipment that the user may not see any more are
  // not.
  const seenTickets = sql`select ${tables.ticket.id} from ${tables.ticket} where ${scope.from.tickets()}`
  const seenLogs = sql`select ${tables.procedureLog.id} from ${tables.procedureLog}
    where ${scope.from.procedureLogs()}`
  const own: Record<string, SQL | Seen> = {
    membership: mine('app_user', sql`id = ${userId}`),
    roles: sql`select jsonb_build_object('name', r.name) as row from user_role u
      join role r on r.company_id = u.company_id and r.id = u.role_id
      where u.company_id = ${companyId} and u.user_id = ${userId} order by ${byName(scope, sql`r.name`)}, r.id`,
    performances: seen('procedure_log', sql`done_by = ${userId}`, sql`id in (${seenLogs})`),
    tickets: seen(
      'ticket',
      sql`opener_id = ${userId} or assignee_id = ${userId}`,
      sql`id in (${seenTickets})`,
    ),
    comments: seen(
      'ticket_comment',
      sql`author_id = ${userId}`,
      sql`ticket_id in (${seenTickets})`,
    ),
    uploads: mine('file', sql`uploaded_by = ${userId}`),
    securityLog: mine('security_event', sql`user_id = ${userId} or by_user_id = ${userId}`),
    alerts: mine('alert_recipient', sql`user_id = ${userId}`),
    pushDevices: sql`select jsonb_build_object('name', name, 'since', created_at,
      'lastUsed', renewed_at, 'lastMessage', last_success_at) as row from push_device
      where company_id = ${companyId} and user_id = ${userId} order by id desc`,
    followed: mine('equipment_follower', sql`user_id = ${userId}`),
  }
  const parts: Record<string, Part> = {}
  for (const [name, question] of Object.entries(own)) {
    if (!('all' in question)) parts[name] = await partOf(db, question)
    else {
      const { visible, all } = question
      const part = await partOf(db, visible)
      const unseen = (await countOf(db, all)) - part.rows.length - part.more
      parts[name] = { ...part, unseen }
    }
  }
  parts.changes = await changesOf(
    scope,
    and(eq(tables.journalEntry.byKind, 'user'), eq(tables.journalEntry.byId, userId)),
  )
  parts.changesOfYou = await changesOf(
    scope,
    and(eq(tables.journalEntry.entity, 'user'), eq(tables.journalEntry.entityId, userId)),
  )
  const personId = sql`(select person_id from app_user where company_id = ${companyId} and id = ${userId})`
  await aboveCompanies(db, async (system) => {
    const above = {
      person: sql`select jsonb_build_object('email', email, 'emailProvenAt', email_proven_at,
        'phone', phone, 'phoneProvenAt', phone_proven_at, 'since', created_at) as row
        from person where id = ${personId}`,
      sessions: sql`select jsonb_build_object('begun', created_at, 'expires', expires_at,
        'ended', ended_at, 'source', source) as row from session
        where company_id = ${companyId} and user_id = ${userId} order by created_at desc`,
      passkeys: sql`select jsonb_build_object('name', name, 'since', created_at,
        'lastUsed', last_used_at) as row from passkey where person_id = ${personId}`,
      providers: sql`select jsonb_build_object('provider', idp, 'since', created_at) as row
        from identity_link where person_id = ${personId}`,
    }
    for (const [name, question] of Object.entries(above))
      parts[name] = await partOf(system, question)
  })
  return JSON.stringify({ asOf: clock.now().toISOString(), ...parts }, null, 2)
}

/** The user's own changes, as the journal shows them: names of hidden equipment are left out. */
async function changesOf(scope: Scope, whose: SQL | undefined): Promise<Part> {
  const { db, actor } = scope
  const all = ofCompany(tables.journalEntry, actor.companyId, whose)
  const visible = visibleEntries(scope)
  const found = await db
    .select()
    .from(tables.journalEntry)
    .where(and(all, visible))
    .orderBy(desc(tables.journalEntry.id))
    .limit(OWN_DATA_ROWS)
  const [counted] = await db
    .select({
      every: sql`count(*)`.mapWith(Number),
      visible: sql`count(*) filter (where ${visible ?? sql`true`})`.mapWith(Number),
    })
    .from(tables.journalEntry)
    .where(all)
  const { every, visible: shown } = counted ?? { every: found.length, visible: found.length }
  return {
    rows: (await readableEntries(scope, found)).map(({ companyId: _company, ...row }) => row),
    more: shown - found.length,
    unseen: every - shown,
  }
}

async function partOf(db: Db, question: SQL): Promise<Part> {
  const { rows } = await db.execute<{ row: unknown }>(sql`${question} limit ${OWN_DATA_ROWS}`)
  if (rows.length < OWN_DATA_ROWS) return { rows: rows.map(({ row }) => row), more: 0 }
  const every = await countOf(db, question)
  return { rows: rows.map(({ row }) => row), more: every - rows.length }
}

async function countOf(db: Db, question: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: string }>(
    sql`select count(*) as n from (${question}) as every`,
  )
  return Number(rows[0]?.n ?? 0)
}

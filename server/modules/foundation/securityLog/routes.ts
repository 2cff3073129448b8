/** The security log for administrators. Append-only; old entries are deleted. */
import { desc, asc, eq, inArray, lt, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import {
  SECURITY_EXPORT_ROWS,
  SECURITY_LOG_DAYS,
  type security as contract,
  type securityEventRow,
} from '#contract/security/security.ts'
import type { SecurityEventKind } from '#contract/security/securityKinds.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { csvStream } from '#kernel/http/csvStream.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Db } from '#kernel/data/transaction.ts'

interface Filter {
  kinds?: SecurityEventKind[] | undefined
  userId?: Id<'user'> | undefined
}

const doer = alias(tables.user, 'doer')

function whereOf({ actor }: Scope, { kinds, userId }: Filter): SQL | undefined {
  return ofCompany(
    tables.securityEvent,
    actor.companyId,
    kinds === undefined || kinds.length === 0
      ? undefined
      : inArray(tables.securityEvent.kind, kinds),
    userId === undefined
      ? undefined
      : or(eq(tables.securityEvent.userId, userId), eq(tables.securityEvent.byUserId, userId)),
  )
}

async function read(
  scope: Scope,
  filter: Filter,
  page: { limit: number; offset: number; oldestFirst: boolean },
): Promise<z.input<typeof securityEventRow>[]> {
  const order = page.oldestFirst ? asc : desc
  const rows = await scope.db
    .select({
      event: tables.securityEvent,
      user: {
        id: tables.user.id,
        firstName: tables.user.firstName,
        lastName: tables.user.lastName,
      },
      by: { id: doer.id, firstName: doer.firstName, lastName: doer.lastName },
    })
    .from(tables.securityEvent)
    .leftJoin(tables.user, joinOn(tables.user, tables.securityEvent.userId))
    .leftJoin(doer, joinOn(doer, tables.securityEvent.byUserId))
    .where(whereOf(scope, filter))
    .orderBy(order(tables.securityEvent.at), order(tables.securityEvent.id))
    .limit(page.limit)
    .offset(page.offset)
  return rows.map(({ event, user: about, by }) => ({
    id: event.id,
    at: event.at.toISOString(),
    kind: event.kind,
    user: named(about),
    by: named(by),
    network: event.network,
    detail: event.detail,
  }))
}

const named = (row: { id: Id<'user'>; firstName: string; lastName: string } | null) =>
  row && { id: row.id, name: `${row.firstName} ${row.lastName}` }

const HALF_A_YEAR = 180 * 86_400_000

export const securityHandlers = (kernel: Kernel): Handlers<typeof contract> => ({
  async getSecurityTxt(_scope, { wire }) {
    const expires = new Date(kernel.clock.now().getTime() + HALF_A_YEAR).toISOString()
    const lines = [
      `Contact: ${kernel.securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${kernel.publicUrl}/.well-known/security.txt`,
    ]
    return wire.download({
      name: 'security.txt',
      mime: 'text/plain; charset=utf-8',
      bytes: `${lines.join('\n')}\n`,
      inline: true,
    })
  },
  async listSecurityEvents(scope, { body: { limit, offset, sort, ...filter } }) {
    const [total] = await scope.db
      .select({ count })
      .from(tables.securityEvent)
      .where(whereOf(scope, filter))
    return {
      count: total?.count ?? 0,
      rows: await read(scope, filter, { limit, offset, oldestFirst: sort === 'at' }),
    }
  },
  async exportSecurityEvents(scope, { body, wire }) {
    const rows = await scope.transaction((inside) =>
      read(inside, body, { limit: SECURITY_EXPORT_ROWS, offset: 0, oldestFirst: false }),
    )
    async function* cells() {
      for (const { at, kind, user: about, by, network, detail } of rows)
        yield [at, kind, about?.name, by?.name, network, JSON.stringify(detail)]
    }
    return wire.download({
      name: 'security-log.csv',
      mime: 'text/csv; charset=utf-8',
      bytes: csvStream(['at', 'kind', 'about', 'by', 'network', 'detail'], cells()),
    })
  },
})

/** Runs in the system scope. */
export async function forgetOldEvents(db: Db, now: Date): Promise<void> {
  await db
    .delete(tables.securityEvent)
    .where(lt(tables.securityEvent.at, new Date(now.getTime() - SECURITY_LOG_DAYS * 86_400_000)))
}

/** The security log for administrators. Append-only; old entries are deleted. */
import { and, desc, asc, eq, inArray, lt, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import {
  SECURITY_LOG_DAYS,
  type security as contract,
  type securityEventRow,
} from '#contract/security/security.ts'
import type { SecurityEventKind } from '#contract/security/securityKinds.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import {
  column,
  idsInParts,
  isIn,
  inOrderOf,
  wordCell,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
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

const selectEvents = (scope: Scope, where: SQL | undefined) =>
  scope.db
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
    .where(where)
    .$dynamic()

const rowOf = ({
  event,
  user: about,
  by,
}: Awaited<ReturnType<typeof selectEvents>>[number]): z.input<typeof securityEventRow> => ({
  id: event.id,
  at: event.at.toISOString(),
  kind: event.kind,
  user: named(about),
  by: named(by),
  network: event.network,
  detail: event.detail,
})

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
    const order = sort === 'at' ? asc : desc
    const rows = await selectEvents(scope, whereOf(scope, filter))
      .orderBy(order(tables.securityEvent.at), order(tables.securityEvent.id))
      .limit(limit)
      .offset(offset)
    return { count: total?.count ?? 0, rows: rows.map(rowOf) }
  },
})

const exportColumns = [
  column('at', 'at'),
  column('kind', 'kind'),
  column('about', 'about'),
  column('by', 'by'),
  column('network', 'network'),
  column('detail', 'detail'),
]

type Question = Omit<z.output<typeof contract.listSecurityEvents.body>, 'limit' | 'offset'>

export const securityExport: ExportSource<Question> = {
  async open(scope, question) {
    scope.must('viewer|security')
    const order = question.sort === 'at' ? asc : desc
    return {
      ...(await idsInParts(scope, {
        table: tables.securityEvent,
        where: whereOf(scope, question),
        order: [order(tables.securityEvent.at), order(tables.securityEvent.id)],
      })),
      columns: exportColumns,
      async read(inner, part) {
        inner.must('viewer|security')
        const where = and(whereOf(inner, {}), isIn(tables.securityEvent.id, part))
        const rows = await selectEvents(inner, where)
        return inOrderOf(part, rows.map(rowOf), ({ id }) => id).map((row) => [
          { at: Date.parse(row.at) },
          wordCell(row.kind, `security_${row.kind}`),
          row.user?.name ?? null,
          row.by?.name ?? null,
          row.network,
          JSON.stringify(row.detail),
        ])
      },
    }
  },
}

export async function forgetOldEvents(db: Db, now: Date): Promise<void> {
  await db
    .delete(tables.securityEvent)
    .where(lt(tables.securityEvent.at, new Date(now.getTime() - SECURITY_LOG_DAYS * 86_400_000)))
}

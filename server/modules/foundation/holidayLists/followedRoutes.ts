import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { followedCalendars as contract } from '#contract/company/followedCalendar.ts'
import * as tables from '#db/schema/index.ts'
import { consumeAttempt } from '#kernel/access/attemptLimits.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { hostOf } from '../hooks/index.ts'
import { calendarOf, readFollowed, viewOf } from './followed.ts'

/** Limited, because each read contacts a third-party server. */
const READS_A_QUARTER_HOUR = 40

type View = z.input<typeof contract.followCalendar.response>

export function followedCalendarHandlers(kernel: Kernel): Handlers<typeof contract> {
  const readNow = async (scope: Scope): Promise<View> => {
    const { companyId } = scope.actor
    await asSystem(kernel.pool, (db) =>
      consumeAttempt(
        db,
        [[`holiday-calendar:${companyId}`, READS_A_QUARTER_HOUR]],
        kernel.clock.now(),
      ),
    )
    await readFollowed(kernel, companyId)
    const row = await scope.transaction(({ db }) => calendarOf(db, companyId))
    if (!row) throw refuseNotFound('calendar')
    return viewOf(row)
  }
  return {
    async getFollowedCalendar({ db, actor }) {
      const row = await calendarOf(db, actor.companyId)
      return { calendar: row === undefined ? null : viewOf(row) }
    },
    async followCalendar(scope, { body }) {
      await scope.transaction(async (opened) => {
        const before = await forget(opened)
        const now = opened.clock.now()
        await opened.db.insert(tables.holidayCalendar).values({
          companyId: opened.actor.companyId,
          url: body.address,
          left: { outside: 0, cancelled: 0, unread: 0, cut: 0 },
          nextCheckAt: now,
          createdAt: now,
          updatedAt: now,
        })
        await journal(opened, before, body.address)
      })
      return readNow(scope)
    },
    checkFollowedCalendar: (scope) => readNow(scope),
    async unfollowCalendar(scope) {
      const before = await forget(scope)
      if (before === null) throw refuseNotFound('calendar')
      await journal(scope, before, null)
      return { unfollowed: true as const }
    },
  }
}

async function forget({ db, actor }: Scope): Promise<string | null> {
  const [gone] = await db
    .delete(tables.holidayCalendar)
    .where(ofCompany(tables.holidayCalendar, actor.companyId))
    .returning({ url: tables.holidayCalendar.url })
  return gone?.url ?? null
}

/** The address may be secret, so the journal stores only its host. */
async function journal(scope: Scope, before: string | null, after: string | null): Promise<void> {
  const shown = (address: string | null) =>
    address === null ? null : hostOf(address.replace(/^webcal:/i, 'https:'))
  const [own] = await scope.db
    .select({ name: tables.company.name })
    .from(tables.company)
    .where(eq(tables.company.id, scope.actor.companyId))
  await scope.journal({
    entity: 'company',
    id: scope.actor.companyId,
    name: own?.name ?? '',
    before: { holidayCalendar: shown(before) },
    after: { holidayCalendar: shown(after) },
  })
}

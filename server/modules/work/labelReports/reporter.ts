/** A reporter without an account, as the cause of what a report changes in one company. */
import { eq } from 'drizzle-orm'
import type { Tag } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { wordsOf } from './words.ts'

export async function asReporter<T>(
  kernel: Kernel,
  companyId: Id<'company'>,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const tags: Tag[] = []
  const result = await inCompany(kernel.pool, companyId, async (db) => {
    const [company] = await db
      .select({ timezone: tables.company.timezone, language: tables.company.language })
      .from(tables.company)
      .where(eq(tables.company.id, companyId))
    if (!company) throw new Error('The company is gone')
    const { timezone, language } = company
    const cause = { kind: 'report', id: null, name: wordsOf(language).reporter } as const
    return work(
      makeScope({
        actor: systemActor(companyId, timezone, language, cause),
        clock: kernel.clock,
        db,
        tags,
        open: () => {
          throw new Error('A reporter is already inside the transaction')
        },
      }),
    )
  })
  kernel.live.publish(companyId, tags)
  kernel.wake(companyId)
  return result
}

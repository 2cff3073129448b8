/**
 * Transactions of the system actor in one company, for gateways and watches, which have no person.
 */
import { eq } from 'drizzle-orm'
import type { Tag } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import { company } from '#db/schema/index.ts'
import { systemActor } from './actor.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { makeScope, type Scope } from './scope.ts'
import { inCompany, type Db } from '#kernel/data/transaction.ts'

/** One transaction as the system actor. Publishes its changes after the commit. */
export async function asSystemActor<T>(
  kernel: Kernel,
  companyId: Id<'company'>,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const tags: Tag[] = []
  const result = await inCompany(kernel.pool, companyId, async (db) =>
    work(await systemScope(kernel, companyId, db, tags)),
  )
  if (tags.length > 0) kernel.live.publish(companyId, tags)
  return result
}

async function systemScope(
  kernel: Kernel,
  companyId: Id<'company'>,
  db: Db,
  tags: Tag[],
): Promise<Scope> {
  const [home] = await db
    .select({ timezone: company.timezone, language: company.language })
    .from(company)
    .where(eq(company.id, companyId))
  if (!home) throw new Error('The company is gone')
  return makeScope({
    actor: systemActor(companyId, home.timezone, home.language, {
      kind: 'system',
      id: null,
      name: 'Plantroom',
    }),
    clock: kernel.clock,
    db,
    tags,
    open: () => {
      throw new Error('The system actor is already inside its transaction')
    },
  })
}

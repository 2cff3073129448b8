import { eq } from 'drizzle-orm'
import type { Tag } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { systemActor } from './actor.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { makeScope, type Scope } from './scope.ts'
import { inCompany, type Db } from '#kernel/data/transaction.ts'

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
  const [company] = await db
    .select({ timezone: tables.company.timezone, language: tables.company.language })
    .from(tables.company)
    .where(eq(tables.company.id, companyId))
  if (!company) throw new Error('The company is gone')
  return makeScope({
    actor: systemActor(companyId, company.timezone, company.language, {
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

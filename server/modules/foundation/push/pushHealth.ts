import { count, max, sql } from 'drizzle-orm'
import { isLocalContact } from '#contract/rules/localContact.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Kernel } from '#kernel/kernel.ts'

/** Null while the company has web push off. */
export async function pushHealth(
  { pushContact }: Pick<Kernel, 'pushContact'>,
  { db, actor: { companyId } }: Scope,
) {
  const [settings] = await db
    .select({ hasPush: tables.companySettings.hasPush })
    .from(tables.companySettings)
    .where(ofCompany(tables.companySettings, companyId))
  if (settings?.hasPush !== true) return null
  const [devices] = await db
    .select({
      all: count(),
      failing: sql<number>`(count(*) filter (where ${tables.pushDevice.fault} is not null))::int`,
      lastSuccessAt: max(tables.pushDevice.lastSuccessAt),
    })
    .from(tables.pushDevice)
    .where(ofCompany(tables.pushDevice, companyId))
  const [waits] = await db
    .select({ waiting: count() })
    .from(tables.pushDelivery)
    .where(ofCompany(tables.pushDelivery, companyId))
  return {
    devices: devices?.all ?? 0,
    failing: devices?.failing ?? 0,
    waiting: waits?.waiting ?? 0,
    lastSuccessAt: devices?.lastSuccessAt?.toISOString() ?? null,
    hasContact: !isLocalContact(pushContact),
  }
}

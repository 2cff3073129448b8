import { eq } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion, refuseStale, requireWritten } from '#kernel/data/updateVersioned.ts'

interface Settings {
  historyDays: number
  exponent: number
  version: number
}

/** Returns defaults for a company without settings. */
export async function readSettings({ db, actor: { companyId } }: Scope): Promise<Settings> {
  const [row] = await db
    .select({
      historyDays: tables.trackingSettings.historyDays,
      exponent: tables.trackingSettings.exponent,
      version: tables.trackingSettings.version,
    })
    .from(tables.trackingSettings)
    .where(ofCompany(tables.trackingSettings, companyId))
  return row
    ? { ...row, exponent: Math.round(row.exponent * 100) / 100 }
    : { historyDays: 90, exponent: 2.6, version: 1 }
}

export async function writeSettings(
  scope: Scope,
  { version, ...next }: Settings,
): Promise<Settings> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const before = await readSettings(scope)
  await refuseStale(version, before)
  const written = await db
    .insert(tables.trackingSettings)
    .values({ companyId, ...next, version: version + 1 })
    .onConflictDoUpdate({
      target: tables.trackingSettings.companyId,
      set: { ...next, ...nextVersion(tables.trackingSettings, clock.now()) },
      setWhere: eq(tables.trackingSettings.version, version),
    })
    .returning({ id: tables.trackingSettings.id })
  requireWritten(version, written)
  const after = await readSettings(scope)
  await scope.journal({
    entity: 'company',
    id: companyId,
    name: '',
    before: { historyDays: before.historyDays, exponent: before.exponent },
    after: { historyDays: after.historyDays, exponent: after.exponent },
  })
  return after
}

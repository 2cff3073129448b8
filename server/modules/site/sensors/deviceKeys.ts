/** Encryption keys of devices. Write-only: keys never appear in a response, export or log. */
import { eq, sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** Null deletes the key. The next packet sets the counter. */
export async function saveDeviceKey(
  { db, actor: { companyId }, clock }: Scope,
  deviceId: string,
  key: string | null,
): Promise<void> {
  const own = ofCompany(tables.deviceKey, companyId, eq(tables.deviceKey.deviceId, deviceId))
  if (key === null) {
    await db.delete(tables.deviceKey).where(own)
    return
  }
  const set = { key: key.toLowerCase(), counter: null, setAt: clock.now() }
  await db
    .insert(tables.deviceKey)
    .values({ companyId, deviceId, ...set })
    .onConflictDoUpdate({
      target: [tables.deviceKey.companyId, tables.deviceKey.deviceId],
      set,
    })
}

export async function deleteUnusedKey(
  { db, actor: { companyId } }: Scope,
  deviceId: string | null,
): Promise<void> {
  if (deviceId === null) return
  await db.delete(tables.deviceKey).where(
    ofCompany(
      tables.deviceKey,
      companyId,
      eq(tables.deviceKey.deviceId, deviceId),
      sql`not exists (select from ${tables.sensor} where ${tables.sensor.companyId} = ${companyId}
        and ${tables.sensor.deviceId} = ${deviceId})`,
    ),
  )
}

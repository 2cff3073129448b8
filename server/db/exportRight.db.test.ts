import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { permissionGroups, type PermissionGroup } from '#contract/people/permissions.ts'
import { root } from '#tests/root.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { role } from './schema/index.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const folder = join(root, 'server/db/migrations')
const file = readdirSync(folder).find((name) => name.endsWith('_export-right.sql')) ?? ''
/** Row-level security applies to the owner, as during an upgrade. */
async function upgrade(): Promise<void> {
  for (const statement of readFileSync(join(folder, file), 'utf8').split(
    '--> statement-breakpoint',
  ))
    await testApp.pool.query(statement)
}

const everyRight = permissionGroups.filter((one) => one !== 'exporter|company')
const makeRole = (name: string, permissions: PermissionGroup[]) =>
  asSystem(testApp.pool, (db) =>
    db.insert(role).values({ companyId: testApp.here.id, name, permissions }),
  )
async function rightsOf(name: string): Promise<readonly PermissionGroup[]> {
  const [found] = await asSystem(testApp.pool, (db) =>
    db
      .select({ permissions: role.permissions })
      .from(role)
      .where(ofCompany(role, testApp.here.id, eq(role.name, name))),
  )
  return found?.permissions ?? []
}
const alertsOf = async (who: 'administrator' | 'manager', company: 'here' | 'there' = 'here') =>
  (await testApp.ok(await testApp.signIn(who, company), contract.alerts.listAlerts, { body: {} }))
    .rows

it('the upgrade gives the export right to roles with every right, to no other, and alerts administrators once', async () => {
  await makeRole('Everything', [...everyRight])
  await makeRole('Auditor', ['viewer|security', 'viewer|journal'])
  await makeRole('Bookkeeper', ['editor|management'])
  await makeRole('Rule writer', ['editor|management', 'editor|automations'])
  await upgrade()

  expect(await rightsOf('Everything')).toContain('exporter|company')
  expect(await rightsOf('Administrator')).toContain('exporter|company')
  expect(await rightsOf('Auditor')).toEqual(['viewer|security', 'viewer|journal'])
  expect(await rightsOf('Manager')).not.toContain('exporter|company')
  const told = await alertsOf('administrator')
  expect(
    told.map(({ kind, text }) => ({ kind, text })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
  ).toEqual([
    { kind: 'exportNeedsRight', text: 'Auditor' },
    { kind: 'hooksNeedRight', text: 'Bookkeeper' },
  ])
  expect(await alertsOf('manager')).toEqual([])
  expect(await alertsOf('administrator', 'there')).toEqual([])
})

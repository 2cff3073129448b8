import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Journaled } from '#kernel/events/journalChange.ts'
import { Refusal } from '#kernel/http/errors.ts'
import { statementsOf } from '#tests/statements.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { nextVersion, refuseStale, updateVersioned, writeVersioned } from './updateVersioned.ts'

type Row = typeof tables.equipmentType.$inferSelect
const table = tables.equipmentType
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterEach(() => inCompany(({ db }) => db.delete(table)))
afterAll(() => testApp.close())

const inCompany = <T>(work: (scope: Scope) => Promise<T>, company = testApp.here): Promise<T> =>
  asSystemActor(testApp.app.kernel, company.id, work)

let made = 0
async function makeRow({ db, actor }: Scope): Promise<Row> {
  const name = `Type ${(made += 1)}`
  const [row] = await db.insert(table).values({ companyId: actor.companyId, name }).returning()
  if (!row) throw new Error('Not made')
  return row
}
async function readRow({ db, actor }: Scope, id: Id<'equipmentType'>): Promise<Row> {
  const [row] = await db
    .select()
    .from(table)
    .where(ofCompany(table, actor.companyId, eq(table.id, id)))
  if (!row) throw new Error('Not there')
  return row
}
const journalOf = ({ db, actor }: Scope, id: number) =>
  db
    .select()
    .from(tables.journalEntry)
    .where(ofCompany(tables.journalEntry, actor.companyId, eq(tables.journalEntry.entityId, id)))
    .orderBy(asc(tables.journalEntry.id))
const journal: Journaled<Row, 'equipmentType'> = {
  entity: 'equipmentType',
  nameOf: ({ name }) => name,
  fieldsOf: ({ name }) => ({ name }),
}
const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw new Error('Not refused')
  return error
}
/** Writes the row as another page or transaction would. */
const bump = ({ db }: Scope, { id }: Row) =>
  db.update(table).set(nextVersion(table)).where(eq(table.id, id))

describe('updateVersioned()', () => {
  const update = (scope: Scope, { id }: Row, version: number, name: string, race?: () => unknown) =>
    updateVersioned(scope, table, {
      id,
      version,
      read: () => readRow(scope, id),
      async set() {
        await race?.()
        return { name }
      },
      journal,
    })

  it('writes the columns, the next version and the time, journals both reads and returns the second', () =>
    inCompany(async (scope) => {
      const before = await makeRow(scope)
      testApp.clock.advance(60_000)
      const after = await update(scope, before, 1, 'Other')
      expect(after).toEqual({
        ...before,
        name: 'Other',
        version: 2,
        updatedAt: testApp.clock.now(),
      })
      expect(await readRow(scope, before.id)).toEqual(after)
      expect(await journalOf(scope, before.id)).toMatchObject([
        {
          entity: 'equipmentType',
          entityName: 'Other',
          change: 'updated',
          isOverwriting: false,
          changes: [{ field: 'name', before: before.name, after: 'Other' }],
        },
      ])
    }))

  it('refuses a version that was stale before the read, with the row, and checks and writes nothing', () =>
    inCompany(async (scope) => {
      const row = await makeRow(scope)
      await bump(scope, row)
      const now = await readRow(scope, row.id)
      let checks = 0
      const refusal = await refusalOf(update(scope, row, 1, 'Other', () => (checks += 1)))
      expect(refusal).toMatchObject({
        status: 409,
        errors: [{ path: 'version', code: 'staleVersion', message: 'Sent 1, now 2' }],
      })
      expect(refusal.extra).toEqual({ current: now })
      expect(checks).toBe(0)
      expect(await readRow(scope, row.id)).toEqual(now)
      expect(await journalOf(scope, row.id)).toEqual([])
    }))

  it('refuses a version that another write takes between the read and the write', () =>
    inCompany(async (scope) => {
      const row = await makeRow(scope)
      const refusal = await refusalOf(update(scope, row, 1, 'Other', () => bump(scope, row)))
      expect(refusal).toMatchObject({ status: 409, errors: [{ code: 'staleVersion' }] })
      expect(await readRow(scope, row.id)).toMatchObject({ name: row.name, version: 2 })
      expect(await journalOf(scope, row.id)).toEqual([])
    }))

  it('marks the journal of a write that was based on no version', () =>
    inCompany(async (scope) => {
      const row = await makeRow(scope)
      scope.overwrites()
      await update(scope, row, 1, 'Other')
      expect(await journalOf(scope, row.id)).toMatchObject([{ isOverwriting: true }])
    }))

  it('journals nothing if no field differs, or if there is no description', () =>
    inCompany(async (scope) => {
      const row = await makeRow(scope)
      expect((await update(scope, row, 1, row.name)).version).toBe(2)
      const read = () => readRow(scope, row.id)
      const set = () => ({ name: 'Other' })
      await updateVersioned(scope, table, { id: row.id, version: 2, read, set })
      expect(await readRow(scope, row.id)).toMatchObject({ name: 'Other', version: 3 })
      expect(await journalOf(scope, row.id)).toEqual([])
    }))

  it('runs `afterWrite` with the written row and the first read, before the second read', () =>
    inCompany(async (scope) => {
      const row = await makeRow(scope)
      const after = await updateVersioned(scope, table, {
        id: row.id,
        version: 1,
        read: () => readRow(scope, row.id),
        set: () => ({ name: 'Other' }),
        async afterWrite(written, before) {
          expect([before, written]).toMatchObject([row, { name: 'Other', version: 2 }])
          await bump(scope, row)
        },
      })
      expect(after.version).toBe(3)
    }))

  it('needs two reads, one write and one journal statement', async () => {
    const { statements } = await statementsOf(testApp.pool, () =>
      inCompany(async (scope) => {
        const row = await makeRow(scope)
        await update(scope, row, 1, 'Other')
      }),
    )
    const own = statements.filter((text) => /equipment_type|journal_entry/.test(text))
    expect(own.map((text) => text.trim().split(' ')[0])).toEqual([
      'insert',
      'select',
      'update',
      'select',
      'insert',
    ])
  })

  it('accepts exactly the writes with the present version, whatever order they come in', () =>
    inCompany(async (scope) => {
      const write = fc.record({ version: fc.integer({ min: 1, max: 4 }), name: fc.nat(3) })
      for (const writes of fc.sample(fc.array(write, { maxLength: 8 }), {
        numRuns: 12,
        seed: 50,
      })) {
        const row = await makeRow(scope)
        let model = { name: row.name, version: 1 }
        let changes = 0
        for (const { version, name: number } of writes) {
          const name = `${row.name} ${number}`
          const isRefused = await update(scope, row, version, name).then(
            () => false,
            () => true,
          )
          expect(isRefused).toBe(version !== model.version)
          if (isRefused) continue
          if (name !== model.name) changes += 1
          model = { name, version: model.version + 1 }
        }
        expect(await readRow(scope, row.id)).toMatchObject(model)
        expect(await journalOf(scope, row.id)).toHaveLength(changes)
      }
    }))
})

describe('writeVersioned()', () => {
  it('writes no row of another company, and none outside `where`', async () => {
    const row = await inCompany(makeRow)
    const write = { id: row.id, version: 1, set: { name: 'Other' } }
    const nowhere = { ...write, where: () => eq(table.name, 'Nothing') }
    for (const [refused, company] of [
      [write, testApp.there],
      [nowhere, testApp.here],
      [{ ...write, version: 2 }, testApp.here],
    ] as const) {
      const work = inCompany((scope) => writeVersioned(scope, table, refused), company)
      expect((await refusalOf(work)).status).toBe(409)
    }
    expect(await inCompany((scope) => readRow(scope, row.id))).toEqual(row)
  })

  it('writes the only row of a company if it gets no id', () =>
    inCompany(async (scope) => {
      const { companySettings } = tables
      await scope.db
        .insert(companySettings)
        .values({ companyId: scope.actor.companyId })
        .onConflictDoNothing()
      const set = { retentionSetAt: testApp.clock.now() }
      const [before] = await scope.db.select().from(companySettings)
      const version = before?.version ?? 0
      const after = await writeVersioned(scope, companySettings, { version, set })
      expect(after).toMatchObject({ ...set, companyId: testApp.here.id, version: version + 1 })
    }))
})

describe('refuseStale()', () => {
  it('shows the row as the API returns it, and builds it only for a refusal', async () => {
    const shown = () => Promise.resolve('as shown')
    const unused = () => {
      throw new Error('Built in vain')
    }
    await refuseStale(3, { version: 3 }, unused)
    const refusal = await refusalOf(refuseStale(2, { version: 3 }, shown))
    expect(refusal.extra).toEqual({ current: 'as shown' })
  })
})

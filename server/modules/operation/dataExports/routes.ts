import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { dataExports as contract } from '#contract/dataExports.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { makeArchive } from './job.ts'

const SHOWN = 10
type Answer = z.input<typeof contract.startDataExport.response>

export const dataExportHandlers = (kernel: Kernel): Handlers<typeof contract> => ({
  listDataExports: (scope) => read(scope),

  async startDataExport(scope) {
    const begun = await scope.transaction(async (inside) => {
      const { db, actor, clock } = inside
      if (actor.userId === null) throw new Error('Only people ask for archives')
      const [row] = await db
        .insert(tables.dataExport)
        .values({
          companyId: actor.companyId,
          startedBy: actor.userId,
          state: 'running',
          createdAt: clock.now(),
        })
        .onConflictDoNothing()
        .returning({ id: tables.dataExport.id })
      if (!row)
        throw conflict('An archive is being made already.', [
          { path: '', code: 'wrongStatus', message: 'running' },
        ])
      return one(inside, row.id)
    })
    void makeArchive(kernel, { companyId: scope.actor.companyId, id: begun.id as Id<'dataExport'> })
    return begun
  },

  async cancelDataExport(scope, { params }) {
    await scope.db
      .update(tables.dataExport)
      .set({ cancelRequested: true })
      .where(and(isIts(scope, params.id), eq(tables.dataExport.state, 'running')))
    return one(scope, params.id)
  },

  async downloadDataExport(scope, { params, wire }) {
    const [row] = await scope.db.select().from(tables.dataExport).where(isIts(scope, params.id))
    if (row?.storageKey == null) throw refuseNotFound('archive')
    return wire.download({
      name: `everything-${row.createdAt.toISOString().slice(0, 10)}.zip`,
      mime: 'application/zip',
      bytes: await kernel.files.get(row.storageKey, row.bytes),
    })
  },

  async removeDataExport(scope, { params }) {
    const [row] = await scope.db.select().from(tables.dataExport).where(isIts(scope, params.id))
    if (!row) throw refuseNotFound('archive')
    if (row.state === 'running')
      throw conflict('It is being made; cancel it first.', [
        { path: '', code: 'wrongStatus', message: row.state },
      ])
    await scope.db.delete(tables.dataExport).where(isIts(scope, params.id))
    if (row.storageKey !== null) await kernel.files.remove(row.storageKey)
    return { removed: true }
  },
})

const isIts = ({ actor }: Scope, id: Id<'dataExport'>) =>
  ofCompany(tables.dataExport, actor.companyId, eq(tables.dataExport.id, id))

async function one(scope: Scope, id: Id<'dataExport'>): Promise<Answer> {
  const [row] = await read(scope, id)
  if (row === undefined) throw refuseNotFound('archive')
  return row
}

async function read(scope: Scope, id?: Id<'dataExport'>): Promise<Answer[]> {
  const rows = await scope.db
    .select({
      row: tables.dataExport,
      by: { firstName: tables.user.firstName, lastName: tables.user.lastName },
    })
    .from(tables.dataExport)
    .innerJoin(tables.user, joinOn(tables.user, tables.dataExport.startedBy))
    .where(
      id === undefined ? ofCompany(tables.dataExport, scope.actor.companyId) : isIts(scope, id),
    )
    .orderBy(desc(tables.dataExport.id))
    .limit(SHOWN)
  return rows.map(({ row, by }) => ({
    id: row.id,
    state: row.state,
    startedBy: `${by.firstName} ${by.lastName}`,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    progress: row.progress,
    total: row.total,
    rows: row.rows,
    files: row.files,
    lost: row.lost,
    bytes: row.bytes,
  }))
}

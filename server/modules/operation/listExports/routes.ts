import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import {
  MAX_EXPORTS_RUNNING,
  ROWS_AT_ONCE,
  type listExports as contract,
} from '#contract/listExports.ts'
import { calendarDay } from '#contract/formatters.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { exportWord } from '#kernel/data/exportWords.ts'
import { count } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { openList, writeList, type Job } from './job.ts'
import { nameOf } from './sources.ts'

type Answer = z.input<typeof contract.startListExport.response>

const mimes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const listExportHandlers = (kernel: Kernel): Handlers<typeof contract> => ({
  async startListExport(scope, { body, wire }) {
    const { job, opened } = await scope.transaction(async (inner) => {
      const opened = await openList(kernel, inner, body)
      return { job: await begin(inner, body), opened }
    })
    const work = writeList(kernel, job, { opened, network: wire.from })
    if (opened.total <= ROWS_AT_ONCE) await work
    else void work
    return scope.transaction(async (inner) => shown(await own(inner, job.id)))
  },
  getListExport: async (scope, { params }) => shown(await own(scope, params.id)),
  async cancelListExport(scope, { params }) {
    await scope.db
      .update(tables.listExport)
      .set({ cancelRequested: true })
      .where(and(isOwn(scope, params.id), eq(tables.listExport.state, 'running')))
    return shown(await own(scope, params.id))
  },
  async downloadListExport(scope, { params, wire }) {
    const { storageKey, fileName, format, bytes } = await own(scope, params.id)
    if (storageKey === null) throw refuseNotFound('export')
    return wire.download({
      name: fileName,
      mime: mimes[format],
      bytes: await kernel.files.get(storageKey, bytes),
    })
  },
})

async function begin(
  { db, actor, clock }: Scope,
  { what, format, headings }: Pick<Job, 'what' | 'format' | 'headings'>,
): Promise<Job> {
  const { companyId, userId, language, timezone } = actor
  if (userId === null) throw new Error('Only people export lists')
  const [running] = await db
    .select({ count })
    .from(tables.listExport)
    .where(
      ofCompany(
        tables.listExport,
        companyId,
        eq(tables.listExport.startedBy, userId),
        eq(tables.listExport.state, 'running'),
      ),
    )
  if ((running?.count ?? 0) >= MAX_EXPORTS_RUNNING)
    throw conflict('Other exports of this person are being made.', [
      { path: '', code: 'exportsRunning', message: String(MAX_EXPORTS_RUNNING) },
    ])
  const now = clock.now()
  const name = headings === 'keys' ? what.list : exportWord(language, nameOf[what.list])
  const [row] = await db
    .insert(tables.listExport)
    .values({
      companyId,
      startedBy: userId,
      what,
      format,
      headings,
      state: 'running',
      fileName: `${name} ${calendarDay(now, timezone)}.${format}`,
      heardAt: now,
      createdAt: now,
    })
    .returning()
  if (row === undefined) throw new Error('The export was not stored')
  return row
}

const isOwn = ({ actor }: Scope, id: Id<'listExport'>) =>
  ofCompany(
    tables.listExport,
    actor.companyId,
    eq(tables.listExport.id, id),
    eq(tables.listExport.startedBy, actor.userId ?? (0 as Id<'user'>)),
  )

async function own(scope: Scope, id: Id<'listExport'>): Promise<Job> {
  const [row] = await scope.db.select().from(tables.listExport).where(isOwn(scope, id))
  if (row === undefined) throw refuseNotFound('export')
  return row
}

const shown = (row: Job): Answer => ({
  id: row.id,
  list: row.what.list,
  format: row.format,
  state: row.state,
  fault: row.fault,
  progress: row.progress,
  total: row.total,
  fileName: row.fileName,
  bytes: row.bytes,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
})

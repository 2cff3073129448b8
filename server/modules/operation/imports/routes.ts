import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { and, count as countOf, desc, eq, inArray, not, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { IMPORT_MAXIMUM, imports as contract, type importJob as shape } from '#contract/imports.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { csvStream } from '#kernel/http/csvStream.ts'
import { folded, searchIn } from '#kernel/data/listQueries.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { failedRowsOf } from './failedRows.ts'
import { guessDayOrder, guessMapping, usualType, withDefaults } from './guess.ts'
import { summariseFileTask, type FileSummary, type Said } from './inThread.ts'
import { bytesOf, checkImport, permissionForKind, runImport, tableOf } from './job.ts'
import type { Fault } from './readRow.ts'
import { metadataFields } from './metadataFields.ts'
import { isAtWork, seenImports } from './seen.ts'
import { columnsOf, shapeOf } from './shapes/shapes.ts'
import { restartedUndo, undo, undoPreview } from './undo.ts'

type Job = typeof tables.importJob.$inferSelect

export function importHandlers(kernel: Kernel): Handlers<typeof contract> {
  const begin = (job: Job, work: typeof checkImport) => {
    void work(kernel, job).catch((error: unknown) =>
      kernel.log.error({ err: error, importId: job.id }, 'an import could not begin'),
    )
    return viewOf(job)
  }
  const look = async (
    { actor }: Scope,
    { storageKey, kind }: Pick<Job, 'storageKey' | 'kind'>,
    said: Said,
  ) => {
    const bytes = await bytesOf(kernel, storageKey)
    const { table, ...found } = await kernel.threads.run(summariseFileTask, actor.companyId, {
      bytes,
      said,
      reader: actor.language,
      kind,
    })
    const tableKey =
      table === null ? null : await kernel.files.put(Readable.from([Buffer.from(table)]))
    return { ...found, tableKey }
  }
  return {
    async listImports(scope, { body }) {
      const { db } = scope
      const where = and(
        seenImports(scope),
        searchIn(folded(tables.importJob.fileName), body.search),
        body.kinds === undefined ? undefined : inArray(tables.importJob.kind, body.kinds),
        body.isAtWork === undefined ? undefined : body.isAtWork ? isAtWork : not(isAtWork),
      )
      const [total] = await db.select({ count: countOf() }).from(tables.importJob).where(where)
      const rows = await db
        .select()
        .from(tables.importJob)
        .where(where)
        .orderBy(body.sort === 'createdAt' ? tables.importJob.id : desc(tables.importJob.id))
        .limit(body.limit)
        .offset(body.offset)
      return { count: total?.count ?? 0, rows: rows.map(viewOf) }
    },
    getImport: async (scope, { params }) => viewOf(await one(scope, params.id)),
    async uploadImport(scope, { params, wire }) {
      scope.must(permissionForKind(params.kind))
      const upload = await wire.upload(IMPORT_MAXIMUM)
      const storageKey = await kernel.files.put(upload.bytes)
      try {
        if (upload.tooLarge())
          throw badInput(
            'body.file',
            'tooLarge',
            `A file may have at most ${IMPORT_MAXIMUM / 1024 / 1024} MB; split it.`,
          )
        const found = await look(scope, { storageKey, kind: params.kind }, {})
        return await scope.transaction(async (inner) => {
          const { db, actor, clock } = inner
          if (actor.userId === null) throw new Error('Only people import')
          const [row] = await db
            .insert(tables.importJob)
            .values({
              companyId: actor.companyId,
              kind: params.kind,
              fileName: upload.name,
              storageKey,
              status: 'uploaded',
              startedBy: actor.userId,
              createdAt: clock.now(),
              ...found,
              ...(await guessed(inner, params.kind, found)),
            })
            .returning()
          if (!row) throw new Error('The import was not kept')
          return viewOf(row)
        })
      } catch (error) {
        await kernel.files.remove(storageKey)
        throw error
      }
    },
    async rereadImport(scope, { params, body }) {
      const old = await scope.transaction(async (inner) => {
        const found = await one(inner, params.id)
        inner.must(permissionForKind(found.kind))
        return found
      })
      const found = await look(scope, old, body)
      return scope.transaction(async (inner) => {
        const job = await begun(inner, params.id, ['uploaded', 'checked'], {
          ...found,
          ...fresh,
          status: 'uploaded',
          ...(await guessed(inner, old.kind, found, body.usesShape)),
        })
        return viewOf(job)
      })
    },
    async checkImport(scope, { params, body }) {
      const job = await scope.transaction(async (inner) => {
        const old = await one(inner, params.id)
        inner.must(permissionForKind(old.kind))
        if (body.mapping.columns.length !== old.headings.length)
          throw badInput(
            'body.mapping.columns',
            'wrongLength',
            'One entry for each column of the file.',
          )
        const fields = body.mapping.columns.filter(
          (column) => column !== 'detail' && column !== 'ignore',
        )
        if (new Set(fields).size !== fields.length)
          throw badInput('body.mapping.columns', 'duplicate', 'Two columns go to one field.')
        return begun(inner, params.id, ['uploaded', 'checked', 'cancelled', 'failed'], {
          mapping: body.mapping,
          status: 'checking',
          ...fresh,
        })
      })
      return begin(job, checkImport)
    },
    async runImport(scope, { params }) {
      const job = await scope.transaction(async (inner) => {
        inner.must(permissionForKind((await one(inner, params.id)).kind))
        return begun(inner, params.id, ['checked'], {
          status: 'running',
          ...noRows,
        })
      })
      return begin(job, runImport)
    },
    async cancelImport(scope, { params }) {
      const { db, actor } = scope
      const where = ofCompany(tables.importJob, actor.companyId, eq(tables.importJob.id, params.id))
      await one(scope, params.id)
      await db
        .update(tables.importJob)
        .set({ status: 'cancelled' })
        .where(and(where, inArray(tables.importJob.status, ['uploaded', 'checked'])))
      await db
        .update(tables.importJob)
        .set({ cancelRequested: true })
        .where(and(where, inArray(tables.importJob.status, ['checking', 'running', 'undoing'])))
      return viewOf(await one(scope, params.id))
    },
    getImportUndo: async (scope, { params }) => undoPreview(scope, await one(scope, params.id)),
    async undoImport(scope, { params }) {
      const job = await scope.transaction(async (inner) => {
        const old = await one(inner, params.id)
        inner.must(permissionForKind(old.kind))
        const { userId } = inner.actor
        if (userId === null) throw new Error('Only people take an import back')
        if (old.undoable === 0) throw wrongStatus(old)
        return begun(
          inner,
          params.id,
          ['done', 'cancelled', 'failed', 'undone', 'undoStopped'],
          restartedUndo(userId),
        )
      })
      return begin(job, undo)
    },
    async getFailedRows(scope, { params, wire }) {
      const job = await one(scope, params.id)
      await recordSecurity(kernel, scope.db, {
        kind: 'exported',
        companyId: job.companyId,
        byUserId: scope.actor.userId,
        network: wire.from,
        detail: { what: 'failedRows', rows: job.failed },
      })
      if (!job.faultsKey) throw refuseNotFound('file of failed rows')
      const faults = await faultsByRow(kernel, job.faultsKey)
      const table = await tableOf(kernel, job)
      const { headings, rows } = failedRowsOf(table, faults, job.kind, scope.actor.language)
      return wire.download({
        name: `failed-${job.fileName}`,
        mime: 'text/csv; charset=utf-8',
        bytes: csvStream(headings, rows),
      })
    },
  }
}

/**
 * A file may name records that only its importer may see. Other users can read it only if they see
 * everything.
 */
async function one(scope: Scope, id: Id<'import'>): Promise<Job> {
  const [found] = await scope.db
    .select()
    .from(tables.importJob)
    .where(and(seenImports(scope), eq(tables.importJob.id, id)))
  if (!found) throw refuseNotFound('import')
  return found
}

/** Changes the state only from an allowed one, so that a double click starts one job. */
async function begun(
  scope: Scope,
  id: Id<'import'>,
  from: Job['status'][],
  change: Partial<Job>,
): Promise<Job> {
  const { db, actor, clock } = scope
  const [row] = await db
    .update(tables.importJob)
    .set({ ...change, cancelRequested: false, updatedAt: clock.now() })
    .where(
      ofCompany(
        tables.importJob,
        actor.companyId,
        eq(tables.importJob.id, id),
        inArray(tables.importJob.status, from),
      ),
    )
    .returning()
  if (row) return row
  throw wrongStatus(await one(scope, id))
}

const wrongStatus = ({ status }: Job) =>
  conflict(`This import is ${status}; it cannot be started from here.`, [
    { path: '', code: 'wrongStatus', message: status },
  ])

const noRows = { progress: 0, created: 0, updated: 0, unchanged: 0, failed: 0, setAside: 0 }

const fresh = {
  ...noRows,
  preview: [],
  newWords: [],
  lostTickets: 0,
  faults: [],
  faultCount: 0,
  faultsKey: null,
}

/**
 * Guesses the mapping by the shape of a known system, or by heading. Gateways and tickets without a
 * type get the company's first type. Unmatched columns become facts.
 */
async function guessed(
  scope: Scope,
  kind: Job['kind'],
  { headings, sample, reading }: Pick<FileSummary, 'headings' | 'sample' | 'reading'>,
  usesShape = true,
): Promise<Pick<Job, 'mapping' | 'reading'>> {
  const shape = shapeOf(headings)
  const isUsed = usesShape && shape?.kind === kind
  const mapping: Job['mapping'] = isUsed
    ? {
        ...withDefaults(kind, columnsOf(shape, headings), usualType(kind, scope.actor.language)),
        ...(kind === 'equipment' && { makesPlaces: true }),
        ...(shape.commaSeparates && { commaSeparates: true }),
      }
    : guessMapping(kind, headings, {
        language: scope.actor.language,
        type:
          kind === 'gateways'
            ? await firstType(scope, tables.gatewayType)
            : kind === 'tickets'
              ? await firstType(scope, tables.ticketType)
              : undefined,
        metadata: await metadataFields(scope, kind),
      })
  const dayOrder = guessDayOrder(kind, mapping.columns, sample)
  if (dayOrder !== undefined) mapping.dayOrder = dayOrder
  return {
    mapping: (await hasOrganisation(scope, mapping))
      ? mapping
      : {
          ...mapping,
          columns: mapping.columns.map((column) => (column === 'orgEntity' ? 'detail' : column)),
        },
    reading: {
      ...reading,
      ...(shape && { shape: { system: shape.system, kind: shape.kind, isUsed } }),
    },
  }
}

async function hasOrganisation(
  { db, actor }: Scope,
  { columns }: Job['mapping'],
): Promise<boolean> {
  if (!columns.includes('orgEntity')) return true
  const kept = await db
    .select({ id: tables.orgEntity.id })
    .from(tables.orgEntity)
    .where(ofCompany(tables.orgEntity, actor.companyId))
    .limit(1)
  return kept.length > 0
}

async function firstType(
  { db, actor }: Scope,
  table: typeof tables.gatewayType | typeof tables.ticketType,
): Promise<string | undefined> {
  const [first] = await db
    .select({ name: sql<string>`${table.name}` })
    .from(table)
    .where(ofCompany(table, actor.companyId))
    .orderBy(byName({ actor }, table.name))
    .limit(1)
  return first?.name
}

async function faultsByRow(kernel: Kernel, key: string): Promise<Map<number, Fault[]>> {
  const byRow = new Map<number, Fault[]>()
  for await (const line of createInterface({ input: await kernel.files.get(key) })) {
    const fault = JSON.parse(line) as Fault
    const known = byRow.get(fault.row)
    if (known) known.push(fault)
    else byRow.set(fault.row, [fault])
  }
  return byRow
}

function viewOf(job: Job): z.input<typeof shape> {
  return {
    id: job.id,
    kind: job.kind,
    fileName: job.fileName,
    createdAt: job.createdAt.toISOString(),
    status: job.status,
    reading: job.reading,
    headings: job.headings,
    sample: job.sample,
    mapping: job.mapping,
    rowCount: job.rowCount,
    progress: job.progress,
    created: job.created,
    updated: job.updated,
    unchanged: job.unchanged,
    failed: job.failed,
    setAside: job.setAside,
    faultCount: job.faultCount,
    faults: job.faults,
    preview: job.preview,
    newWords: job.newWords,
    lostTickets: job.lostTickets,
    undoable: job.undoable,
    undone: job.undone,
    undoLeft: job.undoLeft,
    undoFaults: job.undoFaults,
  }
}

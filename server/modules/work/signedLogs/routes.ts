import { Readable } from 'node:stream'
import { desc, eq, inArray, max, min, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { signedLogs as contract } from '#contract/signedLog/signedLogs.ts'
import { sentZone } from '#contract/timeZones/pinnedOffsets.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseGone, refuseNotFound } from '#kernel/http/errors.ts'
import { count } from '#kernel/data/listQueries.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import { bundleOf, checkNext, entryOf, selectChainHead, keysOf, linkOnly } from './bundle.ts'
import { drawTask } from './drawTask.ts'
import { picturesKept, picturesOf } from './pictures.ts'
import { makeToken, openToken } from './links.ts'
import { addAddendum, rotateKey, sealedLog } from './seal.ts'

const shownInline = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

export function signedLogHandlers(kernel: Kernel): Handlers<typeof contract> {
  const opened = <T>(
    { id, token }: { id: Id<'procedureLog'>; token: string },
    work: (db: Db, companyId: Id<'company'>) => Promise<T>,
  ): Promise<T> => {
    const opens = openToken(kernel.secret, token, id, kernel.clock.now())
    if (opens === null)
      throw refuseGone('This address has expired. Open the signed record again from its log.')
    return inCompany(kernel.pool, opens.companyId, (db) => work(db, opens.companyId))
  }
  const read = async (params: { id: Id<'procedureLog'>; token: string }) => {
    const found = await opened(params, (db, companyId) =>
      bundleOf(db, companyId, params.id, kernel.publicUrl),
    )
    const { seal, ...rest } = found
    const zone = sentZone(rest.timezone)
    return { ...rest, zone, checkUrl: `${kernel.publicUrl}/signed-log/verify?seal=${seal}` }
  }
  return {
    async getUrlOfSignedLog(scope, { params }) {
      await sealedLog(scope, params.id)
      const opens = { companyId: scope.actor.companyId, logId: params.id }
      const token = makeToken(kernel.secret, opens, scope.clock.now())
      // Not `token`, which the page takes for a session token.
      return { url: `${kernel.publicUrl}/signed-log/${params.id}?open=${token}` }
    },
    getSignedLog: (_scope, { params }) => read(params),
    async getSignedLogFile(_scope, { params, wire }) {
      const row = await opened(params, async (db, companyId) => {
        const [sealed] = await db
          .select({ record: tables.signedLog.record })
          .from(tables.signedLog)
          .where(
            ofCompany(
              tables.signedLog,
              companyId,
              eq(tables.signedLog.procedureLogId, params.id),
              inArray(tables.signedLog.kind, ['performance']),
            ),
          )
        const isNamed =
          sealed?.record?.kind === 'performance' &&
          sealed.record.files.some(({ id }) => id === params.fileId)
        const [found] = isNamed
          ? await db
              .select()
              .from(tables.file)
              .where(ofCompany(tables.file, companyId, eq(tables.file.id, params.fileId)))
          : []
        return found
      })
      if (!row) throw refuseNotFound('file')
      return wire.download({
        name: row.name,
        mime: shownInline.has(row.mime) ? row.mime : 'application/octet-stream',
        bytes: await kernel.files.get(row.storageKey, row.size),
        inline: shownInline.has(row.mime),
      })
    },
    async getSignedLogPdf(_scope, { params, wire }) {
      const found = await read(params)
      const { kept, companyId } = await opened(params, async (db, companyId) => ({
        kept: await picturesKept(db, companyId, found.bundle),
        companyId,
      }))
      const pictures = await picturesOf(kernel, companyId, kept)
      const { paper, language } = params
      const pdf = await kernel.threads.run(drawTask, companyId, {
        ...found,
        pictures,
        paper,
        language,
      })
      return wire.download({
        name: `signed-log-${params.id}.pdf`,
        mime: 'application/pdf',
        bytes: Readable.from([pdf]),
      })
    },
    getSeal: (_scope, { params }) =>
      asSystem(kernel.pool, async (db) => {
        const [row] = await db
          .select()
          .from(tables.signedLog)
          .where(eq(tables.signedLog.hash, params.hash))
          .orderBy(desc(tables.signedLog.id))
          .limit(1)
        const found = row && (await selectChainHead(db, row.companyId))
        if (!row || !found) throw refuseNotFound('seal')
        return {
          entry: linkOnly(entryOf(found.head.chain, row)),
          head: found.head,
          keys: await keysOf(db, row.companyId),
        }
      }),
    getSigningKeys: (_scope, { params }) =>
      asSystem(kernel.pool, async (db) => {
        const [company] = await db
          .select({ id: tables.company.id })
          .from(tables.company)
          .where(eq(tables.company.uuid, params.chain))
        if (!company) throw refuseNotFound('chain')
        return { chain: params.chain, keys: await keysOf(db, company.id) }
      }),
    addAddendum: async (scope, { params, body }) => ({
      sequence: await addAddendum(scope, params.id, body),
    }),
    async getSignedLogChain({ db, actor: { companyId } }) {
      const [company] = await db
        .select({ uuid: tables.company.uuid })
        .from(tables.company)
        .where(eq(tables.company.id, companyId))
      const [all] = await db
        .select({
          links: count,
          performances: sql<number>`count(*) filter (where kind = 'performance')::int`,
          firstAt: min(tables.signedLog.sealedAt),
          lastAt: max(tables.signedLog.sealedAt),
        })
        .from(tables.signedLog)
        .where(ofCompany(tables.signedLog, companyId))
      if (!company || !all) throw refuseNotFound('chain')
      return {
        chain: company.uuid,
        ...all,
        firstAt: all.firstAt?.toISOString() ?? null,
        lastAt: all.lastAt?.toISOString() ?? null,
        keys: await keysOf(db, companyId),
        keysUrl: `${kernel.publicUrl}/api/public/signing-keys/${company.uuid}`,
      }
    },
    checkSignedLogs: ({ db, actor }, { body }) => checkNext(db, actor.companyId, body.after),
    rotateSigningKey: (scope) => rotateKey(scope),
  }
}

import { and, asc, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import {
  equipmentFiles as contract,
  MAX_EQUIPMENT_FILES,
  type EquipmentFileKind,
  type equipmentFileRow,
} from '#contract/equipment/equipmentFiles.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { Parts, type Readable } from '#kernel/events/journal.ts'
import { count, folded, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'

type Row = z.input<typeof equipmentFileRow>

function select({ db, from }: Scope, ...conditions: (SQL | undefined)[]) {
  return db
    .select({
      it: tables.equipmentFile,
      thing: { id: tables.equipment.id, name: tables.equipment.name },
      file: {
        id: tables.file.id,
        name: tables.file.name,
        mime: tables.file.mime,
        size: tables.file.size,
      },
      addedBy: {
        id: tables.user.id,
        name: sql<string>`${tables.user.firstName} || ' ' || ${tables.user.lastName}`,
      },
    })
    .from(tables.equipmentFile)
    .innerJoin(
      tables.equipment,
      and(
        eq(tables.equipment.companyId, tables.equipmentFile.companyId),
        eq(tables.equipment.id, tables.equipmentFile.equipmentId),
        from.equipment(),
      ),
    )
    .innerJoin(tables.user, joinOn(tables.user, tables.equipmentFile.addedBy))
    .leftJoin(tables.file, joinOn(tables.file, tables.equipmentFile.fileId))
    .where(and(...conditions))
    .$dynamic()
}
type Selected = Awaited<ReturnType<typeof select>>[number]

const rowOf = ({ it, file: kept, addedBy }: Selected): Row => ({
  id: it.id,
  equipmentId: it.equipmentId,
  kind: it.kind,
  name: it.name,
  file: kept,
  url: it.url,
  addedBy,
  createdAt: it.createdAt.toISOString(),
  version: it.version,
})

const isThere = isNull(tables.equipmentFile.removedAt)

async function one(
  scope: Scope,
  id: Id<'equipmentFile'>,
  standing: SQL | undefined = isThere,
): Promise<Selected> {
  const [found] = await select(scope, eq(tables.equipmentFile.id, id), standing)
  if (!found) throw refuseNotFound('file', 'params.id')
  return found
}

/** Locks the equipment, so that concurrent additions respect the limit. Returns its files. */
async function held(
  { db, from, actor }: Scope,
  id: Id<'equipment'>,
  path: string,
): Promise<{ id: Id<'equipment'>; name: string }> {
  const [found] = await db
    .select({ id: tables.equipment.id, name: tables.equipment.name })
    .from(tables.equipment)
    .where(from.equipment(eq(tables.equipment.id, id)))
    .for('update')
  if (!found) throw refuseNotFound('equipment', path)
  const [total] = await db
    .select({ count })
    .from(tables.equipmentFile)
    .where(
      ofCompany(
        tables.equipmentFile,
        actor.companyId,
        eq(tables.equipmentFile.equipmentId, id),
        isThere,
      ),
    )
  if ((total?.count ?? 0) >= MAX_EQUIPMENT_FILES)
    throw badInput(path, 'full', `At most ${MAX_EQUIPMENT_FILES} files and links on one equipment.`)
  return found
}

const readable = ({ it, file: kept }: Selected): Readable<'equipment'> => ({
  files: new Parts([{ of: it.name, value: it.url ?? kept?.name ?? it.name }]),
  fileKinds: new Parts([{ of: it.name, value: it.kind }], true),
})

async function tell(scope: Scope, before: Selected | null, after: Selected | null): Promise<void> {
  const of = after ?? before
  if (of === null) return
  await scope.journal({
    entity: 'equipment',
    id: of.thing.id,
    name: of.thing.name,
    before: before === null ? {} : readable(before),
    after: after === null ? {} : readable(after),
  })
}

async function add(
  scope: Scope,
  what: { equipmentId: Id<'equipment'>; kind: EquipmentFileKind; name: string } & (
    | { fileId: Id<'file'> }
    | { url: string }
  ),
): Promise<Row> {
  const { db, actor, clock } = scope
  await held(scope, what.equipmentId, 'body.equipmentId')
  if (actor.userId === null) throw new Error('Only people add files')
  if ('fileId' in what) {
    // Only the user's own unused upload, so that a file belongs to a single record.
    const [kept] = await db
      .update(tables.file)
      .set({ keptAt: clock.now() })
      .where(
        ofCompany(
          tables.file,
          actor.companyId,
          eq(tables.file.id, what.fileId),
          eq(tables.file.uploadedBy, actor.userId),
          isNull(tables.file.keptAt),
        ),
      )
      .returning({ id: tables.file.id })
    if (!kept) throw refuseNotFound('file', 'body.fileId')
  }
  const now = clock.now()
  const [made] = await db
    .insert(tables.equipmentFile)
    .values({
      ...what,
      companyId: actor.companyId,
      addedBy: actor.userId,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: tables.equipmentFile.id })
  if (!made) throw new Error('The file was not kept')
  const after = await one(scope, made.id)
  await tell(scope, null, after)
  return rowOf(after)
}

const sortColumns = { name: tables.equipmentFile.name, createdAt: tables.equipmentFile.createdAt }

export const equipmentFileHandlers: Handlers<typeof contract> = {
  async listEquipmentFiles(scope, { body }) {
    const { db, actor, from } = scope
    const its = [
      ofCompany(tables.equipmentFile, actor.companyId),
      eq(tables.equipmentFile.equipmentId, body.equipmentId),
      isThere,
      body.kind === undefined ? undefined : eq(tables.equipmentFile.kind, body.kind),
      searchIn(folded(tables.equipmentFile.name), body.search),
    ]
    const [equipment] = await db
      .select({ id: tables.equipment.id })
      .from(tables.equipment)
      .where(from.equipment(eq(tables.equipment.id, body.equipmentId)))
    if (!equipment) throw refuseNotFound('equipment', 'body.equipmentId')
    const [total] = await db
      .select({ count })
      .from(tables.equipmentFile)
      .where(and(...its))
    const rows = await select(scope, ...its)
      .orderBy(
        ...orderOf(scope, body.sort, sortColumns, tables.equipmentFile.id, [
          desc(tables.equipmentFile.createdAt),
          asc(tables.equipmentFile.id),
        ]),
      )
      .limit(body.limit)
      .offset(body.offset)
    return { count: total?.count ?? 0, rows: rows.map(rowOf) }
  },
  addEquipmentFile: (scope, { body }) => add(scope, body),
  addEquipmentLink: (scope, { body }) => add(scope, body),
  async updateEquipmentFile(scope, { params, body: { version, kind, name, url } }) {
    const before = await one(scope, params.id)
    await refuseStale(version, before.it, () => rowOf(before))
    if (url !== undefined && before.it.url === null)
      throw badInput('body.url', 'unexpected', 'An upload has no address.')
    await writeVersioned(scope, tables.equipmentFile, {
      id: params.id,
      version,
      set: {
        ...(kind !== undefined && { kind }),
        ...(name !== undefined && { name }),
        ...(url !== undefined && { url }),
      },
    })
    const after = await one(scope, params.id)
    await tell(scope, before, after)
    return rowOf(after)
  },
  async removeEquipmentFile(scope, { params }) {
    const before = await one(scope, params.id)
    const { id, version } = before.it
    const removedAt = scope.clock.now()
    await writeVersioned(scope, tables.equipmentFile, { id, version, set: { removedAt } })
    await tell(scope, before, null)
    return { removed: true }
  },
  async restoreEquipmentFile(scope, { params }) {
    const before = await one(scope, params.id, isNotNull(tables.equipmentFile.removedAt))
    await held(scope, before.thing.id, 'params.id')
    const { id, version } = before.it
    await writeVersioned(scope, tables.equipmentFile, { id, version, set: { removedAt: null } })
    const after = await one(scope, params.id)
    await tell(scope, null, after)
    return rowOf(after)
  },
}

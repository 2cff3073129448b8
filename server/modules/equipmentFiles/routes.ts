/** Files and links of equipment, with the equipment's read and write permissions. */
import { and, asc, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import {
  equipmentFiles as contract,
  MAX_EQUIPMENT_FILES,
  type EquipmentFileKind,
  type equipmentFileRow,
} from '#contract/equipment/equipmentFiles.ts'
import type { Id } from '#contract/ids.ts'
import { equipment, equipmentFile, file, user } from '#db/schema/index.ts'
import { badInput, notThere, stale } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { Parts, type Readable } from '#kernel/events/journal.ts'
import { count, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Row = z.input<typeof equipmentFileRow>

function select({ db, from }: Scope, ...conditions: (SQL | undefined)[]) {
  return db
    .select({
      it: equipmentFile,
      thing: { id: equipment.id, name: equipment.name },
      file: { id: file.id, name: file.name, mime: file.mime, size: file.size },
      addedBy: {
        id: user.id,
        name: sql<string>`${user.firstName} || ' ' || ${user.lastName}`,
      },
    })
    .from(equipmentFile)
    .innerJoin(
      equipment,
      and(
        eq(equipment.companyId, equipmentFile.companyId),
        eq(equipment.id, equipmentFile.equipmentId),
        from.equipment(),
      ),
    )
    .innerJoin(user, joinOn(user, equipmentFile.addedBy))
    .leftJoin(file, joinOn(file, equipmentFile.fileId))
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

const isThere = isNull(equipmentFile.removedAt)

async function one(
  scope: Scope,
  id: Id<'equipmentFile'>,
  standing: SQL | undefined = isThere,
): Promise<Selected> {
  const [found] = await select(scope, eq(equipmentFile.id, id), standing)
  if (!found) throw notThere('file', 'params.id')
  return found
}

/** Locks the equipment, so that concurrent additions respect the limit. */
async function held(
  { db, from, actor }: Scope,
  id: Id<'equipment'>,
  path: string,
): Promise<{ id: Id<'equipment'>; name: string }> {
  const [found] = await db
    .select({ id: equipment.id, name: equipment.name })
    .from(equipment)
    .where(from.equipment(eq(equipment.id, id)))
    .for('update')
  if (!found) throw notThere('equipment', path)
  const [total] = await db
    .select({ count })
    .from(equipmentFile)
    .where(
      and(eq(equipmentFile.companyId, actor.companyId), eq(equipmentFile.equipmentId, id), isThere),
    )
  if ((total?.count ?? 0) >= MAX_EQUIPMENT_FILES)
    throw badInput(path, 'full', `At most ${MAX_EQUIPMENT_FILES} files and links on one equipment.`)
  return found
}

/** The value of a file in the equipment's journal. */
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
      .update(file)
      .set({ keptAt: clock.now() })
      .where(
        and(
          eq(file.companyId, actor.companyId),
          eq(file.id, what.fileId),
          eq(file.uploadedBy, actor.userId),
          isNull(file.keptAt),
        ),
      )
      .returning({ id: file.id })
    if (!kept) throw notThere('file', 'body.fileId')
  }
  const now = clock.now()
  const [made] = await db
    .insert(equipmentFile)
    .values({
      ...what,
      companyId: actor.companyId,
      addedBy: actor.userId,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: equipmentFile.id })
  if (!made) throw new Error('The file was not kept')
  const after = await one(scope, made.id)
  await tell(scope, null, after)
  return rowOf(after)
}

async function write(
  { db, actor, clock }: Scope,
  id: Id<'equipmentFile'>,
  values: Partial<Pick<Selected['it'], 'kind' | 'name' | 'url' | 'removedAt'>>,
  version: number,
): Promise<void> {
  const written = await db
    .update(equipmentFile)
    .set({ ...values, version: sql`${equipmentFile.version} + 1`, updatedAt: clock.now() })
    .where(
      and(
        eq(equipmentFile.companyId, actor.companyId),
        eq(equipmentFile.id, id),
        eq(equipmentFile.version, version),
      ),
    )
    .returning({ id: equipmentFile.id })
  if (written.length === 0) throw stale(version, version + 1)
}

const sortColumns = { name: equipmentFile.name, createdAt: equipmentFile.createdAt }

export const equipmentFileHandlers: Handlers<typeof contract> = {
  async listEquipmentFiles(scope, { body }) {
    const { db, actor, from } = scope
    const its = [
      eq(equipmentFile.companyId, actor.companyId),
      eq(equipmentFile.equipmentId, body.equipmentId),
      isThere,
      body.kind === undefined ? undefined : eq(equipmentFile.kind, body.kind),
      searchIn(sql`lower(${equipmentFile.name})`, body.search),
    ]
    const [thing] = await db
      .select({ id: equipment.id })
      .from(equipment)
      .where(from.equipment(eq(equipment.id, body.equipmentId)))
    if (!thing) throw notThere('equipment', 'body.equipmentId')
    const [total] = await db
      .select({ count })
      .from(equipmentFile)
      .where(and(...its))
    const rows = await select(scope, ...its)
      .orderBy(
        ...orderOf(body.sort, sortColumns, equipmentFile.id, [
          desc(equipmentFile.createdAt),
          asc(equipmentFile.id),
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
    if (before.it.version !== version) throw stale(version, before.it.version, rowOf(before))
    if (url !== undefined && before.it.url === null)
      throw badInput('body.url', 'unexpected', 'An upload has no address.')
    await write(
      scope,
      params.id,
      {
        ...(kind !== undefined && { kind }),
        ...(name !== undefined && { name }),
        ...(url !== undefined && { url }),
      },
      version,
    )
    const after = await one(scope, params.id)
    await tell(scope, before, after)
    return rowOf(after)
  },
  async removeEquipmentFile(scope, { params }) {
    const before = await one(scope, params.id)
    await write(scope, params.id, { removedAt: scope.clock.now() }, before.it.version)
    await tell(scope, before, null)
    return { removed: true }
  },
  async restoreEquipmentFile(scope, { params }) {
    const before = await one(scope, params.id, isNotNull(equipmentFile.removedAt))
    await held(scope, before.thing.id, 'params.id')
    await write(scope, params.id, { removedAt: null }, before.it.version)
    const after = await one(scope, params.id)
    await tell(scope, null, after)
    return rowOf(after)
  },
}

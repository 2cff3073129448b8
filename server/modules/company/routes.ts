import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { companies as contract, type companySettings as shape } from '#contract/company/company.ts'
import { company, companySettings, equipmentType, file, role, session } from '#db/schema/index.ts'
import { badInput, conflict, notSignedIn, notThere, stale } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { readableAs } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'

type Settings = z.input<typeof shape>
type Change = Omit<z.output<typeof contract.updateCompany.body>, 'version'>

const pictures = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

export function companyHandlers(kernel: Kernel): Handlers<typeof contract> {
  const settingsOf = (scope: Scope) => readSettings(kernel, scope)
  return {
    getCompany: settingsOf,
    async updateCompany(scope, { body: { version, ...change } }) {
      const before = await settingsOf(scope)
      if (before.version !== version) throw stale(version, before.version, before)
      if (changesSignIn(change, before)) scope.mustBeConfirmed()
      checkProvider({ ...before, ...change }, change, before)
      await checkNames(scope, change, before)
      await write(scope, version, change)
      const after = await settingsOf(scope)
      await scope.journal({
        entity: 'company',
        id: after.id,
        name: after.name,
        before: await readable(scope, before),
        after: await readable(scope, after),
      })
      return after
    },
  }
}

async function readSettings(kernel: Kernel, { db, actor }: Scope): Promise<Settings> {
  await db.insert(companySettings).values({ companyId: actor.companyId }).onConflictDoNothing()
  const [row] = await db
    .select({ company, settings: companySettings })
    .from(company)
    .innerJoin(companySettings, eq(companySettings.companyId, company.id))
    .where(eq(company.id, actor.companyId))
  if (!row) throw notSignedIn('ended')
  const [own] = await aboveCompanies(db, (system) =>
    system
      .select({ idp: session.idp })
      .from(session)
      .where(eq(session.id, actor.sessionId ?? '')),
  )
  const {
    company: { id, uuid, name, timezone, language, idp, forceSso },
    settings,
  } = row
  return {
    id,
    uuid,
    name,
    timezone,
    language,
    idp,
    forceSso,
    logoFileId: settings.logoFileId,
    weekStart: settings.weekStart,
    holidays: settings.holidays,
    workingHours: settings.workingHours,
    shifts: settings.shifts,
    roomEquipmentTypeId: settings.roomEquipmentTypeId,
    roomEquipmentTypeWord: settings.roomEquipmentTypeWord,
    sessionHours: settings.sessionHours,
    textMessagesADay: settings.textMessagesADay,
    secondStepRoleIds: settings.secondStepRoleIds,
    targets: settings.targets,
    version: settings.version,
    providers: [...kernel.providers],
    cameByProvider: idp !== null && own?.idp === idp,
  }
}

/** True for sign-in settings, which require confirmation in case a session was left open. */
function changesSignIn(change: Change, before: Settings): boolean {
  return (
    ['idp', 'forceSso', 'secondStepRoleIds', 'sessionHours', 'textMessagesADay'] as const
  ).some(
    (key) =>
      change[key] !== undefined && JSON.stringify(change[key]) !== JSON.stringify(before[key]),
  )
}

/**
 * A provider may become the only way to sign in only if this user signed in through it, which
 * proves that it works.
 */
function checkProvider(after: Settings, change: Change, before: Settings): void {
  if (change.idp != null && !after.providers.includes(change.idp))
    throw badInput(
      'body.idp',
      'notConfigured',
      'This installation is not configured for this provider.',
    )
  if (!after.forceSso) return
  if (after.idp === null)
    throw badInput('body.forceSso', 'noProvider', 'Without a provider nobody could sign in.')
  const isNew = !before.forceSso || before.idp !== after.idp
  if (isNew && !(before.cameByProvider && before.idp === after.idp)) {
    throw conflict('Sign in through the provider once first: that proves that it works.', [
      { path: 'body.forceSso', code: 'proveProviderFirst', message: 'proveProviderFirst' },
    ])
  }
}

async function checkNames(scope: Scope, change: Change, before: Settings): Promise<void> {
  const { db, actor, clock } = scope
  await requireRows(scope, role, change.secondStepRoleIds ?? [], 'role', 'body.secondStepRoleIds')
  if (change.roomEquipmentTypeId != null) {
    const found = await db
      .select({ id: equipmentType.id })
      .from(equipmentType)
      .where(
        and(
          eq(equipmentType.companyId, actor.companyId),
          eq(equipmentType.id, change.roomEquipmentTypeId),
        ),
      )
    if (found.length === 0) throw notThere('equipment type', 'body.roomEquipmentTypeId')
  }
  if (change.logoFileId != null && change.logoFileId !== before.logoFileId) {
    // Uses the uploader's own file. From now on, every user may see it.
    const own = actor.userId === null ? sql`false` : eq(file.uploadedBy, actor.userId)
    const [kept] = await db
      .update(file)
      .set({ keptAt: clock.now() })
      .where(and(eq(file.companyId, actor.companyId), eq(file.id, change.logoFileId), own))
      .returning({ mime: file.mime })
    if (!kept) throw notThere('file', 'body.logoFileId')
    if (!pictures.has(kept.mime))
      throw badInput(
        'body.logoFileId',
        'notAPicture',
        'A logo is a PNG, JPEG, WebP or GIF picture.',
      )
  }
}

async function write(
  { db, actor, clock }: Scope,
  version: number,
  { name, timezone, language, idp, forceSso, ...settings }: Change,
): Promise<void> {
  // An empty word would match every type.
  if (settings.roomEquipmentTypeWord === '') settings.roomEquipmentTypeWord = null
  const written = await db
    .update(companySettings)
    .set({ ...settings, version: sql`${companySettings.version} + 1`, updatedAt: clock.now() })
    .where(
      and(eq(companySettings.companyId, actor.companyId), eq(companySettings.version, version)),
    )
    .returning({ id: companySettings.id })
  if (written.length === 0) throw stale(version, version + 1)
  const own = Object.fromEntries(
    Object.entries({ name, timezone, language, idp, forceSso }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  if (idp !== undefined) await endOtherProviders({ db, actor, clock }, idp)
  if (settings.sessionHours !== undefined)
    await shortenSessions({ db, actor }, settings.sessionHours)
  if (Object.keys(own).length > 0)
    await db.update(company).set(own).where(eq(company.id, actor.companyId))
}

/**
 * Ends sessions from a provider that the company no longer uses, except that of the current user.
 */
async function endOtherProviders(
  { db, actor, clock }: Pick<Scope, 'db' | 'actor' | 'clock'>,
  idp: Settings['idp'],
): Promise<void> {
  await aboveCompanies(db, (system) =>
    system
      .update(session)
      .set({ endedAt: clock.now() })
      .where(
        and(
          eq(session.companyId, actor.companyId),
          isNull(session.endedAt),
          isNotNull(session.idp),
          idp === null ? undefined : ne(session.idp, idp),
          ne(sql`${session.id}::text`, actor.sessionId ?? ''),
        ),
      ),
  )
}

/** Open sessions end no later than new ones would. */
async function shortenSessions(
  { db, actor }: Pick<Scope, 'db' | 'actor'>,
  hours: number,
): Promise<void> {
  await aboveCompanies(db, (system) =>
    system
      .update(session)
      .set({
        expiresAt: sql`least(${session.expiresAt}, ${session.createdAt} + make_interval(hours => ${hours}))`,
      })
      .where(and(eq(session.companyId, actor.companyId), isNull(session.endedAt))),
  )
}

/** Values for the journal: names instead of ids. */
async function readable(
  { db, actor }: Scope,
  {
    id: _id,
    uuid: _uuid,
    version: _version,
    providers: _providers,
    cameByProvider: _came,
    targets,
    ...settings
  }: Settings,
) {
  const { roomEquipmentTypeId: typeId } = settings
  const [type] =
    typeId === null
      ? []
      : await db
          .select({ name: equipmentType.name })
          .from(equipmentType)
          .where(
            and(eq(equipmentType.companyId, actor.companyId), sql`${equipmentType.id} = ${typeId}`),
          )
  const roles = await db
    .select({ name: role.name })
    .from(role)
    .where(
      and(
        eq(role.companyId, actor.companyId),
        sql`${role.id} = any(${sql.param(settings.secondStepRoleIds)}::int[])`,
      ),
    )
    .orderBy(role.name)
  return readableAs('company')({
    ...settings,
    roomEquipmentTypeId: type?.name ?? null,
    secondStepRoleIds: roles.map(({ name }) => name).join(', '),
    targetOnTime: targets.onTime ?? null,
    targetLateThings: targets.lateThings ?? null,
    targetOpenTickets: targets.openTickets ?? null,
    targetOverdueTickets: targets.overdueTickets ?? null,
    targetUnusable: targets.unusable ?? null,
    targetScore: targets.score ?? null,
  })
}

import { eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { companies as contract, type companySettings as shape } from '#contract/company/company.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, notSignedIn, refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { readableAs } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { hasHolidayList, scheduleFullRead } from '../holidayLists/index.ts'

type Settings = z.input<typeof shape>
type Change = Omit<z.output<typeof contract.updateCompany.body>, 'version'>

const pictures = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

export function companyHandlers(kernel: Kernel): Handlers<typeof contract> {
  const settingsOf = (scope: Scope) => readSettings(kernel, scope)
  return {
    getCompany: settingsOf,
    async updateCompany(scope, { body: { version, ...change } }) {
      const before = await settingsOf(scope)
      await refuseStale(version, before)
      if (changesSignIn(change, before)) scope.mustBeConfirmed()
      checkProvider({ ...before, ...change }, change, before)
      await checkNames(scope, change, before)
      await checkCurrency(scope, change, before)
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
  await db
    .insert(tables.companySettings)
    .values({ companyId: actor.companyId })
    .onConflictDoNothing()
  const [row] = await db
    .select({ company: tables.company, settings: tables.companySettings })
    .from(tables.company)
    .innerJoin(tables.companySettings, eq(tables.companySettings.companyId, tables.company.id))
    .where(eq(tables.company.id, actor.companyId))
  if (!row) throw notSignedIn('ended')
  const [own] = await aboveCompanies(db, (system) =>
    system
      .select({ idp: tables.session.idp })
      .from(tables.session)
      .where(eq(tables.session.id, actor.sessionId ?? '')),
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
    holidayList: settings.holidayList,
    calendarSeen: settings.calendarSeen,
    workingHours: settings.workingHours,
    shifts: settings.shifts,
    roomEquipmentTypeId: settings.roomEquipmentTypeId,
    roomEquipmentTypeWord: settings.roomEquipmentTypeWord,
    sessionHours: settings.sessionHours,
    hasPush: settings.hasPush,
    pushShowsText: settings.pushShowsText,
    recordsWork: settings.recordsWork,
    currency: settings.currency,
    textMessagesADay: settings.textMessagesADay,
    secondStepRoleIds: settings.secondStepRoleIds,
    targets: settings.targets,
    version: settings.version,
    providers: [...kernel.providers],
    cameByProvider: idp !== null && own?.idp === idp,
  }
}

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
  await requireRows(
    scope,
    tables.role,
    change.secondStepRoleIds ?? [],
    'role',
    'body.secondStepRoleIds',
  )
  if (change.roomEquipmentTypeId != null) {
    const found = await db
      .select({ id: tables.equipmentType.id })
      .from(tables.equipmentType)
      .where(
        ofCompany(
          tables.equipmentType,
          actor.companyId,
          eq(tables.equipmentType.id, change.roomEquipmentTypeId),
        ),
      )
    if (found.length === 0) throw refuseNotFound('equipment type', 'body.roomEquipmentTypeId')
  }
  const list = change.holidayList
  if (list != null && !(await hasHolidayList(list.country, list.region)))
    throw refuseNotFound('country or region', 'body.holidayList')
  if (change.logoFileId != null && change.logoFileId !== before.logoFileId) {
    // Uses the uploader's own file. From now on, every user may see it.
    const own = actor.userId === null ? sql`false` : eq(tables.file.uploadedBy, actor.userId)
    const [kept] = await db
      .update(tables.file)
      .set({ keptAt: clock.now() })
      .where(ofCompany(tables.file, actor.companyId, eq(tables.file.id, change.logoFileId), own))
      .returning({ mime: tables.file.mime })
    if (!kept) throw refuseNotFound('file', 'body.logoFileId')
    if (!pictures.has(kept.mime))
      throw badInput(
        'body.logoFileId',
        'notAPicture',
        'A logo is a PNG, JPEG, WebP or GIF picture.',
      )
  }
}

/** Amounts carry no currency of their own, so it cannot change under them. */
async function checkCurrency({ db, actor }: Scope, change: Change, before: Settings) {
  if (change.currency === undefined || change.currency === before.currency) return
  if (before.currency === null) return
  const { rows } = await db.execute<{ isUsed: boolean }>(sql`select exists (
      select from ${tables.ticketCost} where ${ofCompany(tables.ticketCost, actor.companyId)}
    ) or exists (
      select from ${tables.inventoryItem}
      where ${ofCompany(tables.inventoryItem, actor.companyId, isNotNull(tables.inventoryItem.price))}
    ) or exists (
      select from ${tables.stockMovement}
      where ${ofCompany(tables.stockMovement, actor.companyId, isNotNull(tables.stockMovement.price))}
    ) as "isUsed"`)
  if (rows[0]?.isUsed === true)
    throw conflict('There are costs or prices in the former currency.', [
      { path: 'body.currency', code: 'currencyInUse', message: before.currency },
    ])
}

async function write(
  scope: Scope,
  version: number,
  { name, timezone, language, idp, forceSso, ...settings }: Change,
): Promise<void> {
  const { db, actor, clock } = scope
  // An empty word would match every type, so it is stored as null.
  if (settings.roomEquipmentTypeWord === '') settings.roomEquipmentTypeWord = null
  await writeVersioned({ db, actor, clock }, tables.companySettings, { version, set: settings })
  const own = Object.fromEntries(
    Object.entries({ name, timezone, language, idp, forceSso }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  if (idp !== undefined) await endOtherProviders({ db, actor, clock }, idp)
  if (settings.sessionHours !== undefined)
    await shortenSessions({ db, actor }, settings.sessionHours)
  if (timezone !== undefined) await scheduleFullRead(scope)
  if (Object.keys(own).length > 0)
    await db.update(tables.company).set(own).where(eq(tables.company.id, actor.companyId))
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
      .update(tables.session)
      .set({ endedAt: clock.now() })
      .where(
        ofCompany(
          tables.session,
          actor.companyId,
          isNull(tables.session.endedAt),
          isNotNull(tables.session.idp),
          idp === null ? undefined : ne(tables.session.idp, idp),
          ne(sql`${tables.session.id}::text`, actor.sessionId ?? ''),
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
      .update(tables.session)
      .set({
        expiresAt: sql`least(${tables.session.expiresAt}, ${tables.session.createdAt} + make_interval(hours => ${hours}))`,
      })
      .where(ofCompany(tables.session, actor.companyId, isNull(tables.session.endedAt))),
  )
}

async function readable(
  { db, actor }: Scope,
  {
    id: _id,
    uuid: _uuid,
    version: _version,
    providers: _providers,
    cameByProvider: _came,
    targets,
    holidayList,
    calendarSeen: _seen,
    ...settings
  }: Settings,
) {
  const { roomEquipmentTypeId: typeId } = settings
  const [type] =
    typeId === null
      ? []
      : await db
          .select({ name: tables.equipmentType.name })
          .from(tables.equipmentType)
          .where(
            ofCompany(
              tables.equipmentType,
              actor.companyId,
              sql`${tables.equipmentType.id} = ${typeId}`,
            ),
          )
  const roles = await db
    .select({ name: tables.role.name })
    .from(tables.role)
    .where(
      ofCompany(
        tables.role,
        actor.companyId,
        sql`${tables.role.id} = any(${sql.param(settings.secondStepRoleIds)}::int[])`,
      ),
    )
    .orderBy(byName({ actor }, tables.role.name))
  return readableAs('company')({
    ...settings,
    holidayList:
      holidayList === null
        ? null
        : [holidayList.country, ...(holidayList.region === null ? [] : [holidayList.region])].join(
            '-',
          ),
    roomEquipmentTypeId: type?.name ?? null,
    secondStepRoleIds: roles.map(({ name }) => name).join(', '),
    targetOnTime: targets.onTime ?? null,
    targetLateThings: targets.lateThings ?? null,
    targetOpenTickets: targets.openTickets ?? null,
    targetOverdueTickets: targets.overdueTickets ?? null,
    targetUnusable: targets.unusable ?? null,
    targetAvailability: targets.availability ?? null,
    targetScore: targets.score ?? null,
  })
}

import { eq, sql } from 'drizzle-orm'
import {
  fixedRetention,
  keptForGood,
  RETENTION_COUNTED,
  type FixedRetention,
  type retention as contract,
  type RetentionAnswer,
} from '#contract/retention.ts'
import { SECURITY_LOG_DAYS } from '#contract/security/security.ts'
import {
  boundsOf,
  daysKept,
  RETENTION_KINDS,
  type RetentionDays,
  type RetentionKind,
} from '#contract/rules/retention.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput } from '#kernel/http/errors.ts'
import { readableAs } from '#kernel/events/journal.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { nextVersion, refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { tablesKept, tablesOfFixed, tablesOfRules } from './places.ts'
import { DAY, isFresh } from './remove.ts'
import { sizesOf } from './sizes.ts'
import { sweeps } from './sweeps.ts'

const FIXED_DAYS: Record<FixedRetention, number> = {
  sessions: 30,
  messages: 30,
  uploads: 1,
  answers: 1,
  securityLog: SECURITY_LOG_DAYS,
}

interface Chosen {
  version: number
  days: RetentionDays
  setAt: Date | null
}

export const retentionHandlers = (kernel: Kernel): Handlers<typeof contract> => ({
  getRetention: async (scope) => answerOf(kernel, scope, await readChosen(scope)),

  async previewRetention(scope, { body }) {
    const chosen = await readChosen(scope)
    const counts: { kind: RetentionKind; rows: number; isMore: boolean }[] = []
    for (const kind of RETENTION_KINDS) {
      const days = body.days[kind]
      if (days === undefined) continue
      checkBounds(kernel, kind, days)
      if (days >= daysKept(kind, chosen.days, kernel.retentionBounds)) continue
      let rows = 0
      for (const { expired } of sweeps[kind]) {
        const limit = RETENTION_COUNTED + 1
        const before = new Date(scope.clock.now().getTime() - days * DAY)
        const past = { companyId: scope.actor.companyId, before, limit }
        const { rows: found } = await scope.db.execute<{ n: string }>(
          sql`select count(*) as n from (${expired(past)}) as expired`,
        )
        rows += Number(found[0]?.n ?? 0)
      }
      counts.push({
        kind,
        rows: Math.min(rows, RETENTION_COUNTED),
        isMore: rows > RETENTION_COUNTED,
      })
    }
    return counts
  },

  async setRetention(scope, { body: { version, days } }) {
    const { db, actor, clock } = scope
    const before = await readChosen(scope)
    await refuseStale(version, before, () => answerOf(kernel, scope, before))
    for (const kind of RETENTION_KINDS)
      if (days[kind] !== undefined) checkBounds(kernel, kind, days[kind])
    const { positions, ...own } = Object.fromEntries(
      Object.entries(days).filter(
        ([kind, chosen]) =>
          chosen !== daysKept(kind as RetentionKind, before.days, kernel.retentionBounds),
      ),
    ) as RetentionDays
    if (positions === undefined && Object.keys(own).length === 0)
      return answerOf(kernel, scope, before)
    await writeVersioned(scope, tables.companySettings, {
      version,
      set: {
        retention: { ...withoutPositions(before.days), ...own },
        retentionSetAt: clock.now(),
      },
    })
    if (positions !== undefined)
      await db
        .insert(tables.trackingSettings)
        .values({ companyId: actor.companyId, historyDays: positions, version: 2 })
        .onConflictDoUpdate({
          target: tables.trackingSettings.companyId,
          set: { historyDays: positions, ...nextVersion(tables.trackingSettings, clock.now()) },
        })
    const after = await readChosen(scope)
    const told = (chosen: Chosen) =>
      readable((kind) => daysKept(kind, chosen.days, kernel.retentionBounds))
    await scope.journal({
      entity: 'company',
      id: actor.companyId,
      name: '',
      before: told(before),
      after: told(after),
    })
    return answerOf(kernel, scope, after)
  },
})

function checkBounds(kernel: Kernel, kind: RetentionKind, days: number): void {
  const { minimum, maximum } = boundsOf(kind, kernel.retentionBounds)
  if (days < minimum || days > maximum)
    throw badInput(
      `body.days.${kind}`,
      days < minimum ? 'too_small' : 'too_big',
      `From ${minimum} to ${maximum} days.`,
    )
}

const withoutPositions = ({ positions: _positions, ...days }: RetentionDays): RetentionDays => days

/** The retention of positions is stored with the map settings. */
async function readChosen({ db, actor: { companyId } }: Scope): Promise<Chosen> {
  await db.insert(tables.companySettings).values({ companyId }).onConflictDoNothing()
  const [row] = await db
    .select({
      version: tables.companySettings.version,
      days: tables.companySettings.retention,
      setAt: tables.companySettings.retentionSetAt,
      positions: tables.trackingSettings.historyDays,
    })
    .from(tables.companySettings)
    .leftJoin(
      tables.trackingSettings,
      eq(tables.trackingSettings.companyId, tables.companySettings.companyId),
    )
    .where(ofCompany(tables.companySettings, companyId))
  if (!row) throw new Error('The settings were not kept')
  const { positions, days, ...rest } = row
  return { ...rest, days: { ...days, ...(positions !== null && { positions }) } }
}

async function answerOf(kernel: Kernel, scope: Scope, chosen: Chosen): Promise<RetentionAnswer> {
  const { db, clock } = scope
  const { companyId } = scope.actor
  const globals = ['session', 'letter']
  const own = [
    ...Object.values(tablesOfRules),
    ...Object.values(tablesOfFixed),
    ...Object.values(tablesKept),
  ]
    .flat()
    .filter((name) => !globals.includes(name))
  const sizes = new Map([
    ...(await sizesOf(db, companyId, own)),
    ...(await aboveCompanies(db, (system) => sizesOf(system, companyId, globals, 'created_at'))),
  ])
  const of = (names: readonly string[]) =>
    names.flatMap((name) => {
      const size = sizes.get(name)
      return size === undefined ? [] : [size]
    })
  const { setAt } = chosen
  return {
    version: chosen.version,
    countsFrom:
      setAt !== null && isFresh(setAt, clock.now())
        ? new Date(setAt.getTime() + DAY).toISOString()
        : null,
    rules: RETENTION_KINDS.map((kind) => ({
      kind,
      days: daysKept(kind, chosen.days, kernel.retentionBounds),
      usual: daysKept(kind, {}, kernel.retentionBounds),
      ...boundsOf(kind, kernel.retentionBounds),
      tables: of(tablesOfRules[kind]),
    })),
    fixed: fixedRetention.map((key) => ({
      key,
      days: FIXED_DAYS[key],
      tables: of(tablesOfFixed[key]),
    })),
    kept: keptForGood.map((key) => ({ key, tables: of(tablesKept[key]) })),
  }
}

const readable = (days: (kind: RetentionKind) => number) =>
  readableAs('company')({
    keepRuns: days('runs'),
    keepJournal: days('journal'),
    keepEvents: days('events'),
    keepDeliveries: days('deliveries'),
    keepAlerts: days('alerts'),
    historyDays: days('positions'),
    keepTriangulation: days('triangulation'),
    keepReadings: days('readings'),
    keepImports: days('imports'),
    keepReports: days('reports'),
    keepWork: days('work'),
  })

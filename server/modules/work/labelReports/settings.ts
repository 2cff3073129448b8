import { asc } from 'drizzle-orm'
import type { labelReports as contract, ReportSettings } from '#contract/labelReports.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import { problemKinds, type ProblemKind } from '#contract/rules/labelReports.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { readableAs } from '#kernel/events/journal.ts'
import { badInput } from '#kernel/http/errors.ts'
import { wordsOf } from './words.ts'

type Answer = Output<typeof contract.getReportSettings & Endpoint>

const isProblemKind = (key: string): key is ProblemKind => problemKinds.some((kind) => kind === key)

/** Off, with the product's problems, until the company chooses. */
const usual = (typeId: Id<'ticketType'> | undefined): ReportSettings => ({
  isOn: false,
  locationTypeIds: [],
  shows: 'name',
  receiver: '',
  phone: '',
  problems:
    typeId === undefined
      ? []
      : problemKinds.map((key) => ({ key, text: '', ticketTypeId: typeId })),
})

export async function readSettings({ db, actor }: Scope): Promise<Answer> {
  const { companyId } = actor
  await db.insert(tables.companySettings).values({ companyId }).onConflictDoNothing()
  const [row] = await db
    .select({
      version: tables.companySettings.version,
      reports: tables.companySettings.reports,
    })
    .from(tables.companySettings)
    .where(ofCompany(tables.companySettings, companyId))
  if (!row) throw new Error('The settings were not kept')
  const types = await db
    .select({ id: tables.ticketType.id })
    .from(tables.ticketType)
    .where(ofCompany(tables.ticketType, companyId))
    .orderBy(asc(tables.ticketType.id))
  const set = row.reports ?? usual(types[0]?.id)
  // A type that was deleted since: the first one takes its reports.
  const known = new Set(types.map(({ id }) => id))
  return {
    ...set,
    problems: set.problems.flatMap((problem) => {
      const ticketTypeId = known.has(problem.ticketTypeId) ? problem.ticketTypeId : types[0]?.id
      return ticketTypeId === undefined ? [] : [{ ...problem, ticketTypeId }]
    }),
    version: row.version,
  }
}

export async function writeSettings(
  scope: Scope,
  { version, ...set }: ReportSettings & { version: number },
): Promise<Answer> {
  const before = await readSettings(scope)
  await refuseStale(version, before)
  await requireRows(
    scope,
    tables.locationType,
    set.locationTypeIds,
    'location type',
    'body.locationTypeIds',
  )
  const typeIds = [...new Set(set.problems.map(({ ticketTypeId }) => ticketTypeId))]
  await requireRows(scope, tables.ticketType, typeIds, 'ticket type', 'body.problems')
  if (set.isOn && set.problems.length === 0)
    throw badInput('body.problems', 'required', 'A page without problems takes no reports.')
  await writeVersioned(scope, tables.companySettings, { version, set: { reports: set } })
  const after = await readSettings(scope)
  await scope.journal({
    entity: 'company',
    id: scope.actor.companyId,
    name: '',
    before: await readable(scope, before),
    after: await readable(scope, after),
  })
  return after
}

async function readable({ db, actor }: Scope, settings: ReportSettings) {
  const types = await db
    .select({ id: tables.locationType.id, name: tables.locationType.name })
    .from(tables.locationType)
    .where(ofCompany(tables.locationType, actor.companyId))
    .orderBy(byName({ actor }, tables.locationType.name))
  const words = wordsOf(actor.language)
  return readableAs('company')({
    reportsOn: settings.isOn,
    reportsOfKinds: types
      .filter(({ id }) => settings.locationTypeIds.includes(id))
      .map(({ name }) => name)
      .join(', '),
    reportsShow: words[`shows_${settings.shows}`],
    reportsReceiver: settings.receiver,
    reportsPhone: settings.phone,
    reportsProblems: settings.problems
      .map(({ key, text }) => problemText({ key, text }, actor.language))
      .join(', '),
  })
}

export function problemText(
  { key, text }: { key: string; text: string },
  language: Parameters<typeof wordsOf>[0],
): string {
  if (text !== '') return text
  const kind: ProblemKind = isProblemKind(key) ? key : 'other'
  return wordsOf(language)[`problem_${kind}`]
}

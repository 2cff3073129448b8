import { sql } from 'drizzle-orm'
import type { CardNumber, CardPeriod, DetailPart } from '#contract/dashboards/dashboardItems.ts'
import { HISTORY, periodsUpTo, type Period } from '#contract/dashboards/periods.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { calendarOf, type Calendar } from '#kernel/data/companyCalendar.ts'
import { countObjects, countPeriods, type Reader } from './counts.ts'
import { refersToDeleted } from '../../foundation/filters/index.ts'
import { partOf, rowsOf, sources, isInPeriod, type CardQuestion } from './questions.ts'

export async function numberOf(scope: Scope, question: CardQuestion): Promise<CardNumber> {
  const calendar = await calendarOf(scope)
  const periods = periodsUpTo(
    question.range,
    question.at ?? calendar.today,
    calendar.weekStart,
    question.history === false ? 2 : HISTORY[question.range],
  )
  const counts = await countPeriods(scope, question, periods, calendar)
  const shown = (index: number): CardPeriod => {
    const period = periods.at(index) ?? { from: calendar.today, to: calendar.today }
    const found = counts.get(index < 0 ? periods.length + index : index)
    return {
      ...period,
      value: found?.value ?? null,
      counted: found?.counted ?? 0,
      isPartial: period.from <= calendar.today && calendar.today < period.to,
    }
  }
  const own = counts.get(periods.length - 1)
  const present = shown(-1)
  const beyondRights =
    question.accessScope === 'viewer'
      ? await countHidden(scope, question, present, calendar, present.counted)
      : 0
  return {
    ...present,
    type: question.type,
    range: question.range,
    done: own?.done ?? 0,
    doneLate: own?.doneLate ?? 0,
    notDone: own?.notDone ?? 0,
    waiting: own?.waiting ?? 0,
    unscored: own?.unscored ?? 0,
    objects: present.counted === 0 ? 0 : await countObjects(scope, question, present, calendar),
    beyondRights,
    lastAt: own?.lastAt ? new Date(own.lastAt).toISOString() : null,
    state:
      present.counted > 0
        ? 'data'
        : beyondRights > 0
          ? 'noRight'
          : await whyEmpty(scope, question, present, calendar, scope.clock.now()),
    previous: shown(-2),
    history: periods.map((_period, index) => shown(index)),
  }
}

export async function countHidden(
  scope: Scope,
  question: CardQuestion,
  period: Period,
  calendar: Calendar,
  visible: number,
  part: DetailPart = 'counted',
): Promise<number> {
  const { equipmentTypeIds, locationTypeIds, procedureTypeIds } = scope.actor
  if (equipmentTypeIds === null && locationTypeIds === null && procedureTypeIds === null) return 0
  return (
    (await countPart(scope, { ...question, accessScope: 'company' }, period, calendar, part)) -
    visible
  )
}

export async function countPart(
  scope: Reader,
  question: CardQuestion,
  period: Period,
  calendar: Calendar,
  part: DetailPart,
): Promise<number> {
  const found = (await countPeriods(scope, question, [period], calendar)).get(0)
  if (found === undefined) return 0
  if (part === 'doneInTime') return found.done - found.doneLate
  return found[question.type === 'averageScore' && part === 'done' ? 'counted' : part]
}

async function whyEmpty(
  scope: Scope,
  question: CardQuestion,
  period: Period,
  calendar: Calendar,
  now: Date,
): Promise<CardNumber['state']> {
  if (await refersToDeleted(scope, question.filters)) return 'sourceGone'
  const { table } = sources[question.type]
  const anything = rowsOf({ ...question, filters: [] }, scope.actor, question.accessScope)
  const {
    rows: [found],
  } = await scope.db.execute<{ exists: boolean }>(
    sql`select exists (select from ${table}
      where ${anything} and ${isInPeriod(question, period, calendar)}
      and ${partOf(question.type, 'counted', now)}) as exists`,
  )
  return found?.exists === true ? 'nothingMatches' : 'noDataYet'
}

/**
 * Expected dates of schedules by use, for the calendar feed. Spans of many pumps overlap for weeks,
 * so each is a tentative event on the day in its middle, and its description names the span.
 */
import { and, asc, eq, sql } from 'drizzle-orm'
import { dateFormat } from '#contract/formatters.ts'
import { localeOf, type Language } from '#contract/languages.ts'
import type { ExpectedBy } from '#contract/recurrence/kinds.ts'
import { wallOf } from '#contract/recurrence/wall.ts'
import { wallAt } from '#contract/recurrence/zone.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { MAX_EVENTS } from './feedOrder.ts'
import type { CalendarEvent } from './icalendar.ts'
import { isOnesOwn } from './occurrences.ts'

const { rrule, rruleObject, procedure, equipment, location } = tables
const DAY = 86_400_000

const words: Record<Language, Record<ExpectedBy, string>> = {
  en: { use: 'Expected from use', latest: 'At the latest' },
  he: { use: 'צפוי לפי השימוש', latest: 'לכל המאוחר' },
  ar: { use: 'متوقع حسب الاستخدام', latest: 'على أبعد تقدير' },
  ru: { use: 'Ожидается по использованию', latest: 'Не позднее' },
  cs: { use: 'Očekáváno podle využití', latest: 'Nejpozději' },
  sk: { use: 'Očakávané podľa využitia', latest: 'Najneskôr' },
}

export async function expectedEvents(
  scope: Scope,
  { daysAhead, company, publicUrl }: { daysAhead: number; company: string; publicUrl: string },
): Promise<{ events: CalendarEvent[]; isCut: boolean }> {
  const { db, actor, clock, from: rights } = scope
  const until = new Date(clock.now().getTime() + daysAhead * DAY)
  const rows = await db
    .select({
      ruleId: rrule.id,
      ruleName: rrule.name,
      procedure: procedure.name,
      equipment: { id: equipment.id, name: equipment.name },
      place: sql<string | null>`(select ${location.name} from ${location}
        where ${joinOn(location, equipment.locationId)} and ${rights.locations()})`,
      at: rruleObject.nextAt,
      from: rruleObject.nextFrom,
      to: rruleObject.nextTo,
      by: rruleObject.nextBy,
      changedAt: rruleObject.updatedAt,
    })
    .from(rruleObject)
    .innerJoin(rrule, joinOn(rrule, rruleObject.rruleId))
    .innerJoin(procedure, joinOn(procedure, rrule.procedureId))
    .innerJoin(equipment, joinOn(equipment, rruleObject.equipmentId))
    .where(
      ofCompany(
        rruleObject,
        actor.companyId,
        sql`${rruleObject.nextAt} < ${until}`,
        and(eq(rrule.isActive, true), isOnesOwn(actor)),
        rights.procedures(sql`${rrule.deletedAt} is null`),
        rights.equipment(),
      ),
    )
    .orderBy(asc(rruleObject.nextAt), asc(rruleObject.id))
    .limit(MAX_EVENTS + 1)
  const events = rows.flatMap((row): CalendarEvent[] => {
    const { at, from, to, by } = row
    if (at === null || from === null || to === null || by === null) return []
    return [
      {
        uid: `use-${row.ruleId}-${row.equipment.id}@${company}`,
        stamp: row.changedAt,
        at,
        until: null,
        summary: `${[row.procedure, row.ruleName].filter(Boolean).join(' · ')} · ${row.equipment.name}`,
        place: row.place,
        isDone: false,
        url: `${publicUrl}/rrule/${row.ruleId}`,
        expected: {
          day: wallOf(wallAt(at.toISOString(), actor.timezone)).slice(0, 10),
          description: `${words[actor.language][by]}: ${daysText(actor.language, from, to)}`,
        },
      },
    ]
  })
  return { events: events.slice(0, MAX_EVENTS), isCut: rows.length > MAX_EVENTS }
}

function daysText(language: Language, from: string, to: string): string {
  const days = dateFormat(localeOf(language), { dateStyle: 'long' })
  const [first, last] = [new Date(`${from}T00:00Z`), new Date(`${to}T00:00Z`)]
  return from === to ? days.format(first) : days.formatRange(first, last)
}

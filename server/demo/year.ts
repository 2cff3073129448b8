import type { Id } from '#contract/ids.ts'
import type { FailureKind } from '#contract/rules/closing.ts'
import { dueTimes, ticketPriorities } from '#contract/rules/ticketDue.ts'
import { KEPT } from '../modules/work/automations/index.ts'
import * as tables from '#db/schema/index.ts'
import type { Campus } from './campus.ts'
import type { Checklist } from './procedures.ts'
import { performance } from './performances.ts'
import { seededRandom, type Random } from './random.ts'
import { insertAll, insertMany, type Seed, type ticketTypeWithStates } from './rows.ts'
import type { Scheduled } from './schedules.ts'

export type TicketKind = Awaited<ReturnType<typeof ticketTypeWithStates>>
export type Rule = typeof tables.automation.$inferSelect

const DAY = 86_400_000
const YEAR_DAYS = 365

export interface YearLog {
  id: Id<'procedureLog'>
  procedureId: Id<'procedure'>
  score: number | null
  doneAt: Date
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
}

/** Logs of the year: one per scheduled occurrence that was done, plus unscheduled ones. */
export async function seedYear(
  seed: Seed,
  campus: Campus,
  lists: readonly Checklist[],
  scheduled: readonly Scheduled[],
  performers: Id<'user'>[],
): Promise<YearLog[]> {
  const random = seededRandom(2024)
  const isPlanned = new Set(scheduled.map(({ row }) => keyOf(row)))
  const planned = scheduled.flatMap(({ list, by, row }, place) =>
    row.doneAt
      ? [
          {
            place,
            log: performance(seed, random, {
              list,
              at: row.doneAt,
              by,
              equipmentId: row.equipmentId ?? null,
              locationId: row.locationId ?? null,
              isRoutine: true,
            }),
          },
        ]
      : [],
  )
  const others = lists.flatMap((list) => {
    const things = targetsOf(list, campus).filter(
      (thing) => !isPlanned.has(keyOf({ procedureId: list.id, ...thing })),
    )
    return things.length === 0
      ? []
      : Array.from({ length: list.spec.perYear }, () => ({
          place: null,
          log: performance(seed, random, {
            list,
            at: someDay(seed, random),
            by: random.pick(performers),
            ...random.pick(things),
            isRoutine: false,
          }),
        }))
  })
  const done = [...planned, ...others].sort(
    (a, b) => a.log.doneAt.getTime() - b.log.doneAt.getTime(),
  )
  const ids = await insertMany(
    seed.db,
    tables.procedureLog,
    done.map(({ log }) => log),
  )
  const logOf = new Map(
    done.flatMap(({ place }, index) =>
      place === null ? [] : [[place, ids[index] ?? null] as const],
    ),
  )
  await insertMany(
    seed.db,
    tables.occurrence,
    scheduled.map(({ row }, place) => ({ ...row, procedureLogId: logOf.get(place) ?? null })),
  )
  return done.flatMap(({ log: { procedureId, score, doneAt, equipmentId, locationId } }, index) => {
    const id = ids[index]
    return id === undefined
      ? []
      : [
          {
            id,
            procedureId,
            score: score ?? null,
            doneAt,
            equipmentId: equipmentId ?? null,
            locationId: locationId ?? null,
          },
        ]
  })
}

interface Target {
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
}
const keyOf = ({
  procedureId,
  equipmentId,
  locationId,
}: {
  procedureId: number
  equipmentId?: number | null
  locationId?: number | null
}): string => `${procedureId}:${equipmentId ?? ''}:${locationId ?? ''}`

const targetsOf = ({ spec }: Checklist, { things, rooms }: Campus): Target[] =>
  spec.target === 'equipment'
    ? things
        .filter(({ type }) => type === spec.on)
        .map(({ id }) => ({ equipmentId: id, locationId: null }))
    : rooms
        .filter(({ floor }) => spec.on?.includes(floor) ?? true)
        .map(({ place }) => ({ equipmentId: null, locationId: place.id }))

function someDay({ now }: Seed, random: Random): Date {
  const at = new Date(now.getTime() - Math.floor(random.next() * YEAR_DAYS) * DAY)
  at.setUTCHours(random.between(5, 19), random.between(0, 59), random.between(0, 59), 0)
  return at > now ? new Date(at.getTime() - DAY) : at
}

/**
 * Effects of the rules: a run per log of their procedure, and a ticket if the score was too low.
 */
export async function seedTickets(
  seed: Seed,
  logs: readonly YearLog[],
  rules: readonly {
    rule: Rule
    kind: TicketKind
    below: number
    titleOf: (log: YearLog) => string
  }[],
  technicians: readonly Person[],
): Promise<Told[]> {
  const random = seededRandom(99)
  const presses = seededRandom(17)
  const failures = seededRandom(31)
  const { db, companyId } = seed
  const evaluations = rules.flatMap((each) =>
    stillKnown(
      logs.filter((log) => log.procedureId === each.rule.procedureId),
      each.below,
    ).map(({ log, score }) => ({ ...each, log, score })),
  )
  const events = await insertMany(
    db,
    tables.outboxEvent,
    evaluations.map(({ log }) => ({
      companyId,
      payload: { type: 'procedure.performed' as const, procedureLogId: log.id },
      handledAt: log.doneAt,
      availableAt: log.doneAt,
    })),
  )
  const runs = await insertMany(
    db,
    tables.automationRun,
    evaluations.map(({ rule, log, score, below }, index) => ({
      companyId,
      eventId: events[index] ?? 0,
      automationId: rule.id,
      automationName: rule.name,
      procedureLogId: log.id,
      at: log.doneAt,
      outcome: score < below ? ('done' as const) : ('filtered' as const),
      verdicts: [
        {
          kind: 'score' as const,
          expected: { operator: 'lessThan', value: below },
          saw: score,
          passed: score < below,
        },
      ],
    })),
  )
  const opened = evaluations.flatMap((look, index) =>
    look.score < look.below
      ? [{ ...look, runId: runs[index] ?? null, eventId: events[index] ?? 0 }]
      : [],
  )
  const tickets = await insertAll(
    db,
    tables.ticket,
    opened.map(({ kind, log, runId, titleOf }) => {
      const age = (seed.now.getTime() - log.doneAt.getTime()) / DAY
      const isClosed = random.chance(Math.min(0.94, age / 50))
      const state = random.pick(
        kind.states.filter((each) => (each.category === 'closed') === isClosed),
      )
      const priority = presses.chance(0.25) ? presses.pick(ticketPriorities) : kind.defaultPriority
      return {
        companyId,
        title: titleOf(log),
        priority,
        ...dueTimes(kind.targets, priority, log.doneAt),
        typeId: kind.id,
        stateId: state.id,
        assigneeId: state.category === 'open' ? null : random.pick(technicians).id,
        equipmentId: log.equipmentId,
        locationId: log.locationId,
        procedureLogId: log.id,
        automationRunId: runId,
        ...(isClosed && failureFound(kind, failures)),
        openedAt: log.doneAt,
        createdAt: log.doneAt,
        updatedAt: log.doneAt,
        closedAt: isClosed
          ? new Date(
              Math.min(seed.now.getTime(), log.doneAt.getTime() + (random.between(1, 9) * DAY) / 2),
            )
          : null,
      }
    }),
  )
  await insertAll(
    db,
    tables.automationEffect,
    tickets.map((row, index) => ({
      companyId,
      runId: opened[index]?.runId ?? (0 as Id<'automationRun'>),
      eventId: opened[index]?.eventId ?? 0,
      automationId: opened[index]?.rule.id ?? (0 as Id<'automation'>),
      actionIndex: 0,
      kind: 'openTicket',
      ticketId: row.id,
    })),
  )
  const remarks = Object.values(seed.words.remarks.comments)
  await insertAll(
    db,
    tables.ticketComment,
    tickets
      .filter(() => random.chance(0.5))
      .map((row) => ({
        companyId,
        ticketId: row.id,
        authorId: row.assigneeId ?? random.pick(technicians).id,
        text: random.pick(remarks),
        createdAt: new Date(Math.min(seed.now.getTime(), row.openedAt.getTime() + 7_200_000)),
      })),
  )
  return tickets.flatMap((row, index): Told[] => {
    const look = opened[index]
    const taken = technicians.find(({ id }) => id === row.assigneeId)
    const states = look?.kind.states ?? []
    const [first] = states
    const inWork = states.find(({ category }) => category === 'inProgress')
    const state = states.find(({ id }) => id === row.stateId)
    if (look === undefined || first === undefined || state === undefined) return []
    const at = (minutes: number) =>
      new Date(Math.min(seed.now.getTime(), row.openedAt.getTime() + minutes * 60_000))
    const about = { companyId, entity: 'ticket' as const, entityId: row.id, entityName: row.title }
    const created = {
      ...about,
      at: row.openedAt,
      change: 'created' as const,
      byKind: 'automation' as const,
      byId: look.runId,
      byName: look.rule.name ?? '',
      changes: [],
    }
    if (taken === undefined) return [created]
    const by = { byKind: 'user' as const, byId: taken.id, byName: taken.name }
    const moved = (when: Date, before: string, after: string, more: Told['changes'] = []) => ({
      ...about,
      ...by,
      at: when,
      change: 'updated' as const,
      changes: [{ field: 'state', before, after }, ...more],
    })
    const toThem = {
      field: 'assignee',
      before: null,
      after: { kind: 'user' as const, id: taken.id, name: taken.name },
    }
    if (inWork === undefined || state.id === inWork.id)
      return [created, moved(at(100), first.name, state.name, [toThem])]
    return [
      created,
      moved(at(100), first.name, inWork.name, [toThem]),
      moved(row.closedAt ?? at(200), inWork.name, state.name),
    ]
  })
}

type Told = typeof tables.journalEntry.$inferInsert
interface Person {
  id: Id<'user'>
  name: string
}

/** In chronological order, as the product writes the journal. */
export async function seedHistory(seed: Seed, told: readonly Told[]): Promise<void> {
  await insertAll(
    seed.db,
    tables.journalEntry,
    told.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  )
}

/** Only the newest runs without effect are kept, as in the product. */
function stillKnown(logs: readonly YearLog[], below: number): { log: YearLog; score: number }[] {
  const scored = logs.flatMap((log) => (log.score === null ? [] : [{ log, score: log.score }]))
  const passed = scored.filter(({ score }) => score >= below)
  const forgotten = new Set(passed.slice(0, Math.max(0, passed.length - KEPT.filtered)))
  return scored.filter((one) => !forgotten.has(one))
}

/** What the technician said on closing. A few tickets have no cause or remedy, as in real life. */
function failureFound({ codes }: TicketKind, random: Random) {
  const pick = (kind: FailureKind, chance: number) => {
    const own = codes.filter((code) => code.kind === kind)
    return own.length > 0 && random.chance(chance) ? random.pick(own).id : null
  }
  return {
    problemId: pick('problem', 1),
    causeId: pick('cause', 0.85),
    remedyId: pick('remedy', 0.9),
  }
}

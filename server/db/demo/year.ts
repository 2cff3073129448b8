/** A year of work: performances with honest scores, the tickets they led to, what people said on them. */
import { randomUUID } from 'node:crypto'
import { scoreOf, visibleQuestions } from '#contract/rules/score'
import type { GivenAnswer, SurveyQuestion } from '#contract/survey'
import type { Id } from '#contract/ids'
import { automationEffect, automationRun, journalEntry, outboxEvent, procedureLog, ticket, ticketComment, type automation } from '../schema/index.ts'
import { statuses, type Campus } from './campus.ts'
import type { Checklist } from './procedures.ts'
import { seededRandom, type Random } from './random.ts'
import { insertAll, type Seed, type ticketTypeWithStates } from './rows.ts'

export type TicketKind = Awaited<ReturnType<typeof ticketTypeWithStates>>
export type Rule = typeof automation.$inferSelect
type Log = typeof procedureLog.$inferSelect

const DAY = 86_400_000
const YEAR_DAYS = 365

export async function seedYear(seed: Seed, campus: Campus, lists: readonly Checklist[], performers: Id<'user'>[]): Promise<Log[]> {
  const random = seededRandom(2024)
  const rows = lists.flatMap((list) => Array.from({ length: list.spec.perYear }, () => performance(seed, random, campus, list, random.pick(performers))))
  rows.sort((a, b) => a.doneAt.getTime() - b.doneAt.getTime())
  return insertAll(seed.db, procedureLog, rows)
}

function performance(seed: Seed, random: Random, campus: Campus, list: Checklist, doneBy: Id<'user'>): typeof procedureLog.$inferInsert {
  const day = Math.floor(random.next() ** 0.8 * YEAR_DAYS)
  const at = new Date(seed.now.getTime() - day * DAY)
  at.setUTCHours(random.between(5, 19), random.between(0, 59), random.between(0, 59), 0)
  const doneAt = at > seed.now ? new Date(at.getTime() - DAY) : at
  // Quality improves over the year, with a dip in summer when half the house is away.
  const summer = [6, 7].includes(doneAt.getUTCMonth()) ? 0.12 : 0
  const quality = 0.9 - (day / YEAR_DAYS) * 0.16 - summer
  const answers = answersTo(random, list.questions, quality)
  const byQuestion = new Map<number, GivenAnswer>(answers.map((answer) => [answer.questionId, answer]))
  const { points, maximum, score, breakdown } = scoreOf(list.questions, byQuestion)
  const onEquipment = list.spec.target === 'equipment'
  return {
    companyId: seed.companyId, clientKey: randomUUID(), procedureId: list.id, procedureVersion: 1, doneBy, doneAt, createdAt: doneAt, updatedAt: doneAt,
    startedAt: new Date(doneAt.getTime() - random.between(90, 900) * 1000),
    equipmentId: onEquipment ? random.pick(campus.things.filter((thing) => list.spec.on.test(thing.type))).id : null,
    locationId: onEquipment ? null : random.pick(campus.rooms.filter((room) => list.spec.on.test(room.floor))).place.id,
    points, maximum, score, breakdown, questions: visibleQuestions(list.questions, byQuestion), answers,
  }
}

/** Answers as people give them: mostly good, and only to what is asked. */
function answersTo(random: Random, questions: readonly SurveyQuestion[], quality: number): GivenAnswer[] {
  const given = new Map<number, GivenAnswer>()
  for (const question of questions) {
    if (!visibleQuestions(questions, given).some((each) => each.id === question.id)) continue
    const answer = answerTo(random, question, quality)
    if (answer) given.set(question.id, answer)
  }
  return [...given.values()]
}

function answerTo(random: Random, question: SurveyQuestion, quality: number): GivenAnswer | undefined {
  const questionId = question.id as Id<'surveyQuestion'> // rows just made: their ids are real
  const sorted = [...question.answers].sort((a, b) => b.score - a.score)
  switch (question.kind) {
    case 'singleChoice': {
      const choice = random.chance(quality) ? sorted[0] : sorted[random.between(1, sorted.length - 1)]
      return choice && { questionId, kind: 'singleChoice', answerId: choice.id as Id<'surveyAnswer'> }
    }
    case 'multipleChoice': return { questionId, kind: 'multipleChoice', answerIds: question.answers.filter(() => random.chance(quality)).map((choice) => choice.id as Id<'surveyAnswer'>) }
    case 'number': return { questionId, kind: 'number', value: numberFor(random, question, quality) }
    case 'text': return { questionId, kind: 'text', text: random.pick(['Loose cable by the bed, fixed.', 'Told the charge nurse.', 'Alarm stays silent, pump taken out of use.', 'Water under the basin, ticket opened.']) }
    default: return undefined
  }
}

function numberFor(random: Random, { numberScore, minimum, maximum }: SurveyQuestion, quality: number): number {
  const low = numberScore?.from ?? minimum ?? 0
  const high = numberScore?.to ?? maximum ?? 100
  if (random.chance(quality)) return Math.round((low + random.next() * (high - low)) * 10) / 10
  const outside = numberScore?.to === null ? low - random.next() * 30 : high + random.next() * 6
  return Math.round(Math.min(maximum ?? Infinity, Math.max(minimum ?? -Infinity, outside)) * 10) / 10
}

/** What the rules made of the year: a run for each log of their procedure, a ticket where the score was too low. */
export async function seedTickets(seed: Seed, logs: readonly Log[], rules: readonly { rule: Rule; kind: TicketKind; below: number; titleOf: (log: Log) => string }[], technicians: Id<'user'>[]): Promise<void> {
  const random = seededRandom(99)
  const { db, companyId } = seed
  const looks = rules.flatMap((each) => logs.filter((log) => log.procedureId === each.rule.procedureId && log.score !== null).map((log) => ({ ...each, log, score: log.score ?? 0 })))
  const events = await insertAll(db, outboxEvent, looks.map(({ log }) => ({ companyId, payload: { type: 'procedure.performed' as const, procedureLogId: log.id }, handledAt: log.doneAt, availableAt: log.doneAt })))
  const runs = await insertAll(db, automationRun, looks.map(({ rule, log, score, below }, index) => ({
    companyId, eventId: events[index]?.id ?? 0, automationId: rule.id, automationName: rule.name, procedureLogId: log.id, at: log.doneAt, outcome: score < below ? 'done' as const : 'filtered' as const,
    verdicts: [{ kind: 'score' as const, expected: { operator: 'lessThan', value: below }, saw: score, passed: score < below }],
  })))
  const opened = looks.flatMap((look, index) => (look.score < look.below ? [{ ...look, run: runs[index] }] : []))
  const tickets = await insertAll(db, ticket, opened.map(({ kind, log, run, titleOf }) => {
    const age = (seed.now.getTime() - log.doneAt.getTime()) / DAY
    const isClosed = random.chance(Math.min(0.94, age / 50))
    const state = random.pick(kind.states.filter((each) => (each.category === 'closed') === isClosed))
    return {
      companyId, title: titleOf(log), typeId: kind.id, stateId: state.id, assigneeId: state.category === 'open' ? null : random.pick(technicians), equipmentId: log.equipmentId, locationId: log.locationId,
      procedureLogId: log.id, automationRunId: run?.id ?? null, openedAt: log.doneAt, createdAt: log.doneAt, updatedAt: log.doneAt, closedAt: isClosed ? new Date(Math.min(seed.now.getTime(), log.doneAt.getTime() + random.between(1, 9) * DAY / 2)) : null,
    }
  }))
  await insertAll(db, automationEffect, tickets.map((row, index) => ({
    companyId, runId: opened[index]?.run?.id ?? (0 as Id<'automationRun'>), eventId: opened[index]?.run?.eventId ?? 0, automationId: opened[index]?.rule.id ?? (0 as Id<'automation'>), actionIndex: 0, kind: 'openTicket', ticketId: row.id,
  })))
  const remarks = ['Ordered the spare part.', 'Looked at it, cannot reproduce the fault.', 'Replaced the battery, tested for ten minutes.', 'Waiting for the supplier.', 'Done, back on the ward.']
  await insertAll(db, ticketComment, tickets.filter(() => random.chance(0.5)).map((row) => ({ companyId, ticketId: row.id, authorId: row.assigneeId ?? random.pick(technicians), text: random.pick(remarks), createdAt: new Date(Math.min(seed.now.getTime(), row.openedAt.getTime() + 7_200_000)) })))
}

/** Statuses as they came and went over the last weeks, so that a thing's journal has something to tell. */
export async function seedStatusChanges(seed: Seed, campus: Campus, people: { id: Id<'user'>; name: string }[]): Promise<void> {
  const random = seededRandom(5)
  const names = statuses.map((status) => status.name)
  const movable = campus.things.filter((thing) => !thing.isStatic)
  const changes = Array.from({ length: 260 }, () => {
    const thing = random.pick(movable)
    const by = random.pick(people)
    const before = random.pick(names)
    const at = new Date(seed.now.getTime() - Math.floor(random.next() * 60 * DAY))
    return { companyId: seed.companyId, at, entity: 'equipment' as const, entityId: thing.id, entityName: thing.name, change: 'updated' as const, byKind: 'user' as const, byId: by.id, byName: by.name, changes: [{ field: 'status', before, after: random.pick(names.filter((name) => name !== before)) }] }
  })
  await insertAll(seed.db, journalEntry, changes.sort((a, b) => a.at.getTime() - b.at.getTime()))
}

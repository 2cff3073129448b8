import { eq } from 'drizzle-orm'
import type { AssignBy } from '#contract/automation/actions/assign.ts'
import { chooseAssignee, type Choice } from '#contract/automation/chooseAssignee.ts'
import { whyNobody, type EmptyReason } from '#contract/automation/whyNobody.ts'
import type { Id } from '#contract/ids.ts'
import type { GivenAnswer } from '#contract/procedures/survey.ts'
import type { AssignmentCandidate } from '#contract/rrules/assignments.ts'
import { refusesAssignee } from '#contract/rules/refusesAssignee.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { notifyNobodyEligible } from '../../foundation/alerts/index.ts'
import { candidatesAmong, type Among } from '../assignees/index.ts'
import { onDutyNow } from '../duties/index.ts'
import { assignTicketByRule, selectTicket } from '../tickets/index.ts'

export interface AssignWish {
  assign: AssignBy | null
  answers: readonly GivenAnswer[]
  runId: Id<'automationRun'>
  automationName: string | null
  procedureLogId: Id<'procedureLog'> | null
}
type Chosen = { id: Id<'user'>; name: string } | null
type Outcome = 'assigned' | 'removed' | 'nobodyEligible'

interface Decision {
  by: 'user' | 'question' | 'duty' | 'rule' | 'nobody'
  source: string | null
  choice: Choice
  /** Why nobody was considered, if so. */
  empty: EmptyReason
}

export async function assignByRule(
  scope: Scope,
  ticketId: Id<'ticket'>,
  wish: AssignWish,
): Promise<{
  outcome: Outcome
  chosen: Chosen
  changed: boolean
  /** Null if somebody was eligible. */
  nobody: { source: string | null; why: string; candidates: AssignmentCandidate[] } | null
}> {
  const before = await selectTicket(scope, ticketId)
  const { by, source, choice, empty } = await decide(scope, wish, before.ticket)
  const chosen = choice.candidates.find(({ isChosen }) => isChosen) ?? null
  const outcome: Outcome =
    wish.assign === null ? 'removed' : chosen === null ? 'nobodyEligible' : 'assigned'
  const { equipmentId, locationId } = before.ticket
  const changed =
    outcome === 'nobodyEligible'
      ? false
      : await assignTicketByRule(scope, before, chosen?.userId ?? null)
  const { runId, automationName, procedureLogId } = wish
  await scope.db.insert(tables.ticketAssignment).values({
    companyId: scope.actor.companyId,
    ticketId,
    runId,
    automationName,
    at: scope.clock.now(),
    by,
    source,
    outcome,
    decidedBy: 'matcher',
    chosenId: chosen?.userId ?? null,
    candidates: choice.candidates,
  })
  if (outcome === 'nobodyEligible')
    await notifyNobodyEligible(scope, {
      runId,
      automationName,
      procedureLogId,
      equipmentId,
      locationId,
      ticketId,
    })
  scope.changed({ type: 'Ticket', id: ticketId })
  return {
    outcome,
    chosen: chosen === null ? null : { id: chosen.userId, name: chosen.name },
    changed,
    nobody:
      outcome === 'nobodyEligible'
        ? {
            source,
            why: whyNobody(empty, choice.candidates.map(by === 'rule' ? asIs : barredOf)),
            candidates: choice.candidates,
          }
        : null,
  }
}

type Reasons = Pick<AssignmentCandidate, 'reasons'>
const asIs = ({ reasons }: Reasons): Reasons => ({ reasons })
/** A person who is named may be unavailable. */
const barredOf = ({ reasons }: Reasons): Reasons => ({ reasons: reasons.filter(refusesAssignee) })

const nobody: Choice = { chosen: null, candidates: [] }

async function decide(
  scope: Scope,
  { assign, answers }: AssignWish,
  place: { equipmentId: Id<'equipment'> | null; locationId: Id<'location'> | null },
): Promise<Decision> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  if (assign === null) return { by: 'nobody', source: null, choice: nobody, empty: 'noCandidates' }
  if (assign.by === 'user')
    return {
      by: 'user',
      source: null,
      choice: await named(scope, assign.userId, place),
      empty: 'noCandidates',
    }
  if (assign.by === 'duty') {
    const duty = await onDutyNow(scope, assign.dutyId)
    const userId = duty?.userId ?? null
    return {
      by: 'duty',
      source: duty?.name ?? null,
      choice: userId === null ? nobody : await named(scope, userId, place),
      empty: 'nobodyOnDuty',
    }
  }
  if (assign.by === 'question') {
    const [question] = await db
      .select({ title: tables.surveyQuestion.title })
      .from(tables.surveyQuestion)
      .where(
        ofCompany(
          tables.surveyQuestion,
          companyId,
          eq(tables.surveyQuestion.id, assign.questionId),
        ),
      )
    const given = answers.find(({ questionId }) => questionId === assign.questionId)
    return {
      by: 'question',
      source: question?.title ?? null,
      choice: given?.kind === 'user' ? await named(scope, given.userId, place) : nobody,
      empty: 'answerNamesNobody',
    }
  }
  const [rule] = await db
    .select()
    .from(tables.assignRule)
    .where(ofCompany(tables.assignRule, companyId, eq(tables.assignRule.id, assign.ruleId)))
  if (!rule || !rule.isActive)
    return { by: 'rule', source: rule?.name ?? null, choice: nobody, empty: 'ruleOff' }
  return {
    by: 'rule',
    source: rule.name,
    choice: chooseAssignee(
      await candidatesAmong(scope, rule, place),
      rule.instruction,
      clock.now(),
    ),
    empty: 'noCandidates',
  }
}

/** A named user is assigned even if not available, because a user configured that. */
async function named(
  scope: Scope,
  userId: Id<'user'>,
  place: { equipmentId: Id<'equipment'> | null; locationId: Id<'location'> | null },
): Promise<Choice> {
  const among: Among = { userIds: [userId], roleIds: [] }
  const judged = chooseAssignee(await candidatesAmong(scope, among, place), '', scope.clock.now())
  const candidates = judged.candidates.map((each) => ({
    ...each,
    isChosen: !each.reasons.some(refusesAssignee),
  }))
  return { chosen: candidates.find(({ isChosen }) => isChosen)?.userId ?? null, candidates }
}

/**
 * Lists the limits of queries and what each keeps: a limit drops the last rows, so important rows
 * must come first. A new limit fails until a developer has considered its order.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './root.ts'

/** Limits without loss: the rest comes with the next step, or only a number is needed. */
const STEPS = 'a step of many; the next one takes the rest'
const COUNT = 'only counted up to here, and said to be more'

const keeps: Record<string, string> = {
  'foundation/account/ownData.ts OWN_DATA_ROWS':
    'newest first (each question has its order); says how many more',
  'work/assignees/assignees.ts 500': 'those to whom it may be given, of them the least busy',
  'work/assignments/routes.ts 50': 'newest first',
  'work/duties/steps.ts AT_ONCE': STEPS,
  'work/duties/rehearse.ts MAX_LOOKED_AT': 'newest first',
  'foundation/auth/consent.ts INVITATIONS_SHOWN':
    'oldest first; the next stand there once these are answered',
  'foundation/auth/invitations.ts INVITED_AGAIN': 'by company; links of one address sent again',
  'foundation/auth/members.ts ACCOUNTS_TRIED':
    'the proved account first; how many passwords one try may match',
  'operation/retention/cleanUp.ts FILES_A_STEP': STEPS,
  'operation/retention/sweeps.ts past.limit': STEPS,
  'work/inventory/parts.ts MAX_PARTS': 'newest first; a ticket has no more',
  'work/ticketWork/costs.ts MAX_COSTS': 'newest first; a ticket has no more',
  'work/ticketWork/rows.ts MAX_ENTRIES': 'newest first; a ticket has no more',
  'work/tickets/batch.ts MAX_TICKET_BATCH': 'by number; says how many more match',
  'work/tickets/views.ts MAX_VIEW_COUNT + 1': COUNT,
  'work/labelReports/answer.ts MAX_COMMENTS': 'newest first',
  'work/labelReports/labels.ts MAX_KEPT': 'newest prints; the others need a network',
  'work/labelReports/labels.ts MAX_LABELS': 'first by name; printing them makes room for the next',
  'work/labelReports/ofTicket.ts MAX_REPORTS': 'oldest first; the ticket counts its repeats',
  'work/tickets/closing.ts MAX_LOGS': 'newest first; the list of logs has all',
  'work/labelReports/subject.ts MAX_OPEN': 'newest first; the others join by their problem',
  'work/automations/eventQueue.ts MAX_COUNTED_EVENTS': COUNT,
  'site/meters/ofAnswers.ts LOGS_AT_ONCE': STEPS,
  'site/meters/ofSensors.ts NEW_AT_ONCE': STEPS,
  'site/meters/ofStatus.ts ENTRIES_AT_ONCE': STEPS,
  'site/meters/ofVisits.ts VISITS_AT_ONCE': STEPS,
  'work/schedules/expected.ts PREVIEWED': 'the oldest; the runner reads all of them',
  'site/sensors/lateExcursions.ts AROUND': 'the newest; an excursion begins among them',
  'work/replacement/facts.ts MAX_PLANNED_EQUIPMENT': 'the plan says how much is left out',
  'work/automations/events/alerts.ts MAX_SPANS': 'one more than may wait; the rule says the rest',
  'work/automations/events/dates.ts MAX_SPANS': 'one more than may wait; the rule says the rest',
  'work/automations/events/places.ts MAX_SPANS': 'one more than may wait; the rule says the rest',
  'work/automations/events/things.ts MAX_SPANS': 'one more than may wait; the rule says the rest',
  'work/automations/events/tickets.ts MAX_SPANS': 'the oldest; one more than may wait',
  'work/automations/eventQueue.ts MAX_NAMED_EVENTS': 'newest first; the count says the rest',
  'foundation/company/domainChecks.ts A_RUN': 'the longest unchecked first; the next run goes on',
  'insight/dashboards/categories.ts MAX_CATEGORIES': 'by name; no more can be made',
  'insight/dashboards/counting.ts MAX_BOARDS': 'by name; no company has as many',
  'insight/dashboards/routes.ts MAX_IDS + 1': 'one more than is shown, to say that there are more',
  'insight/dashboards/sharing.ts 500': 'by name, for the journal',
  'operation/dataExports/archive.ts STEP': STEPS,
  'operation/dataExports/routes.ts SHOWN': 'newest first',
  'site/devices/quarantine.ts PUSHED_OUT_SHOWN': 'most reports first',
  'insight/dynamicDashboards/counting.ts MAX_BOARDS': 'by name; no company has as many',
  'site/equipment/batchJob.ts STEP': STEPS,
  'site/equipment/batches.ts AT_WORK': 'newest first',
  'site/equipment/batches.ts BATCH_MAXIMUM': 'by number; says how many more match',
  'site/equipment/identifierMoves.ts NAMES_READ': 'by name; nobody has as many names of facts',
  'site/equipment/identifierMoves.ts STEP': STEPS,
  'site/equipment/identifierMoves.ts VALUES_READ':
    'most equipment first; a GTIN or day has few values',
  'site/equipment/routes.ts TREE_MAXIMUM': 'by name; the tree says how many there are',
  'site/equipmentFiles/fileRetention.ts A_STEP': STEPS,
  'foundation/hooks/routes.ts 200': 'newest tries',
  'operation/imports/undo.ts PREVIEW_STEP': STEPS,
  'operation/imports/undo.ts STEP': STEPS,
  'work/inventory/rows.ts LOTS_SHOWN': 'what expires first; the count says the rest',
  'foundation/locations/tree.ts TREE_MAXIMUM':
    'the outermost places; the tree says how many there are',
  'foundation/messages/index.ts SHOWN': 'newest first',
  'foundation/orgEntities/routes.ts MAX_NODES': 'by name; no more can be made',
  'foundation/people/explain.ts 500': 'by name',
  'foundation/people/impact.ts SHOWN':
    'schedules that nobody else has first; the count says the rest',
  'foundation/people/writtenNames.ts STEP': STEPS,
  'foundation/push/composePushes.ts AT_ONCE': STEPS,
  'foundation/push/composePushes.ts USERS_AT_ONCE': STEPS,
  'work/procedureLogs/meanwhile.ts MAX_MEANWHILE': 'newest first',
  'work/procedures/routes.ts 5_000': 'by name',
  'work/procedures/routes.ts TREE_MAXIMUM': 'by name; the tree says how many there are',
  'insight/referenceData/progress.ts 500': 'by name; no company has as many',
  'insight/referenceData/routes.ts 5_000': 'by category and name',
  'foundation/references/routes.ts MAX_ROWS': 'by kind and number; the count says the rest',
  'foundation/referenceLists/relatedProcedures.ts 500': 'by name',
  'insight/related/routes.ts RELATED_ROWS': 'what was used last; the count says the rest',
  'site/metrics/metrics.ts MAX_MARKERS': 'newest first; says how many more',
  'site/metrics/metrics.ts MAX_SERIES': 'by name; says how many more',
  'site/metrics/metrics.ts STEP.points': 'by range and time; says where it ends',
  'operation/retention/sizes.ts COUNTED + 1': COUNT,
  'site/venues/importView.ts EARLIER':
    'newest first; only corrections that fit this plan are offered',
  'site/venues/drawnOn.ts NAMED + 1': 'by name; one more, to say that there are more',
  'site/positions/lastSeen.ts LIVE_MAXIMUM': 'by number; the count says the rest',
  'site/positionHistory/moments.ts MAX_ALERTS + 1':
    'earliest first, and says until when it is whole',
  'site/positionHistory/moments.ts MAX_CHANGES + 1':
    'earliest first, and says until when it is whole',
  'site/positionHistory/moments.ts MAX_TICKETS + 1':
    'earliest first, and says until when it is whole',
  'site/nearest/nearest.ts MAX_CANDIDATES': 'nearest as the crow flies; the count says the rest',
  'site/positions/reach.ts LISTED': 'by name; a floor has fewer gateways',
  'site/positions/reach.ts LOOKED_AT': 'newest first; a sample',
  'site/positions/reservations.ts LISTED': 'what ends first',
  'site/rtls/routes.ts LIVE_MAXIMUM': 'by name, within a drawn outline',
  'site/positionHistory/runs.ts newest': 'newest first',
  'site/positionHistory/runs.ts most': 'by equipment and time; too many are refused',
  'site/simulator/simulator.ts MAX_WALKERS': 'of the demo',
  'work/procedureLogs/exportRows.ts MAX_EXPORTED_COLUMNS + 1': 'too many are refused',
  'work/tickets/stateTimes.ts most + 1': 'too many are refused',
  'work/schedules/equipmentSchedules.ts 20_000': 'the newest of each rule and equipment',
  'work/schedules/feed.ts MAX_EVENTS':
    'nearest in time, open ones apart; the calendar says the rest',
  'work/schedules/feedExpected.ts MAX_EVENTS + 1':
    'the soonest; the calendar says that there are more',
  'work/schedules/feed.ts MAX_RULES': 'whose next date comes first; the calendar says the rest',
  'work/schedules/preview.ts RULES * ENTRIES':
    'the first dates of each rule; says how many are left out',
  'work/schedules/routes.ts 1_000': 'by name; the count says the rest',
  'work/schedules/routes.ts 500': 'by name; the count says the rest',
  'work/schedules/runner.ts 1_000': 'what has waited longest; the next run takes the rest',
  'insight/search/routes.ts EACH': 'what begins with the words; tickets that are open',
  'insight/search/namesakes.ts MAX_SHOWN':
    'inside the same location first, then by name; the rest is counted',
  'insight/search/findByCodes.ts most': 'by name; the page says that there are more',
  'insight/search/findByCodes.ts SHOWN + 1': 'by item; one more than is shown',
  'site/sensors/copyReadings.ts BATCH': STEPS,
  'site/sensors/moveReadings.ts STEP': STEPS,
  'insight/reliability/countDowntime.ts EQUIPMENT_AT_ONCE': STEPS,
  'site/sensors/watch.ts AT_ONCE': 'by number; the next look takes the rest',
  'work/signedLogs/bundle.ts A_STEP': STEPS,
  'work/signedLogs/retention.ts LOGS_A_STEP': STEPS,
  'insight/today/behind.ts SHOWN': 'who is furthest behind',
  'insight/today/loadUpkeep.ts atLeast': COUNT,
  'site/zones/visits.ts most': 'who is still there, then the newest',
}

/** The requested number of rows in the requested order, or a single row. */
const PAGED = /^(?:1|limit|body\.limit|page\.limit|question\.limit|limit \+ 1)$/

function capsOf(name: string): string[] {
  const text = readFileSync(join(root, 'server/modules', name), 'utf8')
  return [...text.matchAll(/\.limit\(([^()]+)\)|\blimit (?:\$\{([^}]+)\}|(\d{2,}))/g)]
    .map(([, called, bound, number]) => (called ?? bound ?? number ?? '').trim())
    .filter((cap) => !PAGED.test(cap))
    .map((cap) => `${name} ${cap}`)
}

it('every limit of a query is listed with what it keeps', () => {
  const names = readdirSync(join(root, 'server/modules'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => name.replaceAll('\\', '/'))
  const found = new Set(names.flatMap(capsOf))
  expect(found.size).toBeGreaterThan(60)
  const [known, there] = [new Set(Object.keys(keeps)), [...found]]
  expect(there.filter((cap) => !known.has(cap)).toSorted()).toEqual([])
  expect([...known].filter((cap) => !found.has(cap)).toSorted()).toEqual([])
})

it('every limit of a query that users read has an order', () => {
  const exempt = [STEPS, COUNT]
  const bare = Object.entries(keeps)
    .filter(([, kept]) => !exempt.includes(kept))
    .flatMap(([cap]) => {
      const [name = '', ...rest] = cap.split(' ')
      const text = readFileSync(join(root, 'server/modules', name), 'utf8')
      const at = text.indexOf(`.limit(${rest.join(' ')})`)
      if (at === -1) return [] // the limit is inside SQL, with its order in the same line
      const statement = text.slice(Math.max(0, at - 700), at)
      return /orderBy\(/.test(statement) ? [] : [cap]
    })
  expect(bare).toEqual([])
})

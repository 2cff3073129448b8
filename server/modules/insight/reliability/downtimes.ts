import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { DowntimeRow, reliability as contract } from '#contract/reliability.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { writeVersioned } from '#kernel/data/updateVersioned.ts'
import { Parts } from '#kernel/events/journal.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { causeOfDowntime, ticketMeanwhile } from './causes.ts'
import { downtimesObserved, isPlanned, observedEquipment, secondsObserved } from './figures.ts'

const { downtime, equipment, failureCode, ticket } = tables

type Question = z.output<typeof contract.listDowntimes.body>
type Correction = z.output<typeof contract.correctDowntime.body>

interface Row extends Record<string, unknown> {
  id: Id<'downtime'>
  version: number
  equipmentId: Id<'equipment'>
  equipmentName: string
  since: string
  until: string | null
  seconds: number
  isCut: boolean
  status: string
  isPlanned: boolean
  isPlannedByHand: boolean | null
  note: string | null
  ticket: DowntimeRow['ticket']
  total: number
}

/** The name in the type's list, or the text that was written instead. */
const found = (
  column: SQLWrapper,
  written: SQLWrapper,
): SQL => sql`coalesce((select ${failureCode.name} from ${failureCode}
  where ${failureCode.companyId} = ${ticket.companyId} and ${failureCode.id} = ${column}), ${written})`

const ticketAndFindings = sql`jsonb_build_object('id', ${ticket.id}, 'title', ${ticket.title},
  'problem', ${found(ticket.problemId, ticket.problemText)}, 'cause', ${found(ticket.causeId, ticket.causeText)},
  'remedy', ${found(ticket.remedyId, ticket.remedyText)})`

export async function downtimesOf(
  scope: Scope,
  observed: SQL,
  {
    sort = '-seconds',
    limit,
    offset,
    where = sql`true`,
  }: Pick<Question, 'sort' | 'limit' | 'offset'> & { where?: SQL },
): Promise<{ count: number; rows: DowntimeRow[] }> {
  const order = sort.endsWith('since') ? sql`${downtime.since}` : sql`seconds`
  const { rows } = await scope.db.execute<Row>(sql`select ${downtime.id} as id,
      ${downtime.version} as version, ${equipment.id} as "equipmentId",
      ${equipment.name} as "equipmentName", ${downtime.since} as since,
      ${downtime.until} as until, (${secondsObserved})::float8 as seconds,
      (${downtime.since} < observed.begins or coalesce(${downtime.until} > observed.ends, false))
        as "isCut", ${downtime.status} as status, ${isPlanned} as "isPlanned",
      ${downtime.isPlannedByHand} as "isPlannedByHand", ${downtime.note} as note,
      ${ticketMeanwhile(scope, ticketAndFindings)} as ticket, count(*) over ()::int as total
    from ${observed} join ${downtimesObserved(scope)}
    join ${equipment} on ${joinOn(equipment, downtime.equipmentId)}
    where ${where}
    order by ${order} ${sort.startsWith('-') ? sql`desc` : sql`asc`}, ${downtime.id}
    limit ${limit} offset ${offset}`)
  return {
    count: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      version: row.version,
      equipment: { id: row.equipmentId, name: row.equipmentName },
      since: new Date(row.since).toISOString(),
      until: row.until === null ? null : new Date(row.until).toISOString(),
      seconds: row.seconds,
      isCut: row.isCut,
      status: row.status,
      isPlanned: row.isPlanned,
      isPlannedByHand: row.isPlannedByHand,
      note: row.note,
      ticket: row.ticket,
    })),
  }
}

export async function listDowntimes(
  scope: Scope,
  { by, filter, range, group, kind, ...page }: Question,
) {
  const observed = await observedEquipment(scope, { by, filter, range })
  const where = and(
    group === undefined
      ? undefined
      : sql`${by === 'cause' ? causeOfDowntime(scope) : sql`observed.group_id`}
          is not distinct from ${group}::int`,
    kind === 'all' ? undefined : kind === 'planned' ? isPlanned : sql`not ${isPlanned}`,
  )
  return downtimesOf(scope, observed, { ...page, ...(where && { where }) })
}

/** The day and hour at which a downtime began names it in the journal of its equipment. */
const correctionParts = (since: Date, value: unknown) =>
  new Parts([{ of: since.toISOString().slice(0, 16).replace('T', ' '), value }])

export async function correctDowntime(
  scope: Scope,
  id: Id<'downtime'>,
  { isPlanned: isPlannedByHand, note, version }: Correction,
): Promise<{ version: number }> {
  const [row] = await scope.db
    .select({ downtime, name: equipment.name })
    .from(downtime)
    .innerJoin(equipment, joinOn(equipment, downtime.equipmentId))
    .where(
      and(ofCompany(downtime, scope.actor.companyId, eq(downtime.id, id)), scope.from.equipment()),
    )
  if (row === undefined) throw refuseNotFound('downtime', 'params.id')
  const before = row.downtime
  const text = note === null || note.trim() === '' ? null : note.trim()
  const written = await writeVersioned(scope, downtime, {
    id,
    version,
    set: { isPlannedByHand, note: text },
  })
  await scope.journal({
    entity: 'equipment',
    id: before.equipmentId,
    name: row.name,
    before: {
      downtimeIsPlanned: correctionParts(before.since, before.isPlannedByHand ?? before.isPlanned),
      downtimeNote: correctionParts(before.since, before.note),
    },
    after: {
      downtimeIsPlanned: correctionParts(before.since, isPlannedByHand ?? before.isPlanned),
      downtimeNote: correctionParts(before.since, text),
    },
  })
  scope.changed({ type: 'Downtime', id })
  return { version: written.version }
}

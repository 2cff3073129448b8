/** Labels with codes on rooms and equipment, and what visitors reported by them. */
import type { Id } from '#contract/ids.ts'
import type { ReportSettings } from '#contract/labelReports.ts'
import { problemKinds, type ProblemKind } from '#contract/rules/labelReports.ts'
import { dueTimes } from '#contract/rules/ticketDue.ts'
import { eq } from 'drizzle-orm'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import * as tables from '#db/schema/index.ts'
import { freshCode, hashOfReport, problemText } from '../modules/work/labelReports/index.ts'
import type { Campus } from './campus.ts'
import { insertAll, type Seed } from './rows.ts'
import type { TicketKind } from './year.ts'

const HOUR = 3_600_000
/** The last equipment of the list still has labels of an earlier version. */
const NOT_PRINTED = 12
const PHONE = '+420 222 333 444'

interface Kinds {
  repair: TicketKind
  cleaning: TicketKind
}

const kindOf = (problem: ProblemKind): keyof Kinds => (problem === 'dirty' ? 'cleaning' : 'repair')

interface Told {
  what: keyof Seed['words']['reported']
  problem: ProblemKind
  hoursAgo: number
  state: 'open' | 'inProgress' | 'closed'
  on: { room: number } | { thing: number }
  name?: string
  phone?: string
  again?: number
  isFixed?: boolean
}

const told: readonly Told[] = [
  {
    what: 'tap',
    problem: 'leaking',
    hoursAgo: 2,
    state: 'inProgress',
    on: { room: 3 },
    name: 'Hana',
    phone: '+420 777 000 111',
    again: 2,
  },
  {
    what: 'heating',
    problem: 'temperature',
    hoursAgo: 5,
    state: 'open',
    on: { room: 8 },
    again: 1,
  },
  { what: 'bed', problem: 'broken', hoursAgo: 20, state: 'open', on: { thing: 4 }, name: 'Milan' },
  {
    what: 'floor',
    problem: 'dirty',
    hoursAgo: 50,
    state: 'closed',
    on: { room: 5 },
    isFixed: true,
  },
]

export async function seedLabelReports(
  { db, companyId, now, words, users, language }: Seed,
  campus: Campus,
  kinds: Kinds,
): Promise<void> {
  const rooms = await db
    .select({ typeId: tables.location.typeId })
    .from(tables.location)
    .where(
      ofCompany(
        tables.location,
        companyId,
        eq(tables.location.id, campus.rooms[0]?.place.id ?? (0 as Id<'location'>)),
      ),
    )
  const settings: ReportSettings = {
    isOn: true,
    locationTypeIds: rooms.map(({ typeId }) => typeId),
    shows: 'name',
    receiver: words.reported.receiver,
    phone: PHONE,
    problems: problemKinds.map((key) => ({
      key,
      text: '',
      ticketTypeId: kinds[kindOf(key)].id,
    })),
  }
  await db
    .update(tables.companySettings)
    .set({ reports: settings })
    .where(ofCompany(tables.companySettings, companyId))
  const printedAt = new Date(now.getTime() - 90 * 24 * HOUR)
  const labels = await insertAll(db, tables.reportLabel, [
    ...campus.rooms.map(({ place }) => ({
      companyId,
      ...freshCode(),
      locationId: place.id,
      printedAt,
    })),
    ...campus.things
      .slice(0, -NOT_PRINTED)
      .map(({ id }) => ({ companyId, ...freshCode(), equipmentId: id, printedAt })),
  ])
  const technician = users.find(({ role }) => role === 'technician')?.userId ?? null
  for (const each of told) {
    const thing = 'thing' in each.on ? campus.things[each.on.thing] : undefined
    const room = 'room' in each.on ? campus.rooms[each.on.room]?.place : undefined
    const label = labels.find(({ equipmentId, locationId }) =>
      thing === undefined ? locationId === room?.id : equipmentId === thing.id,
    )
    const kind = kinds[kindOf(each.problem)]
    const state = kind.states.find(({ category }) => category === each.state) ?? kind.states[0]
    const name = thing?.name ?? room?.name
    if (label === undefined || state === undefined || name === undefined) continue
    const openedAt = new Date(now.getTime() - each.hoursAgo * HOUR)
    const closedAt = each.state === 'closed' ? new Date(openedAt.getTime() + 6 * HOUR) : null
    const [ticket] = await insertAll(db, tables.ticket, [
      {
        companyId,
        title: `${problemText({ key: each.problem, text: '' }, language)}: ${name}`,
        description: words.reported[each.what],
        typeId: kind.id,
        stateId: state.id,
        assigneeId: each.state === 'open' ? null : technician,
        equipmentId: thing?.id ?? null,
        locationId: room?.id ?? null,
        ...dueTimes(kind.targets, 'normal', openedAt),
        priority: 'normal',
        openedAt,
        closedAt,
        createdAt: openedAt,
        updatedAt: closedAt ?? openedAt,
        repeatCount: each.again ?? 0,
      },
    ])
    if (ticket === undefined) continue
    const own = {
      companyId,
      labelId: label.id,
      ticketId: ticket.id,
      problemKey: each.problem,
      problemText: '',
    }
    await insertAll(db, tables.ticketReport, [
      {
        ...own,
        keyHash: hashOfReport(each.what),
        isRepeat: false,
        words: words.reported[each.what],
        reporterName: each.name ?? null,
        reporterPhone: each.phone ?? null,
        isFixed: each.isFixed ?? null,
        answeredAt: each.isFixed === undefined ? null : closedAt,
        createdAt: openedAt,
      },
      ...Array.from({ length: each.again ?? 0 }, (_, index) => ({
        ...own,
        keyHash: hashOfReport(`${each.what} ${index}`),
        isRepeat: true,
        createdAt: new Date(openedAt.getTime() + (index + 1) * 0.5 * HOUR),
      })),
    ])
    if (each.state === 'inProgress' && technician !== null)
      await insertAll(db, tables.ticketComment, [
        {
          companyId,
          ticketId: ticket.id,
          authorId: technician,
          text: words.reported.answer,
          isPublic: true,
          createdAt: new Date(openedAt.getTime() + HOUR),
        },
      ])
  }
}

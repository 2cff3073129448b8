/**
 * St. Brigid Hospital: its campus, its people beyond the five who sign in, its rules and its year.
 */
import { and, eq, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { dueTimes } from '#contract/rules/ticketDue'
import type { StandardRole } from '../modules/auth/index.ts'
import {
  automation,
  equipmentType,
  person,
  reference,
  ticket,
  user,
  userRole,
} from '../db/schema/index.ts'
import { seedAutomations } from './automations.ts'
import { seedCampus } from './campus.ts'
import { seedDashboards } from './dashboards.ts'
import { seedImports, type ImportFiles } from './imports.ts'
import { seedPapers, type Paper } from './papers.ts'
import { seedProcedures, type Checklist } from './procedures.ts'
import { insertAll, targetsOf, ticketTypeWithStates, type Seed } from './rows.ts'
import { seedSchedules, seedWords } from './schedules.ts'
import { seedSigned } from './signed.ts'
import { seedStock } from './stock.ts'
import { seedUsed } from './used.ts'
import { seedSensors } from './sensors.ts'
import { seedSettings } from './settings.ts'
import { seedVenue } from './venue.ts'
import {
  seedHistory,
  seedTickets,
  statusChanges,
  seedYear,
  type Rule,
  type TicketKind,
} from './year.ts'

const colleagues: [first: string, last: string, role: StandardRole][] = [
  ['Jana', 'Dvořáková', 'staff'],
  ['Yusuf', 'Amin', 'staff'],
  ['Olga', 'Petrova', 'staff'],
  ['Noa', 'Cohen', 'staff'],
  ['Peter', 'Horváth', 'technician'],
  ['Lukas', 'Brandt', 'technician'],
  ['Leila', 'Nasser', 'staff'],
  ['Marta', 'Kovács', 'manager'],
]

export async function seedHospital(
  seed: Seed,
  roleIds: Record<StandardRole, Id<'role'>>,
  papers: readonly Paper[],
  imports: ImportFiles | null,
): Promise<void> {
  const { db, companyId, now } = seed
  const others = await seedColleagues(seed, roleIds)
  const everyone = [...seed.users, ...others]
  const inRole = (...roles: StandardRole[]) =>
    everyone.filter(({ role }) => roles.includes(role)).map(({ userId }) => userId)
  const people = (...roles: StandardRole[]) =>
    everyone
      .filter(({ role }) => roles.includes(role))
      .map(({ userId, firstName, lastName }) => ({ id: userId, name: `${firstName} ${lastName}` }))
  await seedSettings(seed)
  const campus = await seedCampus(seed)
  await narrowAccessScope(seed, others)
  await seedVenue(seed, campus)
  await seedPapers(seed, campus, papers)
  const lists = await seedProcedures(seed)
  const repair = await ticketTypeWithStates(
    seed,
    'Repair',
    'red',
    [
      ['New', 'open', 'blue'],
      ['In work', 'inProgress', 'orange'],
      ['Waiting for parts', 'waiting', 'yellow'],
      ['Done', 'closed', 'green'],
      ['Will not be done', 'closed', 'purple'],
    ],
    { targets: targetsOf([1, 8], [8, 72], [48, 336], [168, 1_440]) },
  )
  const safety = await ticketTypeWithStates(
    seed,
    'Safety',
    'orange',
    [
      ['Reported', 'open', 'red'],
      ['Being looked at', 'inProgress', 'orange'],
      ['Safe again', 'closed', 'green'],
    ],
    { defaultPriority: 'high', targets: targetsOf([1, 8], [24, 168], [48, 336]) },
  )
  const cleaning = await ticketTypeWithStates(
    seed,
    'Cleaning',
    'turquoise',
    [
      ['To do', 'open', 'blue'],
      ['Done', 'closed', 'green'],
    ],
    { targets: targetsOf([1, 2], [2, 8], [4, 24], [24, 72]) },
  )

  const scheduled = await seedSchedules(seed, campus, lists, roleIds, inRole)
  await seedWords(seed, roleIds)
  const logs = await seedYear(seed, campus, lists, scheduled, inRole('staff', 'technician'))
  await seedUsed(seed)
  await seedStock(seed)
  await seedSigned(seed)
  await seedDashboards(seed, roleIds)
  await seedSensors(seed, campus)
  if (imports !== null) await seedImports(seed, imports)
  const thingNames = new Map(campus.things.map((thing) => [thing.id, thing.name]))
  const roomNames = new Map(campus.rooms.map(({ place }) => [place.id, place.name]))
  const ruleFor = async (procedureName: string, name: string, kind: TicketKind, below: number) => {
    const list = listNamed(lists, procedureName)
    const rule = await seedRule(seed, list, name, kind, below)
    return {
      rule,
      kind,
      below,
      titleOf: (log: (typeof logs)[number]) =>
        `${procedureName}: ${log.equipmentId ? thingNames.get(log.equipmentId) : log.locationId ? roomNames.get(log.locationId) : ''}`,
    }
  }
  const rules = [
    await ruleFor('Infusion pump check', 'Pump fails its check', repair, 60),
    await ruleFor('Ward round', 'Poor ward round', safety, 50),
    await ruleFor('Defibrillator daily check', 'Defibrillator not ready', repair, 70),
  ]
  const told = await seedTickets(seed, logs, rules, people('technician'))
  await seedAutomations(seed, { lists, kinds: { repair, safety, cleaning }, roleIds })
  await seedHistory(seed, [
    ...told,
    ...statusChanges(seed, campus, people('manager', 'technician', 'staff')),
  ])
  const [first] = campus.rooms
  const staff = inRole('staff')[0]
  if (first && staff) {
    await insertAll(db, ticket, [
      {
        companyId,
        title: 'Blind is stuck half way',
        typeId: repair.id,
        stateId: repair.states[0]?.id ?? raise(),
        openerId: staff,
        locationId: first.place.id,
        ...dueTimes(repair.targets, 'low', new Date(now.getTime() - 5 * 3_600_000)),
        priority: 'low',
        openedAt: new Date(now.getTime() - 5 * 3_600_000),
      },
      {
        companyId,
        title: 'Coffee spilled in the corridor',
        typeId: cleaning.id,
        stateId: cleaning.states[0]?.id ?? raise(),
        openerId: staff,
        locationId: first.place.id,
        ...dueTimes(cleaning.targets, 'high', new Date(now.getTime() - 1_500_000)),
        priority: 'high',
        openedAt: new Date(now.getTime() - 1_500_000),
      },
    ])
  }
}

async function seedColleagues(seed: Seed, roleIds: Record<StandardRole, Id<'role'>>) {
  const { db, companyId, now } = seed
  // People of the house who do not sign in: an address nobody reads and no password.
  const people = await insertAll(
    db,
    person,
    colleagues.map(([first, last]) => ({
      email: `${first}.${last}@plantroom.demo`
        .normalize('NFD')
        .replace(/[^\w.@]/g, '')
        .toLowerCase(),
    })),
  )
  const users = await insertAll(
    db,
    user,
    colleagues.map(([firstName, lastName], index) => ({
      companyId,
      personId: people[index]?.id ?? raise(),
      firstName,
      lastName,
      language: 'en' as const,
      allEquipment: true,
      allLocations: true,
      allProcedures: true,
      // The newest colleague has an invitation and has not come yet.
      lastSignInAt:
        index === colleagues.length - 1
          ? null
          : new Date(now.getTime() - (index + 1) * 7 * 3_600_000),
    })),
  )
  await insertAll(
    db,
    userRole,
    users.map((row, index) => ({
      companyId,
      userId: row.id,
      roleId: roleIds[colleagues[index]?.[2] ?? 'staff'],
    })),
  )
  return users.map((row, index) => ({
    userId: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    role: colleagues[index]?.[2] ?? ('staff' as const),
  }))
}

/**
 * One technician looks after infusion pumps and defibrillators alone, so that 'what can this person
 * see' has a tale to tell.
 */
async function narrowAccessScope(
  { db, companyId }: Seed,
  others: readonly { userId: Id<'user'>; role: StandardRole }[],
): Promise<void> {
  const specialist = others.findLast(({ role }) => role === 'technician')
  if (!specialist) raise()
  const types = await db
    .select({ id: equipmentType.id })
    .from(equipmentType)
    .where(
      and(
        eq(equipmentType.companyId, companyId),
        inArray(equipmentType.name, ['Infusion pump', 'Defibrillator']),
      ),
    )
  await db
    .update(user)
    .set({
      allEquipment: false,
      equipmentTypeIds: types.map(({ id }) => id),
      availableUntil: new Date('9999-12-31T00:00:00Z'),
    })
    .where(and(eq(user.companyId, companyId), eq(user.id, specialist.userId)))
}

async function seedRule(
  seed: Seed,
  list: Checklist,
  name: string,
  kind: TicketKind,
  below: number,
): Promise<Rule> {
  const { db, companyId } = seed
  const [rule] = await db
    .insert(automation)
    .values({
      companyId,
      procedureId: list.id,
      name,
      filters: [{ kind: 'score', operator: 'lessThan', value: below }],
      actions: [{ kind: 'openTicket', ticketTypeId: kind.id, title: null, assign: null }],
      isActive: true,
    })
    .returning()
  if (!rule) throw new Error('The rule was not made')
  await db.insert(reference).values({
    companyId,
    fromKind: 'automation',
    fromId: rule.id,
    toKind: 'ticketType',
    toId: kind.id,
  })
  return rule
}

function listNamed(lists: readonly Checklist[], name: string): Checklist {
  const found = lists.find((list) => list.spec.name === name)
  if (!found) throw new Error(`The demo has no procedure ${name}`)
  return found
}

function raise(): never {
  throw new Error('A row of the demo was not made')
}

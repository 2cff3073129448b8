/** St. Brigid Hospital: its campus, its people beyond the five who sign in, its rules and its year. */
import type { Id } from '#contract/ids'
import type { StandardRole } from '../../modules/auth/index.ts'
import { automation, person, reference, ticket, user, userRole } from '../schema/index.ts'
import { seedCampus } from './campus.ts'
import { seedProcedures, type Checklist } from './procedures.ts'
import { insertAll, ticketTypeWithStates, type Seed } from './rows.ts'
import { seedStatusChanges, seedTickets, seedYear, type Rule, type TicketKind } from './year.ts'

const colleagues: [first: string, last: string, role: StandardRole][] = [
  ['Jana', 'Dvořáková', 'staff'], ['Yusuf', 'Amin', 'staff'], ['Olga', 'Petrova', 'staff'], ['Noa', 'Cohen', 'staff'], ['Peter', 'Horváth', 'technician'], ['Lukas', 'Brandt', 'technician'],
  ['Leila', 'Nasser', 'staff'], ['Marta', 'Kovács', 'manager'],
]

export async function seedHospital(seed: Seed, roleIds: Record<StandardRole, Id<'role'>>): Promise<void> {
  const { db, companyId, now } = seed
  const others = await seedColleagues(seed, roleIds)
  const everyone = [...seed.users.map(({ userId, role }) => ({ userId, role })), ...others]
  const inRole = (...roles: StandardRole[]) => everyone.filter(({ role }) => roles.includes(role)).map(({ userId }) => userId)
  const campus = await seedCampus(seed)
  const lists = await seedProcedures(seed)
  const repair = await ticketTypeWithStates(seed, 'Repair', 'red', [['New', 'open', 'blue'], ['In work', 'inProgress', 'orange'], ['Waiting for parts', 'waiting', 'yellow'], ['Done', 'closed', 'green'], ['Will not be done', 'closed', 'purple']])
  const safety = await ticketTypeWithStates(seed, 'Safety', 'orange', [['Reported', 'open', 'red'], ['Being looked at', 'inProgress', 'orange'], ['Safe again', 'closed', 'green']])
  const cleaning = await ticketTypeWithStates(seed, 'Cleaning', 'turquoise', [['To do', 'open', 'blue'], ['Done', 'closed', 'green']])

  const logs = await seedYear(seed, campus, lists, inRole('staff', 'technician'))
  const thingNames = new Map(campus.things.map((thing) => [thing.id, thing.name]))
  const roomNames = new Map(campus.rooms.map(({ place }) => [place.id, place.name]))
  const ruleFor = async (procedureName: string, name: string, kind: TicketKind, below: number) => {
    const list = listNamed(lists, procedureName)
    const rule = await seedRule(seed, list, name, kind, below)
    return { rule, kind, below, titleOf: (log: (typeof logs)[number]) => `${procedureName}: ${log.equipmentId ? thingNames.get(log.equipmentId) : log.locationId ? roomNames.get(log.locationId) : ''}` }
  }
  const rules = [
    await ruleFor('Infusion pump check', 'Pump fails its check', repair, 60),
    await ruleFor('Ward round', 'Poor ward round', safety, 50),
    await ruleFor('Defibrillator daily check', 'Defibrillator not ready', repair, 70),
  ]
  await seedTickets(seed, logs, rules, inRole('technician'))
  await seedStatusChanges(seed, campus, seed.users.filter(({ role }) => role !== 'administrator').map(({ userId, firstName, lastName }) => ({ id: userId, name: `${firstName} ${lastName}` })))
  const [first] = campus.rooms
  const staff = inRole('staff')[0]
  if (first && staff) {
    await insertAll(db, ticket, [
      { companyId, title: 'Blind is stuck half way', typeId: repair.id, stateId: repair.states[0]?.id ?? raise(), openerId: staff, locationId: first.place.id, openedAt: new Date(now.getTime() - 5 * 3_600_000) },
      { companyId, title: 'Coffee spilled in the corridor', typeId: cleaning.id, stateId: cleaning.states[0]?.id ?? raise(), openerId: staff, locationId: first.place.id, openedAt: new Date(now.getTime() - 1_500_000) },
    ])
  }
}

async function seedColleagues(seed: Seed, roleIds: Record<StandardRole, Id<'role'>>) {
  const { db, companyId } = seed
  // People of the house who do not sign in: an address nobody reads and no password.
  const people = await insertAll(db, person, colleagues.map(([first, last]) => ({ email: `${first}.${last}@plantroom.demo`.normalize('NFD').replace(/[^\w.@]/g, '').toLowerCase() })))
  const users = await insertAll(db, user, colleagues.map(([firstName, lastName], index) => ({ companyId, personId: people[index]?.id ?? raise(), firstName, lastName, language: 'en' as const, allEquipment: true, allLocations: true, allProcedures: true })))
  await insertAll(db, userRole, users.map((row, index) => ({ companyId, userId: row.id, roleId: roleIds[colleagues[index]?.[2] ?? 'staff'] })))
  return users.map((row, index) => ({ userId: row.id, role: colleagues[index]?.[2] ?? 'staff' as const }))
}

async function seedRule(seed: Seed, list: Checklist, name: string, kind: TicketKind, below: number): Promise<Rule> {
  const { db, companyId } = seed
  const [rule] = await db.insert(automation).values({
    companyId, procedureId: list.id, name, filters: [{ kind: 'score', operator: 'lessThan', value: below }],
    actions: [{ kind: 'openTicket', ticketTypeId: kind.id, title: null, assigneeId: null }], isActive: true,
  }).returning()
  if (!rule) throw new Error('The rule was not made')
  await db.insert(reference).values({ companyId, fromKind: 'automation', fromId: rule.id, toKind: 'ticketType', toId: kind.id })
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

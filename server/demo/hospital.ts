import { eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { dueTimes } from '#contract/rules/ticketDue.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { StandardRole } from '../modules/foundation/auth/index.ts'
import * as tables from '#db/schema/index.ts'
import { seedAutomations } from './automations.ts'
import { seedCampus, type Campus } from './campus.ts'
import { seedDashboards } from './dashboards.ts'
import { seedImports, type ImportFiles } from './imports.ts'
import { seedDuties } from './duties.ts'
import { seedDocuments, type DemoDocument } from './documents.ts'
import { seedLabelReports } from './labelReports.ts'
import { checklist, seedProcedures, type Checklist } from './procedures.ts'
import { seedReferenceData } from './referenceData.ts'
import { seedOwnFields } from './ownFields.ts'
import { insertAll, targetsOf, ticketTypeWithStates, type Seed } from './rows.ts'
import { seedMeters } from './meters.ts'
import { seedTicketViews } from './ticketViews.ts'
import { seedTicketWork } from './ticketWork.ts'
import { seedSchedules } from './schedules.ts'
import { seedSigned } from './signed.ts'
import { seedStock } from './stock.ts'
import { seedUsed } from './used.ts'
import { seedSensors } from './sensors.ts'
import { seedSettings } from './settings.ts'
import { seedAreas } from './areas.ts'
import { seedVenue } from './venue.ts'
import type { ProcedureKey, Words } from './words.ts'
import { seedHistory, seedTickets, seedYear, type Rule, type TicketKind } from './year.ts'
import { repairsOfEach, statusChanges } from './statusHistory.ts'

const colleagues: {
  key: keyof Words['people']
  mailbox: string
  role: StandardRole
}[] = [
  { key: 'jana', mailbox: 'jana.dvorakova', role: 'staff' },
  { key: 'yusuf', mailbox: 'yusuf.amin', role: 'staff' },
  { key: 'olga', mailbox: 'olga.petrova', role: 'staff' },
  { key: 'noa', mailbox: 'noa.cohen', role: 'staff' },
  { key: 'peter', mailbox: 'peter.horvath', role: 'technician' },
  { key: 'lukas', mailbox: 'lukas.brandt', role: 'technician' },
  { key: 'leila', mailbox: 'leila.nasser', role: 'staff' },
  { key: 'marta', mailbox: 'marta.kovacs', role: 'manager' },
]

export async function seedHospital(
  seed: Seed,
  roleIds: Record<StandardRole, Id<'role'>>,
  papers: readonly DemoDocument[],
  imports: ImportFiles | null,
): Promise<void> {
  const { db, companyId, now, words } = seed
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
  await narrowAccessScope(seed, campus, others)
  await seedVenue(seed, campus)
  await seedAreas(seed)
  await seedDocuments(seed, campus, papers)
  const lists = await seedProcedures(seed, campus.typeIds)
  const repair = await ticketTypeWithStates(
    seed,
    words.tickets.repair.name,
    'red',
    [
      [words.tickets.repair.new, 'open', 'blue'],
      [words.tickets.repair.inWork, 'inProgress', 'orange'],
      [words.tickets.repair.waiting, 'waiting', 'yellow'],
      [words.tickets.repair.done, 'closed', 'green'],
      [words.tickets.repair.refused, 'closed', 'purple'],
    ],
    {
      targets: targetsOf([1, 8], [8, 72], [48, 336], [168, 1_440]),
      problemAsk: 'required',
      causeAsk: 'optional',
      remedyAsk: 'optional',
      failures: words.failures,
    },
  )
  const safety = await ticketTypeWithStates(
    seed,
    words.tickets.safety.name,
    'orange',
    [
      [words.tickets.safety.reported, 'open', 'red'],
      [words.tickets.safety.looked, 'inProgress', 'orange'],
      [words.tickets.safety.safe, 'closed', 'green'],
    ],
    {
      defaultPriority: 'high',
      targets: targetsOf([1, 8], [24, 168], [48, 336]),
      closingProcedureId: checklist(lists, 'wardRound').id,
    },
  )
  const cleaning = await ticketTypeWithStates(
    seed,
    words.tickets.cleaning.name,
    'turquoise',
    [
      [words.tickets.cleaning.toDo, 'open', 'blue'],
      [words.tickets.cleaning.done, 'closed', 'green'],
    ],
    { targets: targetsOf([1, 2], [2, 8], [4, 24], [24, 72]) },
  )

  await seedDuties(
    seed,
    campus.places.buildings.A.id,
    inRole('technician'),
    [repair.id, safety.id],
    roleIds.manager,
  )
  const scheduled = await seedSchedules(seed, campus, lists, roleIds, inRole)
  const reference = await seedReferenceData(seed, roleIds)
  const logs = await seedYear(seed, campus, lists, scheduled, inRole('staff', 'technician'))
  await seedUsed(seed, lists, reference.items)
  await seedStock(seed, campus.places, reference.items)
  await seedSigned(seed, checklist(lists, 'extinguisherInspection'))
  await seedDashboards(seed, { campus, lists }, roleIds)
  await seedSensors(seed, campus)
  await seedMeters(seed, campus, lists, inRole('technician'))
  if (imports !== null) await seedImports(seed, imports)
  const thingNames = new Map(campus.things.map((thing) => [thing.id, thing.name]))
  const roomNames = new Map(campus.rooms.map(({ place }) => [place.id, place.name]))
  const ruleFor = async (key: ProcedureKey, name: string, kind: TicketKind, below: number) => {
    const list = checklist(lists, key)
    const rule = await seedRule(seed, list, name, kind, below)
    return {
      rule,
      kind,
      below,
      titleOf: (log: (typeof logs)[number]) =>
        `${list.name}: ${log.equipmentId ? thingNames.get(log.equipmentId) : log.locationId ? roomNames.get(log.locationId) : ''}`,
    }
  }
  const rules = [
    await ruleFor('pumpCheck', words.automations.pumpFails, repair, 60),
    await ruleFor('wardRound', words.automations.poorRound, safety, 50),
    await ruleFor('defibrillatorCheck', words.automations.defibrillatorNotReady, repair, 70),
  ]
  const told = await seedTickets(seed, logs, rules, people('technician'))
  await seedTicketWork(seed, {
    technicians: inRole('technician'),
    items: reference.items,
    place: campus.places.campus,
    readerRoleId: roleIds.manager,
  })
  await seedAutomations(seed, {
    lists,
    kinds: { repair, safety, cleaning },
    roleIds,
    statusIds: campus.statusIds,
    reference,
  })
  await seedHistory(seed, [
    ...told,
    ...statusChanges(
      seed,
      campus,
      people('manager', 'technician', 'staff'),
      await repairsOfEach(seed),
    ),
  ])
  await seedLabelReports(seed, campus, { repair, cleaning })
  const [first] = campus.rooms
  const staff = inRole('staff')[0]
  if (first && staff) {
    await insertAll(db, tables.ticket, [
      {
        companyId,
        title: words.tickets.blind,
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
        title: words.tickets.coffee,
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
  const { impactId } = await seedOwnFields(seed, {
    roomIds: campus.rooms.map(({ place }) => place.id),
    repairId: repair.id,
  })
  await seedTicketViews(seed, { repairId: repair.id, impactId })
}

async function seedColleagues(seed: Seed, roleIds: Record<StandardRole, Id<'role'>>) {
  const { db, companyId, now, words, language } = seed
  // Colleagues who do not sign in: the company vouches for their accounts, which have no password.
  const people = await insertAll(
    db,
    tables.person,
    colleagues.map(({ mailbox }) => ({
      email: `${mailbox}@plantroom.demo`,
      homeCompanyId: companyId,
    })),
  )
  const users = await insertAll(
    db,
    tables.user,
    colleagues.map(({ key }, index) => {
      // The newest colleague is invited and has not signed in yet.
      const lastSignInAt =
        index === colleagues.length - 1
          ? null
          : new Date(now.getTime() - (index + 1) * 7 * 3_600_000)
      return {
        companyId,
        personId: people[index]?.id ?? raise(),
        firstName: words.people[key].first,
        lastName: words.people[key].last,
        language,
        allEquipment: true,
        allLocations: true,
        allProcedures: true,
        lastSignInAt,
        acceptedAt: lastSignInAt,
      }
    }),
  )
  await insertAll(
    db,
    tables.userRole,
    users.map((row, index) => ({
      companyId,
      userId: row.id,
      roleId: roleIds[colleagues[index]?.role ?? 'staff'],
    })),
  )
  return users.map((row, index) => ({
    userId: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    role: colleagues[index]?.role ?? ('staff' as const),
  }))
}

/**
 * One technician sees only infusion pumps and defibrillators, as an example for 'what can this
 * person see'.
 */
async function narrowAccessScope(
  { db, companyId }: Seed,
  { typeIds }: Campus,
  others: readonly { userId: Id<'user'>; role: StandardRole }[],
): Promise<void> {
  const specialist = others.findLast(({ role }) => role === 'technician')
  if (!specialist) raise()
  await db
    .update(tables.user)
    .set({
      allEquipment: false,
      equipmentTypeIds: [typeIds.defibrillator, typeIds.infusionPump],
      availableUntil: new Date('9999-12-31T00:00:00Z'),
    })
    .where(ofCompany(tables.user, companyId, eq(tables.user.id, specialist.userId)))
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
    .insert(tables.automation)
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
  await db.insert(tables.reference).values({
    companyId,
    fromKind: 'automation',
    fromId: rule.id,
    toKind: 'ticketType',
    toId: kind.id,
  })
  return rule
}

function raise(): never {
  throw new Error('A row of the demo was not made')
}

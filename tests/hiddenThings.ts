/**
 * A company where one of everything is hidden from two users: equipment and locations of hidden
 * types, and visible entities that refer to hidden ones. Names of hidden entities contain `HIDDEN`,
 * names of their types `HIDDEN_KIND`.
 */
import { eq } from 'drizzle-orm'
import { contract } from '#contract/index.ts'
import type { AutomationAction } from '#contract/automation/actions.ts'
import type { FilterObject } from '#contract/filter.ts'
import type { Id } from '#contract/ids.ts'
import { permissionGroups, type PermissionGroup } from '#contract/people/permissions.ts'
import { runSchedules } from '../server/modules/work/schedules/index.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { openTestApp, type TestApp } from './testApp.ts'

export const HIDDEN = 'Quokka'
export const HIDDEN_KIND = 'Numbat'

export interface HiddenTestApp {
  testApp: TestApp
  admin: string
  limited: string
  few: string
  plain: Fixtures
  hidden: Fixtures
  pointing: {
    equipment: Id<'equipment'>
    location: Id<'location'>
    automation: Id<'automation'>
    rrule: Id<'rrule'>
  }
  deviceFile: Id<'file'>
}

export async function openHiddenTestApp(): Promise<HiddenTestApp> {
  const testApp = await openTestApp()
  const admin = await testApp.signIn('administrator')
  const plain = await createFixtures(testApp, testApp.here, admin, 'Plain')
  const hidden = await createFixtures(testApp, testApp.here, admin, HIDDEN, {
    word: 'Common',
    type: HIDDEN_KIND,
    radio: '02',
  })
  await limit(testApp, 'manager', [...permissionGroups], plain)
  await limit(testApp, 'staff', ['performer|procedures', 'viewer|reports'], plain)
  const pointing = await pointAtHidden(testApp, admin, plain, hidden)
  const deviceFile = await logWithFile(testApp, admin, hidden)
  await tellOfHidden(testApp, hidden)
  await testApp.app.outbox.drain()
  await runSchedules(testApp.app.kernel)
  const [limited, few] = [await testApp.signIn('manager'), await testApp.signIn('staff')]
  return { testApp, admin, limited, few, plain, hidden, pointing, deviceFile }
}

/** Removes the flags and leaves the types of `plain`, in a role with these permission groups. */
async function limit(
  { pool, here }: TestApp,
  who: 'manager' | 'staff',
  permissions: PermissionGroup[],
  plain: Fixtures,
): Promise<void> {
  const userId = here.users[who]
  await asSystem(pool, async (db) => {
    await db
      .update(tables.user)
      .set({
        allEquipment: false,
        allLocations: false,
        allProcedures: false,
        equipmentTypeIds: [plain.equipmentType as Id<'equipmentType'>],
        locationTypeIds: [plain.locationType as Id<'locationType'>],
        procedureTypeIds: [plain.procedureType as Id<'procedureType'>],
      })
      .where(ofCompany(tables.user, here.id, eq(tables.user.id, userId)))
    const [made] = await db
      .insert(tables.role)
      .values({ companyId: here.id, name: `Limited ${who}`, permissions })
      .returning()
    await db
      .delete(tables.userRole)
      .where(ofCompany(tables.userRole, here.id, eq(tables.userRole.userId, userId)))
    await db
      .insert(tables.userRole)
      .values({ companyId: here.id, userId, roleId: made?.id ?? (0 as Id<'role'>) })
  })
}

async function pointAtHidden(
  testApp: TestApp,
  admin: string,
  plain: Fixtures,
  hidden: Fixtures,
): Promise<HiddenTestApp['pointing']> {
  const { equipment, locations, procedures, procedureLogs, rrules } = contract
  const thing = await testApp.ok(admin, equipment.createEquipment, {
    body: {
      name: 'Plain pump in a hidden room',
      typeId: plain.equipmentType ?? 0,
      locationId: hidden.location ?? 0,
      statusId: hidden.equipmentStatus ?? 0,
    },
  })
  const place = await testApp.ok(admin, locations.createLocation, {
    body: {
      name: 'Plain room in a hidden one',
      code: 'PIH',
      typeId: plain.locationType ?? 0,
      parentId: hidden.location ?? 0,
    },
  })
  const all: FilterObject = {
    equipmentIds: [hidden.equipment, thing.id] as Id<'equipment'>[],
    locationIds: [hidden.location as Id<'location'>],
    procedureIds: [hidden.procedure as Id<'procedure'>],
    equipmentTypeIds: [hidden.equipmentType as Id<'equipmentType'>],
    procedureTypeIds: [hidden.procedureType as Id<'procedureType'>],
  }
  const made = await testApp.ok(admin, procedures.createProcedure, {
    body: {
      name: 'Plain round with rules',
      typeId: plain.procedureType ?? 0,
      target: 'either',
      questions: [],
    },
  })
  const withRules = await testApp.ok(admin, procedures.updateProcedure, {
    params: { id: made.id },
    body: {
      version: made.version,
      triggeredEvents: [
        ruleOf(
          'Plain rule of hidden things',
          [
            {
              kind: 'scheduleProcedure',
              procedureId: hidden.procedure as Id<'procedure'>,
              times: 1,
              within: { by: 'days', days: 7 },
            },
          ],
          all,
        ),
        ruleOf('Plain rule for all', [
          {
            kind: 'openTicket',
            ticketTypeId: plain.ticketType as Id<'ticketType'>,
            title: 'Plain ticket',
            assign: null,
          },
          alertTo(testApp),
        ]),
      ],
    },
  })
  // Performed on visible equipment in a hidden location, on hidden equipment, and by the hidden
  // procedure on visible equipment.
  for (const [procedure, equipmentId] of [
    [withRules, thing.id],
    [withRules, hidden.equipment ?? 0],
    [await detailOf(testApp, admin, hidden), thing.id],
  ] as const) {
    await testApp.ok(admin, procedureLogs.submitProcedureLog, {
      body: {
        clientKey: crypto.randomUUID(),
        procedureId: procedure.id,
        procedureVersion: procedure.version,
        equipmentId,
        locationId: null,
        startedAt: '2026-11-20T08:55:00Z',
        answers: procedure.questions.map((question) => ({
          kind: 'singleChoice' as const,
          questionId: question.id,
          answerId: question.answers[0]?.id ?? 0,
        })),
      },
    })
  }
  const rule = await testApp.ok(admin, rrules.createRrule, {
    body: {
      name: 'Plain schedule of hidden things',
      procedureId: made.id,
      objects: 'equipment',
      kind: 'specific',
      rruleData: { equipmentIds: [hidden.equipment ?? 0, thing.id] },
      rule: 'FREQ=DAILY',
      every: null,
      restartAfter: null,
      repeatCount: null,
      start: '2026-11-20T08:00',
      end: null,
      deadline: { kind: 'endOfDay' },
      reminder: null,
      onHoliday: 'keep',
      onNonWorkingDay: 'keep',
      whenOverdue: 'keepOpen',
      userIds: [testApp.here.users.manager, testApp.here.users.staff],
      roleIds: [],
      isActive: true,
    },
  })
  await testApp.ok(admin, rrules.createRrule, {
    body: {
      name: `${HIDDEN} schedule with a reminder`,
      procedureId: hidden.procedure ?? 0,
      objects: 'equipment',
      kind: 'specific',
      rruleData: { equipmentIds: [hidden.equipment ?? 0] },
      rule: 'FREQ=DAILY',
      every: null,
      restartAfter: null,
      repeatCount: null,
      start: '2026-11-20T10:00',
      end: null,
      deadline: { kind: 'endOfDay' },
      reminder: { from: 'afterStart', amount: 1, unit: 'minutes' },
      onHoliday: 'keep',
      onNonWorkingDay: 'keep',
      whenOverdue: 'keepOpen',
      userIds: [testApp.here.users.manager, testApp.here.users.staff],
      roleIds: [],
      isActive: true,
    },
  })
  // A hidden procedure whose rule notifies the limited users and opens tickets on visible
  // equipment.
  const veiled = await detailOf(testApp, admin, hidden)
  await testApp.ok(admin, procedures.updateProcedure, {
    params: { id: veiled.id },
    body: {
      version: veiled.version,
      triggeredEvents: [
        ruleOf(`${HIDDEN} rule that tells`, [
          alertTo(testApp),
          {
            kind: 'openTicket',
            ticketTypeId: plain.ticketType as Id<'ticketType'>,
            title: 'Plain leak',
            assign: { by: 'user', userId: testApp.here.users.staff },
          },
        ]),
      ],
    },
  })
  await drawHidden(testApp, hidden, thing.id)
  const detail = await detailOf(testApp, admin, hidden)
  for (const equipmentId of [thing.id, hidden.equipment ?? 0]) {
    await testApp.ok(admin, procedureLogs.submitProcedureLog, {
      body: {
        clientKey: crypto.randomUUID(),
        procedureId: detail.id,
        procedureVersion: detail.version,
        equipmentId,
        locationId: null,
        startedAt: '2026-11-20T08:55:00Z',
        answers: detail.questions.map((question) => ({
          kind: 'singleChoice' as const,
          questionId: question.id,
          answerId: question.answers[0]?.id ?? 0,
        })),
      },
    })
  }
  return {
    equipment: thing.id,
    location: place.id,
    rrule: rule.id,
    automation: withRules.triggeredEvents[0]?.id ?? (0 as Id<'automation'>),
  }
}

const ruleOf = (name: string, actions: AutomationAction[], filter?: FilterObject) => ({
  id: null,
  name,
  event: { kind: 'procedureDone' as const },
  actions,
  isActive: true,
  validFrom: null,
  validTo: null,
  filters: filter === undefined ? [] : [{ kind: 'objects' as const, filter }],
})

const alertTo = ({ here }: TestApp): AutomationAction => ({
  kind: 'sendAlert',
  channels: ['email', 'sms'],
  level: 'warning',
  text: null,
  recipients: {
    userIds: [here.users.manager, here.users.staff],
    roleIds: [],
    available: false,
    followers: false,
    opener: false,
    assignee: false,
  },
  onlyWhoSeeEquipment: false,
  onlyWhoSeeLocation: false,
})

const detailOf = (testApp: TestApp, admin: string, { procedure }: Fixtures) =>
  testApp.ok(admin, contract.procedures.getProcedure, { params: { id: procedure ?? 0 } })

/** The plan is linked to hidden locations, and a hidden gateway heard visible equipment. */
async function drawHidden(
  { pool, here, clock }: TestApp,
  hidden: Fixtures,
  heardId: Id<'equipment'>,
) {
  const locationId = hidden.location as Id<'location'>
  await asSystem(pool, async (db) => {
    await db.update(tables.building).set({ locationId }).where(ofCompany(tables.building, here.id))
    await db.update(tables.room).set({ locationId }).where(ofCompany(tables.room, here.id))
    const [radio] = await db
      .select()
      .from(tables.gateway)
      .where(
        ofCompany(tables.gateway, here.id, eq(tables.gateway.id, hidden.gateway as Id<'gateway'>)),
      )
    const fix = {
      companyId: here.id,
      equipmentId: heardId,
      floorId: hidden.floor as Id<'floor'>,
      roomId: null,
      longitude: 14.0001,
      latitude: 50.0001,
      accuracy: 2,
      method: 'distances' as const,
      at: clock.now(),
    }
    const reading = { gatewayId: radio?.id ?? 0, rssi: -60, readings: 3 }
    await db.insert(tables.lastPosition).values({ ...fix, changedAt: clock.now() })
    await db.insert(tables.position).values({
      ...fix,
      heard: [{ ...reading, distance: 2 }],
      rejected: [{ ...reading, why: 'tooWeak' }],
    } as never) // the engine writes this shape
  })
}

async function logWithFile(testApp: TestApp, admin: string, hidden: Fixtures): Promise<Id<'file'>> {
  const { procedures, procedureLogs } = contract
  const made = await testApp.ok(admin, procedures.createProcedure, {
    body: {
      name: `${HIDDEN} photo round`,
      typeId: hidden.procedureType ?? 0,
      target: 'equipment',
      questions: [
        {
          id: -1,
          kind: 'file',
          title: `${HIDDEN} photo`,
          help: null,
          required: false,
          answers: [],
          unit: null,
          minimum: null,
          maximum: null,
          numberScore: null,
          visibility: null,
        },
      ],
    },
  })
  const text = [`${HIDDEN}-kept.txt`, `${HIDDEN} bytes`, 'text/plain'] as const
  const fileId = (await testApp.uploaded(admin, '/api/files', ...text)) as Id<'file'>
  await testApp.ok(admin, procedureLogs.submitProcedureLog, {
    body: {
      clientKey: crypto.randomUUID(),
      procedureId: made.id,
      procedureVersion: made.version,
      equipmentId: hidden.equipment ?? 0,
      locationId: null,
      startedAt: '2026-11-20T08:55:00Z',
      answers: [{ kind: 'file', questionId: made.questions[0]?.id ?? 0, fileIds: [fileId] }],
    },
  })
  return fileId
}

async function tellOfHidden({ pool, here, clock }: TestApp, hidden: Fixtures): Promise<void> {
  const companyId = here.id
  await asSystem(pool, async (db) => {
    const [detail] = await db
      .insert(tables.alert)
      .values({
        companyId,
        at: clock.now(),
        kind: 'automation',
        level: 'info',
        text: null,
        equipmentId: hidden.equipment as Id<'equipment'>,
        locationId: hidden.location as Id<'location'>,
        procedureLogId: hidden.procedureLog as Id<'procedureLog'>,
        ticketId: hidden.ticket as Id<'ticket'>,
        automationName: `${HIDDEN} rule`,
      })
      .returning()
    await db.insert(tables.alertRecipient).values(
      [here.users.manager, here.users.staff].map((userId) => ({
        companyId,
        alertId: detail?.id ?? (0 as Id<'alert'>),
        userId,
      })),
    )
    await db.insert(tables.occurrence).values({
      companyId,
      rruleId: hidden.rrule as Id<'rrule'>,
      procedureId: hidden.procedure as Id<'procedure'>,
      locationId: hidden.location as Id<'location'>,
      plannedAt: clock.now(),
      at: clock.now(),
      state: 'late',
    })
    await db.insert(tables.hookAttempt).values({
      companyId,
      deliveryId: hidden.hookDelivery as Id<'hookDelivery'>,
      at: clock.now(),
      milliseconds: 5,
      method: 'POST',
      url: 'https://hooks.sample.test/in?key=a-secret-of-the-address',
      headers: {},
      status: 200,
      body: `${HIDDEN} taken`,
      error: null,
    })
    await db.select({ id: tables.location.id }).from(tables.location).limit(1)
  })
}

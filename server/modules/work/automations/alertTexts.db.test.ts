import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AutomationAction } from '#contract/automation/actions.ts'
import type { WatchedEvent } from '#contract/automation/events.ts'
import { contract } from '#contract/index.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import { openStockedWard } from '#tests/stockedWard.ts'
import type { TestApp } from '#tests/testApp.ts'
import { watchedRules, type WatchedRules } from '#tests/watchedRules.ts'
import { watchSensors } from '../../site/sensors/watch.ts'
import { fireSteps } from '../duties/index.ts'

/** What alerts of rules say if the author of the rule wrote nothing. */
const { alerts, automations, auth, duties, tickets } = contract
const nobody = { userIds: [], roleIds: [], available: false }

const ruleThatTells = (
  testApp: TestApp,
  admin: string,
  event: WatchedEvent,
  dutyId: number | null = null,
  before: AutomationAction[] = [],
) =>
  testApp.ok(admin, automations.createAutomation, {
    body: {
      name: `Tells of ${event.kind}`,
      event,
      filters: [],
      actions: [
        ...before,
        {
          kind: 'sendAlert',
          channels: ['email'],
          level: 'warning',
          text: null,
          recipients: {
            ...nobody,
            userIds: [Number(testApp.here.users.manager)],
            followers: false,
            opener: false,
            assignee: false,
          },
          onlyWhoSeeEquipment: false,
          onlyWhoSeeLocation: false,
          dutyId,
        },
      ],
      isActive: true,
      validFrom: null,
      validTo: null,
    },
  })
const bellOf = async (testApp: TestApp) =>
  (
    await testApp.ok(await testApp.signIn('manager'), alerts.listAlerts, {
      body: { limit: 50 },
    })
  ).rows
const mailsOf = async (testApp: TestApp) =>
  (await asSystem(testApp.pool, (db) => db.select().from(tables.message)))
    .filter(({ to }) => to.includes('manager'))
    .map(({ subject, text }) => ({ subject, text }))

describe('an alert of a rule about a sensor', () => {
  let app: SensorApp
  let rules: WatchedRules
  let since: Date
  beforeAll(async () => {
    app = await openSensorApp()
    since = app.testApp.clock.now()
    rules = await watchedRules(app.testApp, () => app.admin)
    await app.testApp.ok(await app.testApp.signIn('manager'), auth.setLanguage, {
      body: { language: 'cs' },
    })
  })
  afterAll(() => app.testApp.close())
  const tick = async (minutes: number) => {
    await app.pass(minutes)
    await watchSensors(app.testApp.app.kernel, since)
    await rules.settle()
    await fireSteps(app.testApp.app.kernel)
  }
  const beyond: WatchedEvent = {
    kind: 'sensorBeyondLimit',
    sensorTypeIds: [],
    minutes: 0,
    whenOver: 'nothing',
  }

  it('names it with its value, in the bell and in the mail as the reader writes numbers', async () => {
    const equipmentId = await app.thing('Fridge 1')
    const rule = await ruleThatTells(app.testApp, app.admin, beyond)
    const sensor = await app.add({ upperLimit: 8, equipmentId })
    await tick(1)
    await app.send({ readings: [{ sensor: sensor.deviceId, value: 9.5 }] })
    await tick(0)
    const told = { kind: 'sensorTooHigh', text: '9.5 °C', endedAt: null }
    expect(await rules.titlesOf(beyond)).toEqual([
      `“${sensor.name}” reads too high: 9.5 °C – Fridge 1`,
    ])
    const own = async () => (await bellOf(app.testApp)).find(({ kind }) => kind === 'automation')
    expect(await own()).toMatchObject({
      text: null,
      cause: told,
      sensor: { name: sensor.name, metric: 'temperature' },
    })
    expect(await mailsOf(app.testApp)).toContainEqual({
      subject: 'Upozornění: Fridge 1',
      text: `„${sensor.name}“ měří příliš mnoho: 9,5 °C.`,
    })
    await tick(1)
    await app.send({ readings: [{ sensor: sensor.deviceId, value: 5 }] })
    await tick(1)
    expect((await own())?.cause?.endedAt).not.toBeNull()
    await rules.drop(rule.id)
  })

  it('does not name it to a reader who may not see it', async () => {
    const equipmentId = await app.thing('Secret fridge')
    const rule = await ruleThatTells(app.testApp, app.admin, beyond)
    const sensor = await app.add({ upperLimit: 8, equipmentId })
    const sees = (allEquipment: boolean) =>
      asSystem(app.testApp.pool, (db) =>
        db
          .update(tables.user)
          .set({ allEquipment, equipmentTypeIds: [] })
          .where(eq(tables.user.id, app.testApp.here.users.manager)),
      )
    await sees(false)
    await tick(1)
    await app.send({ readings: [{ sensor: sensor.deviceId, value: 9.5 }] })
    await tick(0)
    const [own] = (await bellOf(app.testApp)).filter(({ kind }) => kind === 'automation')
    expect(own).toMatchObject({ text: null, sensor: null, cause: { text: null } })
    expect(JSON.stringify(await mailsOf(app.testApp))).not.toContain(sensor.name)
    await sees(true)
    expect((await bellOf(app.testApp))[0]?.sensor?.name).toBe(sensor.name)
    await rules.drop(rule.id)
  })

  it('that calls a duty names it to the person called, with its value, also if the call is about a ticket', async () => {
    const duty = await app.testApp.ok(app.admin, duties.createDuty, {
      body: {
        name: 'Night',
        locationId: null,
        orgEntityId: null,
        weeks: 1,
        firstDay: '2026-11-16',
        isRoundTheClock: false,
        shifts: [],
        steps: [
          {
            minutes: 0,
            target: { to: 'user', userId: Number(app.testApp.here.users.manager) },
            channels: ['email'],
          },
        ],
      },
    })
    const rule = await ruleThatTells(app.testApp, app.admin, beyond, duty.id)
    const sensor = await app.add({ upperLimit: 8 })
    await tick(1)
    await app.send({ readings: [{ sensor: sensor.deviceId, value: 9.5 }] })
    await tick(0)
    const [call] = (await bellOf(app.testApp)).filter(({ kind }) => kind === 'dutyCalled')
    expect(call).toMatchObject({
      sensor: { name: sensor.name },
      cause: { kind: 'sensorTooHigh', text: '9.5 °C' },
    })
    const mails = await mailsOf(app.testApp)
    expect(mails.at(-1)?.text).toContain(`„${sensor.name}“ měří příliš mnoho: 9,5 °C.`)
    await rules.drop(rule.id)

    const { rows: types } = await app.testApp.ok(app.admin, tickets.getTicketTypes, {})
    const opening = {
      kind: 'openTicket',
      ticketTypeId: types[0]?.id,
      title: 'Warm',
      assign: null,
    } as AutomationAction
    const both = await ruleThatTells(app.testApp, app.admin, beyond, duty.id, [opening])
    const other = await app.add({ upperLimit: 8 })
    await tick(1)
    await app.send({ readings: [{ sensor: other.deviceId, value: 9.5 }] })
    await tick(0)
    const ofTicket = (await bellOf(app.testApp)).find(({ kind }) => kind === 'dutyCalled')
    expect(ofTicket).toMatchObject({
      ticket: { title: 'Warm' },
      cause: { kind: 'sensorTooHigh', text: '9.5 °C' },
    })
    await rules.drop(both.id)
  })
})

it('an alert of a rule about low stock names the item, its place and what is left', async () => {
  const ward = await openStockedWard()
  const { testApp, admin } = ward
  const rules = await watchedRules(testApp, () => admin)
  await ruleThatTells(testApp, admin, { kind: 'stockLow', minutes: 0, whenOver: 'nothing' })
  await rules.settle()
  testApp.clock.advance(60_000)
  ward.item = await ward.newItem()
  await ward.receive(2.5)
  await ward.minimumOf(5)
  await rules.settle()
  const [own] = (await bellOf(testApp)).filter(({ kind }) => kind === 'automation')
  expect(own).toMatchObject({
    text: null,
    thing: 'Ward',
    stock: { name: 'Vaccine 1' },
    cause: { kind: 'stockLow', text: '2.5 vial' },
  })
  expect((await mailsOf(testApp)).map(({ text }) => text)).toContain(
    'Low stock: “Vaccine 1” at “Ward”: 2.5 vial.',
  )
  await testApp.close()
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { openSensorApp, type SensorApp } from '#tests/sensorApp.ts'
import { watchedRules, type WatchedRules } from '#tests/watchedRules.ts'
import { watchSensors } from '../../site/sensors/watch.ts'
import { fireSteps } from './index.ts'

const { alerts, automations, duties } = contract
let app: SensorApp
let rules: WatchedRules
let since: Date
beforeAll(async () => {
  app = await openSensorApp()
  since = app.testApp.clock.now()
  rules = await watchedRules(app.testApp, () => app.admin)
})
afterAll(() => app.testApp.close())

const tick = async (minutes: number) => {
  await app.pass(minutes)
  await watchSensors(app.testApp.app.kernel, since)
  await rules.settle()
  await fireSteps(app.testApp.app.kernel)
}

async function alarmAfter(minutes: number): Promise<string | null> {
  const { manager } = app.testApp.here.users
  const duty = await app.testApp.ok(app.admin, duties.createDuty, {
    body: {
      name: `After ${minutes}`,
      locationId: null,
      orgEntityId: null,
      weeks: 1,
      firstDay: '2026-11-16',
      isRoundTheClock: false,
      shifts: [],
      steps: [{ minutes, target: { to: 'user', userId: Number(manager) } }],
    },
  })
  const nobody = { userIds: [], roleIds: [], available: false }
  await app.testApp.ok(app.admin, automations.createAutomation, {
    body: {
      name: `Too warm ${minutes}`,
      event: { kind: 'sensorBeyondLimit', sensorTypeIds: [], minutes: 0, whenOver: 'nothing' },
      filters: [],
      actions: [
        {
          kind: 'sendAlert',
          channels: [],
          level: 'error',
          text: `Too warm ${minutes}`,
          recipients: { ...nobody, followers: false, opener: false, assignee: false },
          onlyWhoSeeEquipment: false,
          onlyWhoSeeLocation: false,
          dutyId: duty.id,
        },
      ],
      isActive: true,
      validFrom: null,
      validTo: null,
    },
  })
  const { deviceId } = await app.add({ upperLimit: 8 })
  await tick(1)
  await app.send({ readings: [{ sensor: deviceId, value: 9 }] })
  await tick(0)
  return deviceId
}
const calls = async (text: string) => {
  const token = await app.testApp.signIn('manager')
  const { rows } = await app.testApp.ok(token, alerts.listAlerts, { body: { limit: 50 } })
  return rows.filter((row) => row.kind === 'dutyCalled' && row.text === text)
}

it('a call about a sensor says that it is over when the sensor is back within its limits', async () => {
  const deviceId = await alarmAfter(0)
  expect(await calls('Too warm 0')).toMatchObject([{ call: { isOpen: true } }])
  await tick(1)
  await app.send({ readings: [{ sensor: deviceId, value: 5 }] })
  await tick(1)
  expect(await calls('Too warm 0')).toMatchObject([
    { call: { isOpen: false, takenBy: null, end: { why: 'over' } } },
  ])
})

it('nobody is called for a sensor that is back within its limits before the first step', async () => {
  const deviceId = await alarmAfter(10)
  await tick(1)
  await app.send({ readings: [{ sensor: deviceId, value: 5 }] })
  await tick(3)
  await tick(20)
  expect(await calls('Too warm 10')).toEqual([])
})

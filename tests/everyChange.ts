import { contract } from '#contract/index.ts'
import { changerOf, of } from './everyChange/changer.ts'
import { changeDashboards } from './everyChange/dashboards.ts'
import { changeDuties } from './everyChange/duties.ts'
import { changePeople } from './everyChange/people.ts'
import { changeProcedure } from './everyChange/procedure.ts'
import { changeReferenceData } from './everyChange/referenceData.ts'
import { changeSchedules } from './everyChange/schedules.ts'
import { changeThings } from './everyChange/things.ts'
import { changeTracking } from './everyChange/tracking.ts'
import type { World } from './world.ts'

export async function changeEverything({ testApp, fixtures: own }: World, token: string) {
  const changer = changerOf(testApp, own, token)
  const { ok } = changer
  const { id: spareType } = await ok(contract.referenceLists.createEquipmentType, {
    body: { name: 'Spare type' },
  })
  await changeThings(changer, spareType)
  await changeProcedure(changer)
  await changeReferenceData(changer, spareType)
  await changePeople(changer, spareType)
  await changeSchedules(changer, spareType)
  await changeDuties(changer)
  await changeDashboards(changer, spareType)
  await changeTracking(changer)
  await ok(contract.referenceData.deleteApiHook, of(own.apiHook))
}

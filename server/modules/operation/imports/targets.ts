import type { ImportKind } from '#contract/imports.ts'
import { beaconTarget } from './devices/beacons.ts'
import { gatewayTarget } from './devices/gateways.ts'
import { sensorTarget } from './devices/sensors.ts'
import { equipmentTarget } from './equipmentTarget.ts'
import { locationTarget } from './locationTarget.ts'
import { orgEntityTarget } from './orgEntityTarget.ts'
import type { Target } from './target.ts'

export const targets: Record<ImportKind, Target> = {
  equipment: equipmentTarget,
  locations: locationTarget,
  orgEntities: orgEntityTarget,
  gateways: gatewayTarget,
  beacons: beaconTarget,
  sensors: sensorTarget,
}

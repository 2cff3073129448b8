import type { ImportKind, MadeKind } from '#contract/imports.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { beaconTarget } from './devices/beacons.ts'
import { gatewayTarget } from './devices/gateways.ts'
import { sensorTarget } from './devices/sensors.ts'
import { equipmentTarget } from './equipmentTarget.ts'
import { locationTarget } from './locationTarget.ts'
import { orgEntityTarget } from './orgEntityTarget.ts'
import { undoOfMade } from './madeRows.ts'
import { peopleTarget } from './peopleTarget.ts'
import { scheduleTarget } from './scheduleTarget.ts'
import { stockTarget } from './stockTarget.ts'
import { ticketTarget } from './ticketTarget.ts'
import type { Target, Undo } from './target.ts'

export const targets: Record<ImportKind, Target> = {
  equipment: equipmentTarget,
  locations: locationTarget,
  stock: stockTarget,
  people: peopleTarget,
  schedules: scheduleTarget,
  tickets: ticketTarget,
  orgEntities: orgEntityTarget,
  gateways: gatewayTarget,
  beacons: beaconTarget,
  sensors: sensorTarget,
}

const isMade = (kind: ImportKind | MadeKind): kind is MadeKind => kind in undoOfMade

export const madeKinds = Object.keys(undoOfMade) as MadeKind[] // own keys

export const undoOf = (kind: ImportKind | MadeKind): Undo =>
  isMade(kind) ? undoOfMade[kind] : targets[kind].undo

/** The right to remove a row of the kind by hand. */
export const rightOf = (kind: ImportKind | MadeKind): PermissionGroup =>
  kind === 'madePlace'
    ? targets.locations.editor
    : isMade(kind)
      ? 'editor|management'
      : targets[kind].editor

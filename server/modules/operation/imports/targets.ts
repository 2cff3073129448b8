import type { ImportKind, MadeKind, RowKind } from '#contract/imports.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { beaconTarget } from './devices/beacons.ts'
import { gatewayTarget } from './devices/gateways.ts'
import { sensorTarget } from './devices/sensors.ts'
import { equipmentTarget } from './equipmentTarget.ts'
import { itemTarget } from './itemTarget.ts'
import { jobPlanTarget } from './jobPlanTarget.ts'
import { jobScheduleTarget } from './jobScheduleTarget.ts'
import { locationTarget } from './locationTarget.ts'
import { orgEntityTarget } from './orgEntityTarget.ts'
import { undoOfMade } from './madeRows.ts'
import { peopleTarget } from './peopleTarget.ts'
import { readingTarget } from './readingTarget.ts'
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
  meterReadings: readingTarget,
  gateways: gatewayTarget,
  beacons: beaconTarget,
  sensors: sensorTarget,
}

/** The kinds of rows in a workbook of several kinds, in the order in which they are written. */
const partTargets = {
  locations: locationTarget,
  items: itemTarget,
  jobPlans: jobPlanTarget,
  schedules: jobScheduleTarget,
} satisfies Partial<Record<RowKind, Target>>
type PartKind = keyof typeof partTargets
export const partKinds = Object.keys(partTargets) as PartKind[]
const isPart = (kind: RowKind): kind is PartKind => kind in partTargets

export function targetOf(importKind: ImportKind, kind: RowKind | undefined): Target {
  if (kind === undefined) return targets[importKind]
  if (!isPart(kind)) throw new Error(`No row of an import is of the kind ${kind}`)
  return partTargets[kind]
}

const isMade = (kind: RowKind | MadeKind): kind is MadeKind => kind in undoOfMade

export const madeKinds = Object.keys(undoOfMade) as MadeKind[]

export const undoOf = (kind: RowKind | MadeKind): Undo =>
  isMade(kind) ? undoOfMade[kind] : writerOf(kind).undo

const writerOf = (kind: RowKind): Target =>
  kind === 'items' || kind === 'jobPlans' ? partTargets[kind] : targets[kind]

export const rightOf = (kind: RowKind | MadeKind): PermissionGroup =>
  kind === 'madePlace'
    ? targets.locations.editor
    : isMade(kind)
      ? 'editor|management'
      : writerOf(kind).editor

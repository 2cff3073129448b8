import { compareCodes } from '#contract/rules/inOrder.ts'
import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'
import type { Submission } from './device.ts'

type Check = Pick<OccurrenceRow, 'procedure' | 'equipment' | 'location' | 'at'>

/**
 * The checks left after unsent work arrives: each log completes the earliest open check of its
 * procedure and target.
 */
export function openChecksAfter<C extends Check>(
  checks: readonly C[],
  waiting: readonly Pick<Submission, 'procedureId' | 'equipmentId' | 'locationId'>[],
): C[] {
  const done = new Set<C>()
  for (const one of waiting) {
    const [earliest] = checks
      .filter((check) => !done.has(check) && isOf(check, one))
      .toSorted((a, b) => compareCodes(a.at, b.at))
    if (earliest !== undefined) done.add(earliest)
  }
  return checks.filter((check) => !done.has(check))
}

function isOf(
  { procedure, equipment, location }: Check,
  one: Pick<Submission, 'procedureId' | 'equipmentId' | 'locationId'>,
): boolean {
  if (procedure.id !== one.procedureId) return false
  return equipment === null
    ? location?.id === one.locationId
    : equipment.id === (one.equipmentId ?? null)
}

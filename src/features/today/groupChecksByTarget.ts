import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'
import { isFound } from '#contract/rules/fold.ts'

interface Queued {
  kind: 'equipment' | 'location'
  id: number
  name: string
  hint: string | null
}

export function groupChecksByTarget(
  checks: readonly Pick<OccurrenceRow, 'equipment' | 'location' | 'place'>[],
  letters: string,
): Queued[] {
  const found = new Map<string, Queued>()
  for (const { equipment, location, place } of checks) {
    const on = equipment ?? location
    if (on === null || !isFound(on.name, letters)) continue
    const kind = equipment === null ? 'location' : 'equipment'
    found.set(`${kind} ${on.id}`, { kind, id: on.id, name: on.name, hint: place })
  }
  return [...found.values()]
}

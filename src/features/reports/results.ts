import type { Distribution } from '#contract/reports.ts'

export interface Group {
  id: number | null
  name: string
  values: (Distribution['results'][number] | undefined)[]
  /** Difference between the first and second range. Null if one lacks a value. */
  delta: number | null
}

export function alignedResults(answers: readonly Distribution[]): Group[] {
  const groups = new Map<number | null, Group>()
  for (const [index, { results }] of answers.entries()) {
    for (const result of results) {
      const group = groups.get(result.id) ?? {
        id: result.id,
        name: result.name,
        values: answers.map(() => undefined),
        delta: null,
      }
      group.values[index] = result
      groups.set(result.id, group)
    }
  }
  return [...groups.values()].map((group) => {
    const [first, second] = group.values
    return {
      ...group,
      delta: first === undefined || second === undefined ? null : first.value - second.value,
    }
  })
}

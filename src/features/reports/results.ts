import type { Distribution } from '#contract/reports.ts'

export interface Group {
  id: number | null
  name: string
  values: (Distribution['results'][number] | undefined)[]
  /** The first range against the second; null where one lacks a value. */
  delta: number | null
}

/** The same thing side by side in every range; the order is that of the first range that has it. */
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

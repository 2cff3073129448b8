export function withGaps(
  values: readonly (readonly [number, number])[],
  step: number,
): [number, number | null][] {
  return values.flatMap(([at, value], index): [number, number | null][] => {
    const before = values[index - 1]
    return before !== undefined && at - before[0] > step * 1.5
      ? [
          [before[0] + step, null],
          [at, value],
        ]
      : [[at, value]]
  })
}

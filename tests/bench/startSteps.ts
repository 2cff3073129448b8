/** Seconds of the steps that `npm start` reports, such as `✓ Building the page (12.3 s)`. Pure. */
export function secondsOfSteps(output: string): { installing: number; building: number } {
  const seconds = (verb: string) =>
    [...output.matchAll(new RegExp(`✓ ${verb} .*\\((\\d+(?:\\.\\d+)?) s\\)`, 'g'))].reduce(
      (sum, [, each]) => sum + Number(each),
      0,
    )
  return { installing: seconds('Installing'), building: seconds('Building') }
}

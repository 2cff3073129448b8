/**
 * Isolates text in a chart, which is drawn left to right: right-to-left pages would otherwise
 * reorder dates (`2611/`).
 */
export const isolateInChart = (words: string, isRtl: boolean): string =>
  isRtl ? `\u2067${words}\u2069` : words

import type { ImportJob } from '#contract/imports.ts'

/** The current reading options, for a call that changes only one of them. */
export const readingSaid = (reading: ImportJob['reading']) => ({
  ...(reading?.format === 'csv' && { encoding: reading.encoding, delimiter: reading.delimiter }),
  ...(reading?.format === 'xlsx' && { sheet: reading.sheet }),
  ...(reading?.heading && { heading: reading.heading }),
})

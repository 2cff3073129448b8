import type { ImportJob } from '#contract/imports.ts'

/** How the file is read now, for a call that changes only a part of it. */
export const readingSaid = (reading: ImportJob['reading']) => ({
  ...(reading?.format === 'csv' && { encoding: reading.encoding, delimiter: reading.delimiter }),
  ...(reading?.format === 'xlsx' && { sheet: reading.sheet }),
  ...(reading?.heading && { heading: reading.heading }),
})

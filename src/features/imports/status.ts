import type { Colour } from '#contract/colours.ts'
import { importsAtWork, type ImportJob } from '#contract/imports.ts'

export type ImportSummary = Omit<
  ImportJob,
  'sample' | 'preview' | 'newWords' | 'faults' | 'undoFaults'
>

/** The displayed status: an undo that left rows did not undo the whole import. */
type Said = ImportJob['status'] | 'undoneNone' | 'undonePartly'
export function statusText({
  status,
  undone,
  undoLeft,
}: Pick<ImportJob, 'status' | 'undone' | 'undoLeft'>): Said {
  if (status !== 'undone' || undoLeft === 0) return status
  return undone === 0 ? 'undoneNone' : 'undonePartly'
}

export const statusColours: Record<Said, Colour> = {
  uploaded: 'yellow',
  checking: 'blue',
  checked: 'turquoise',
  running: 'blue',
  done: 'green',
  cancelled: 'orange',
  failed: 'red',
  undoing: 'blue',
  undone: 'purple',
  undoneNone: 'orange',
  undonePartly: 'orange',
  undoStopped: 'orange',
}

export const isBusy = (job: Pick<ImportJob, 'status'>): boolean =>
  importsAtWork.some((status) => status === job.status)

import type { Colour } from '#contract/colours'
import type { ImportJob } from '#contract/imports'

export type ImportSummary = Omit<
  ImportJob,
  'sample' | 'preview' | 'newWords' | 'faults' | 'undoFaults'
>

export const statusColours: Record<ImportJob['status'], Colour> = {
  uploaded: 'yellow',
  checking: 'blue',
  checked: 'turquoise',
  running: 'blue',
  done: 'green',
  cancelled: 'orange',
  failed: 'red',
  undoing: 'blue',
  undone: 'purple',
  undoStopped: 'orange',
}

export const isBusy = (job: Pick<ImportJob, 'status'>): boolean =>
  ['checking', 'running', 'undoing'].includes(job.status)

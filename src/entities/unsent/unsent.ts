/**
 * Performances that are done and not sent yet: kept on this device, told to whoever shows them,
 * sent one by one.
 */
import { isApiFailure, mayPass, toFailure, type ApiFailure } from '../../api/http.ts'
import { device, type Submission, type Unsent } from './device.ts'
import { bringFile, dropFiles, FileMissing } from './deviceFiles.ts'

export interface Standing {
  unsent: readonly Unsent[]
  /** What was recorded since the page was opened: clientKey → log. */
  recorded: Readonly<Record<string, number>>
}

let standing: Standing = { unsent: [], recorded: {} }
const listeners = new Set<() => void>()

export const unsentStanding = (): Standing => standing
export function onUnsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
function stand(next: Partial<Standing>): void {
  standing = { ...standing, ...next }
  for (const listener of listeners) listener()
}

/** Reads what lies on this device, also what another tab put there. Oldest first. */
export async function readUnsent(): Promise<readonly Unsent[]> {
  const all = await device()
    .then((database) => database.getAll('performances'))
    .catch(() => [])
  stand({ unsent: all.toSorted((a, b) => (a.submission.doneAt < b.submission.doneAt ? -1 : 1)) })
  return standing.unsent
}

/** False when this device keeps nothing: then it has to be sent at once or not at all. */
export async function keepUnsent(unsent: Unsent): Promise<boolean> {
  try {
    await (await device()).put('performances', unsent)
  } catch {
    return false
  }
  await readUnsent()
  return true
}

/** Its files stay, for whoever takes it up again. */
export async function dropUnsent(clientKey: string): Promise<void> {
  await device()
    .then((database) => database.delete('performances', clientKey))
    .catch(() => undefined)
  await readUnsent()
}

export type Send = (submission: Submission) => Promise<{ id: number }>
export type Outcome =
  | { kind: 'recorded'; logId: number }
  | { kind: 'waiting'; failure: ApiFailure }
  | { kind: 'refused'; failure: ApiFailure }

const onTheirWay = new Map<string, Promise<Outcome>>()

/**
 * Its files first, then itself. What was recorded is forgotten here, what was refused is marked;
 * the rest stays as it is.
 */
export function sendUnsent(unsent: Unsent, send: Send): Promise<Outcome> {
  const running = onTheirWay.get(unsent.clientKey)
  if (running !== undefined) return running
  const sending = attempt(unsent, send).finally(() => onTheirWay.delete(unsent.clientKey))
  onTheirWay.set(unsent.clientKey, sending)
  return sending
}

async function attempt(unsent: Unsent, send: Send): Promise<Outcome> {
  try {
    const ids = new Map(
      await Promise.all(
        unsent.files.map(async ({ id, key }) => [id, await bringFile(key)] as const),
      ),
    )
    const { id: logId } = await send(withServerFiles(unsent.submission, ids))
    stand({ recorded: { ...standing.recorded, [unsent.clientKey]: logId } })
    await dropFiles(unsent.files.map(({ key }) => key))
    await dropUnsent(unsent.clientKey)
    return { kind: 'recorded', logId }
  } catch (error) {
    const failure =
      error instanceof FileMissing
        ? { status: 400, message: 'A file is gone from this device', errors: [] }
        : isApiFailure(error)
          ? error
          : toFailure(error)
    if (mayPass(failure)) return { kind: 'waiting', failure }
    if (standing.unsent.some(({ clientKey }) => clientKey === unsent.clientKey))
      await keepUnsent({ ...unsent, refused: failure.status })
    return { kind: 'refused', failure }
  }
}

/** The answers as the server knows their files. */
function withServerFiles(submission: Submission, ids: ReadonlyMap<number, number>): Submission {
  const there = (id: number) => ids.get(id) ?? id
  return {
    ...submission,
    answers: submission.answers.map((answer) => {
      if (answer.kind === 'signature') return { ...answer, fileId: there(answer.fileId) }
      return answer.kind === 'file' ? { ...answer, fileIds: answer.fileIds.map(there) } : answer
    }),
  }
}

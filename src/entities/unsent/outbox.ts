/**
 * What is done and not sent yet: kept on this device, told to whoever shows it, sent one by one.
 * Performances and the work on tickets lie in two of them, which behave alike.
 */
import { isApiFailure, mayPass, toFailure, type ApiFailure } from '#api/http.ts'
import type { Shelf, Waits } from './device.ts'
import { bringFile, dropFiles, FileMissing } from './deviceFiles.ts'

export interface Standing<Item> {
  unsent: readonly Item[]
  /** What was recorded since the page was opened: clientKey → id of what it became or changed. */
  recorded: Readonly<Record<string, number>>
}

export type Outcome =
  | { kind: 'recorded'; id: number }
  | { kind: 'waiting'; failure: ApiFailure }
  | { kind: 'refused'; failure: ApiFailure }

/** Sends one, whose files have these ids on the server; answers the id of what it became. */
export type SendOne<Item> = (item: Item, fileIds: ReadonlyMap<number, number>) => Promise<number>

interface Kind<Item> {
  shelf: Shelf<Item>
  /** When it was done: the order in which it is sent. */
  at(item: Item): string
  /** What is changed in those that still wait, once that one was recorded. */
  afterRecorded?(item: Item, rest: readonly Item[]): readonly Item[]
}

const fileMissing: ApiFailure = {
  status: 400,
  message: 'A file is gone from this device',
  errors: [{ path: 'files', code: 'notThere', message: 'file' }],
}

const notRecorded: ApiFailure = {
  status: null,
  message: 'The answer does not say what was recorded',
  errors: [],
}

export function makeOutbox<Item extends Waits>({ shelf, at, afterRecorded }: Kind<Item>) {
  let standing: Standing<Item> = { unsent: [], recorded: {} }
  const listeners = new Set<() => void>()
  const onTheirWay = new Map<string, Promise<Outcome>>()

  function stand(next: Partial<Standing<Item>>): void {
    standing = { ...standing, ...next }
    for (const listener of listeners) listener()
  }

  /** Reads what lies on this device, also what another tab put there. Oldest first. */
  async function read(): Promise<readonly Item[]> {
    const all = await shelf.all().catch(() => [])
    stand({ unsent: all.toSorted((a, b) => (at(a) < at(b) ? -1 : 1)) })
    return standing.unsent
  }

  /** False when this device keeps nothing: then it has to be sent at once or not at all. */
  async function keep(item: Item): Promise<boolean> {
    try {
      await shelf.put(item)
    } catch {
      return false
    }
    await read()
    return true
  }

  /** Its files stay, for whoever takes it up again. */
  async function drop(clientKey: string): Promise<void> {
    await shelf.drop(clientKey).catch(() => undefined)
    await read()
  }

  /**
   * Its files first, then itself. What was recorded is forgotten here, what was refused is marked;
   * the rest stays as it is.
   */
  function send(item: Item, sendOne: SendOne<Item>): Promise<Outcome> {
    const running = onTheirWay.get(item.clientKey)
    if (running !== undefined) return running
    const sending = attempt(item, sendOne).finally(() => onTheirWay.delete(item.clientKey))
    onTheirWay.set(item.clientKey, sending)
    return sending
  }

  async function attempt(item: Item, sendOne: SendOne<Item>): Promise<Outcome> {
    try {
      const fileIds = new Map(
        await Promise.all(
          item.files.map(async ({ id, key }) => [id, await bringFile(key)] as const),
        ),
      )
      const id = await sendOne(item, fileIds)
      // What was recorded has a number; whoever answered without one did not record it.
      if (!Number.isSafeInteger(id)) return { kind: 'waiting', failure: notRecorded }
      stand({ recorded: { ...standing.recorded, [item.clientKey]: id } })
      const rest = await read()
      await shelf.drop(item.clientKey, afterRecorded?.(item, rest) ?? []).catch(() => undefined)
      // After it: sent once more without them, it would be refused.
      await dropFiles(item.files.map(({ key }) => key))
      await read()
      return { kind: 'recorded', id }
    } catch (error) {
      const failure =
        error instanceof FileMissing ? fileMissing : isApiFailure(error) ? error : toFailure(error)
      if (mayPass(failure)) return { kind: 'waiting', failure }
      if (standing.unsent.some(({ clientKey }) => clientKey === item.clientKey))
        await keep({ ...item, refused: failure.status, errors: failure.errors })
      return { kind: 'refused', failure }
    }
  }

  return {
    standing: (): Standing<Item> => standing,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Says to who shows it that something beside it has changed. */
    tell: (): void => stand({}),
    read,
    keep,
    drop,
    send,
  }
}

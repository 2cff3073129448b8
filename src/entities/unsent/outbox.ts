/**
 * Unsent work: stored on this device, published to subscribers, sent one by one. Procedure logs and
 * ticket work use one outbox each.
 */
import { isApiFailure, isRetryable, toFailure, type ApiFailure } from '#api/http.ts'
import type { Shelf, Waits } from './device.ts'
import { bringFile, dropFiles, FileMissing } from './deviceFiles.ts'

export interface Standing<Item> {
  unsent: readonly Item[]
  recorded: Readonly<Record<string, number>>
}

export type Outcome =
  | { kind: 'recorded'; id: number }
  | { kind: 'waiting'; failure: ApiFailure }
  | { kind: 'refused'; failure: ApiFailure }

/** Sends one item with the server's file ids. Returns the id of the result. */
export type SendOne<Item> = (item: Item, fileIds: ReadonlyMap<number, number>) => Promise<number>

interface Kind<Item> {
  shelf: Shelf<Item>
  /** When the work was done. Items are sent in this order. */
  at(item: Item): string
  /** Updates waiting items after this item was recorded. */
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

  /** Reads the stored items, also those of other tabs. Oldest first. */
  async function read(): Promise<readonly Item[]> {
    const all = await shelf.all().catch(() => [])
    stand({ unsent: all.toSorted((a, b) => (at(a) < at(b) ? -1 : 1)) })
    return standing.unsent
  }

  /**
   * Stores an item. Returns false if the device stores nothing: then send it at once or not at all.
   */
  async function keep(item: Item): Promise<boolean> {
    try {
      await shelf.put(item)
    } catch {
      return false
    }
    await read()
    return true
  }

  /** Deletes an item but keeps its files, for a later edit. */
  async function drop(clientKey: string): Promise<void> {
    await shelf.drop(clientKey).catch(() => undefined)
    await read()
  }

  /**
   * Uploads the files, then sends the item. Deletes it if recorded, marks it if refused, otherwise
   * leaves it waiting.
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
      // A recorded item has an id; an answer without one did not come from the server.
      if (!Number.isSafeInteger(id)) return { kind: 'waiting', failure: notRecorded }
      stand({ recorded: { ...standing.recorded, [item.clientKey]: id } })
      const rest = await read()
      await shelf.drop(item.clientKey, afterRecorded?.(item, rest) ?? []).catch(() => undefined)
      // Deletes files last: a repeated send without them would be refused.
      await dropFiles(item.files.map(({ key }) => key))
      await read()
      return { kind: 'recorded', id }
    } catch (error) {
      const failure =
        error instanceof FileMissing ? fileMissing : isApiFailure(error) ? error : toFailure(error)
      if (isRetryable(failure)) return { kind: 'waiting', failure }
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
    tell: (): void => stand({}),
    read,
    keep,
    drop,
    send,
  }
}

/**
 * What this device keeps until the server has it: the bytes of photos and signatures, and
 * performances that wait to be sent.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Input } from '#contract/endpoint'
import type { procedureLogs } from '#contract/procedureLogs'

export interface DeviceBytes {
  key: string
  name: string
  mime: string
  bytes: ArrayBuffer
  keptAt: number
  /** Where it lies on the server, once it was brought there. */
  sent: { id: number; at: number } | null
}

export interface Unsent {
  clientKey: string
  companyId: number
  userId: number
  procedureName: string
  placeName: string
  /** Where it was begun, and what its form needs to be taken up again. Read by the form alone. */
  address: string
  draft: string
  /** As it is sent, but for files that lie on this device: their ids are negative. */
  submission: Submission
  files: { id: number; key: string }[]
  /** The status of an answer that will not change by waiting: the person has to look. */
  refused: number | null
}
export type Submission = Input<typeof procedureLogs.submitProcedureLog>['body'] & { doneAt: string }

interface Stores extends DBSchema {
  files: { key: string; value: DeviceBytes }
  performances: { key: string; value: Unsent }
}

let opened: Promise<IDBPDatabase<Stores>> | null = null

/**
 * Rejects where the device keeps nothing (a private window of some browsers); asked again the next
 * time.
 */
export function device(): Promise<IDBPDatabase<Stores>> {
  opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

// Async for the sake of browsers without such a store, where asking for it throws.
const open = async (): Promise<IDBPDatabase<Stores>> =>
  openDB<Stores>('plantroom', 1, {
    upgrade(database) {
      database.createObjectStore('files', { keyPath: 'key' })
      database.createObjectStore('performances', { keyPath: 'clientKey' })
    },
    terminated() {
      opened = null
    },
  })

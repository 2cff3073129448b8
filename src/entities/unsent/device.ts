/**
 * The device's store until the server has it: bytes of photos and signatures, and unsent procedure
 * logs.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Input } from '#contract/endpoint.ts'
import type { meters } from '#contract/meters/meters.ts'
import type { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import type { TicketPriority } from '#contract/rules/ticketDue.ts'
import type { FailureAnswer } from '#contract/ticketClosing.ts'
import type { FailureKind } from '#contract/rules/closing.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import type { ApiFailure } from '#api/http.ts'

export interface DeviceBytes {
  key: string
  name: string
  mime: string
  bytes: ArrayBuffer
  keptAt: number
  sent: { id: number; at: number } | null
}

export interface Waits {
  clientKey: string
  companyId: number
  userId: number
  /** Files on this device; their ids are negative. */
  files: readonly { id: number; key: string }[]
  /** The HTTP status of a permanent refusal: the person must decide. */
  refused: number | null
  /** The server's errors. Undefined in entries of older pages. */
  errors?: ApiFailure['errors']
}

export interface Unsent extends Waits {
  procedureName: string
  placeName: string
  /** The form's address, and its state for editing again. Only the form reads it. */
  address: string
  draft: string
  /** The request body; files on this device have negative ids. */
  submission: Submission
}
export type Submission = Input<typeof procedureLogs.submitProcedureLog>['body'] & { doneAt: string }

export interface DevicePhoto {
  key: string
  name: string
  mime: string
}

export interface MoreOfTicket {
  description: string | null
  assigneeId: number | null
  orgEntityId: number | null
  /** Omit for the type's default. */
  priority?: TicketPriority
  metadata?: { fieldId: number; value: string | number | boolean | string[] }[]
}

export type GivenFailures = Partial<Record<FailureKind, FailureAnswer | null>>

/** A reading of a meter waits in the queue of tickets: one queue is sent in order. */
export interface MeterReadingWork {
  kind: 'reading'
  meterId: number
  equipmentId: number
  unit: string
  reading: Pick<
    Input<typeof meters.addMeterReading>['body'],
    'value' | 'kind' | 'startsAt' | 'endsAt' | 'isSure'
  > & { at: string }
}

/** Work on a ticket, or a meter reading. Names are for display while it waits. */
export type TicketWork =
  | {
      kind: 'report'
      title: string
      ticketTypeId: number
      equipmentId: number | null
      locationId: number | null
      placeName: string | null
      more?: MoreOfTicket
    }
  | { kind: 'comment'; ticketId: number; text: string; isPublic?: boolean }
  /** Own working time. It never conflicts. */
  | { kind: 'time'; ticketId: number; act: 'start' | 'pause' }
  | MeterReadingWork
  | TicketChange
export type TicketChange =
  | {
      kind: 'state'
      ticketId: number
      version: number
      state: TicketDetail['state']
      /** Omit to keep the assignee. */
      assignee?: TicketDetail['assignee']
      /** Answers given on closing. */
      failure?: GivenFailures
    }
  | { kind: 'assignee'; ticketId: number; version: number; assignee: TicketDetail['assignee'] }

export interface UnsentTicketWork extends Waits {
  at: string
  title: string
  work: TicketWork
  files: readonly (DevicePhoto & { id: number })[]
}

export interface UnsentReading extends UnsentTicketWork {
  work: MeterReadingWork
}

interface Stores extends DBSchema {
  files: { key: string; value: DeviceBytes }
  performances: { key: string; value: Unsent }
}

let opened: Promise<IDBPDatabase<Stores>> | null = null

/**
 * Rejects if the device stores nothing (some browsers' private windows). The next call tries again.
 */
export function device(): Promise<IDBPDatabase<Stores>> {
  opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

// Async, because `openDB` throws in browsers without IndexedDB.
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

/**
 * A separate database: raising the other's version would wait for all tabs of older pages to close.
 */
interface TicketStores extends DBSchema {
  ticketWork: { key: string; value: UnsentTicketWork }
}
let ticketsOpened: Promise<IDBPDatabase<TicketStores>> | null = null
function ticketDatabase(): Promise<IDBPDatabase<TicketStores>> {
  ticketsOpened ??= openTickets().catch((error: unknown) => {
    ticketsOpened = null
    throw error
  })
  return ticketsOpened
}
const openTickets = async (): Promise<IDBPDatabase<TicketStores>> =>
  openDB<TicketStores>('plantroom.tickets', 1, {
    upgrade(database) {
      database.createObjectStore('ticketWork', { keyPath: 'clientKey' })
    },
    terminated() {
      ticketsOpened = null
    },
  })

/** Storage for unsent work. Rejects if the device stores nothing. */
export interface Shelf<Item> {
  all(): Promise<Item[]>
  put(item: Item): Promise<unknown>
  /** Atomic with the changes to other items, so that a closed page leaves no partial state. */
  drop(clientKey: string, changed?: readonly Item[]): Promise<unknown>
}

export const performanceShelf: Shelf<Unsent> = {
  all: async () => (await device()).getAll('performances'),
  put: async (item) => (await device()).put('performances', item),
  drop: async (clientKey) => (await device()).delete('performances', clientKey),
}

export const ticketShelf: Shelf<UnsentTicketWork> = {
  all: async () => (await ticketDatabase()).getAll('ticketWork'),
  put: async (item) => (await ticketDatabase()).put('ticketWork', item),
  async drop(clientKey, changed = []) {
    const writing = (await ticketDatabase()).transaction('ticketWork', 'readwrite')
    await Promise.all([
      writing.store.delete(clientKey),
      ...changed.map((item) => writing.store.put(item)),
      writing.done,
    ])
  },
}

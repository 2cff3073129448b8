/**
 * What this device keeps until the server has it: the bytes of photos and signatures, and
 * performances that wait to be sent.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Input } from '#contract/endpoint.ts'
import type { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import type { TicketPriority } from '#contract/rules/ticketDue.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import type { ApiFailure } from '#api/http.ts'

export interface DeviceBytes {
  key: string
  name: string
  mime: string
  bytes: ArrayBuffer
  keptAt: number
  /** Where it lies on the server, once it was brought there. */
  sent: { id: number; at: number } | null
}

/** What all that waits has in common. */
export interface Waits {
  clientKey: string
  companyId: number
  userId: number
  /** Those that lie on this device; their ids are negative. */
  files: readonly { id: number; key: string }[]
  /** The status of an answer that will not change by waiting: the person has to look. */
  refused: number | null
  /** Why, in the server's codes; absent in what an older page kept. */
  errors?: ApiFailure['errors']
}

export interface Unsent extends Waits {
  procedureName: string
  placeName: string
  /** Where it was begun, and what its form needs to be taken up again. Read by the form alone. */
  address: string
  draft: string
  /** As it is sent, but for files that lie on this device: their ids are negative. */
  submission: Submission
}
export type Submission = Input<typeof procedureLogs.submitProcedureLog>['body'] & { doneAt: string }

export interface DevicePhoto {
  key: string
  name: string
  mime: string
}

/** What the tickets' own form asks beside. */
export interface MoreOfTicket {
  description: string | null
  assigneeId: number | null
  orgEntityId: number | null
  /** Left out: as the type says. */
  priority?: TicketPriority
}

/** What is done about a ticket; names are for showing it while it waits. */
export type TicketWork =
  | {
      kind: 'report'
      title: string
      ticketTypeId: number
      equipmentId: number | null
      locationId: number | null
      /** The name of the thing or place it was begun at. */
      placeName: string | null
      /** Absent of a problem that was reported in a few words. */
      more?: MoreOfTicket
    }
  | { kind: 'comment'; ticketId: number; text: string }
  | TicketChange
/** Of a ticket as it was read in this version. */
export type TicketChange =
  | {
      kind: 'state'
      ticketId: number
      version: number
      state: TicketDetail['state']
      /** Left out: it stays with who has it. */
      assignee?: TicketDetail['assignee']
    }
  | { kind: 'assignee'; ticketId: number; version: number; assignee: TicketDetail['assignee'] }

export interface UnsentTicketWork extends Waits {
  at: string
  /** What the ticket is called. */
  title: string
  work: TicketWork
  files: readonly (DevicePhoto & { id: number })[]
}

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

/**
 * Of its own: raising the version of the other would have to wait until every tab of an older page
 * is closed.
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

/** Where what waits lies. Rejects where the device keeps nothing. */
export interface Shelf<Item> {
  all(): Promise<Item[]>
  put(item: Item): Promise<unknown>
  /** In one step with what changes in the others, so that a closed page leaves no half of it. */
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

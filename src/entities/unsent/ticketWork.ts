import type { ApiFailure } from '#api/http.ts'
import { serverNow } from '#api/serverClock.ts'
import { uuid } from '#lib/uuid.ts'
import { ticketShelf, type DevicePhoto, type TicketWork, type UnsentTicketWork } from './device.ts'
import { dropFiles } from './deviceFiles.ts'
import { makeOutbox, type Outcome, type SendOne } from './outbox.ts'
import {
  raiseVersions,
  rebaseOnVersion,
  timeAfter,
  waitsForEarlierChange,
  waitsForLog,
} from './ticketOrder.ts'
import { readUnsent } from './unsent.ts'

const outbox = makeOutbox<UnsentTicketWork>({
  shelf: ticketShelf,
  at: ({ at }) => at,
  afterRecorded: raiseVersions,
})
export const {
  standing: ticketWorkStanding,
  subscribe: onTicketWork,
  read: readTicketWork,
} = outbox

export type SendTicketWork = SendOne<UnsentTicketWork>

/** Reads the stored item first, because an earlier item may have changed it. */
export async function sendTicketWork(
  { clientKey }: UnsentTicketWork,
  send: SendTicketWork,
): Promise<Outcome | null> {
  const { unsent } = outbox.standing()
  const item = unsent.find((one) => one.clientKey === clientKey)
  return item === undefined || (await hasToWait(item, unsent)) ? null : outbox.send(item, send)
}

const hasToWait = async (
  item: UnsentTicketWork,
  all: readonly UnsentTicketWork[],
): Promise<boolean> => waitsForEarlierChange(item, all) || waitsForLog(item, await readUnsent())

/** Items currently sent by a form, which reports the result itself. */
const inHand = new Set<string>()
export const isBeingSent = (clientKey: string): boolean => inHand.has(clientKey)

/** Milliseconds until a form reports that the work waits; sending goes on. */
const PATIENCE = 8_000

interface Done {
  companyId: number
  userId: number
  title: string
  work: TicketWork
  photos?: readonly DevicePhoto[]
  clientKey?: string
}
export type SentOff =
  | { kind: 'recorded'; id: number }
  | { kind: 'waiting'; clientKey: string }
  | { kind: 'refused'; failure: ApiFailure }

/**
 * Stores the work first, so that a lost network or closed page does not lose it, then sends it. The
 * form shows an immediate refusal; the work is then not queued.
 */
export async function sendOff(
  { photos = [], clientKey = uuid(), ...done }: Done,
  send: SendTicketWork,
): Promise<SentOff> {
  const item: UnsentTicketWork = {
    ...done,
    clientKey,
    at: timeAfter(await readTicketWork(), serverNow()),
    files: photos.map((photo, index) => ({ ...photo, id: -1 - index })),
    refused: null,
  }
  inHand.add(clientKey)
  try {
    const isKept = await outbox.keep(item)
    if (isKept && (await hasToWait(item, outbox.standing().unsent)))
      return { kind: 'waiting', clientKey }
    const sending = outbox.send(item, send)
    const outcome = isKept ? await Promise.race([sending, noAnswer()]) : await sending
    if (outcome?.kind === 'recorded') return outcome
    if (isKept && outcome?.kind !== 'refused') return { kind: 'waiting', clientKey }
    await outbox.drop(clientKey)
    return { kind: 'refused', failure: outcome?.failure ?? lost }
  } finally {
    inHand.delete(clientKey)
    outbox.tell()
  }
}
const lost: ApiFailure = { status: null, message: 'No answer', errors: [] }
const noAnswer = () =>
  new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE)
  })

export async function discardTicketWork(item: UnsentTicketWork): Promise<void> {
  await outbox.drop(item.clientKey)
  await dropFiles(item.files.map(({ key }) => key))
}

export const moveTicketWork = ({ clientKey }: UnsentTicketWork): Promise<void> =>
  outbox.drop(clientKey)

/**
 * Retries refused work. A change gets the version that the person has seen, and so do later
 * changes.
 */
export async function retryTicketWork(item: UnsentTicketWork, version?: number): Promise<void> {
  const { work } = item
  const all = await readTicketWork()
  if (version !== undefined && (work.kind === 'state' || work.kind === 'assignee')) {
    for (const later of rebaseOnVersion(all, item, work.version, version)) await outbox.keep(later)
    await outbox.keep({ ...item, refused: null, work: { ...work, version } })
  } else await outbox.keep({ ...item, refused: null })
}

/**
 * Sends waiting work automatically: on opening, on reconnecting, on returning to the page, and
 * periodically, because a browser's online state is unreliable.
 */
import type { Waits } from './device.ts'
import { sweepFiles } from './deviceFiles.ts'
import type { Outcome } from './outbox.ts'
import { isBeingSent, readTicketWork, sendTicketWork, type SendTicketWork } from './ticketWork.ts'
import { readUnsent, sendUnsent, type Send } from './unsent.ts'

const EVERY = 20_000
const FORGOTTEN = 60 * 86_400_000

interface Sender {
  companyId: number
  userId: number
  send: Send
  sendTicketWork: SendTicketWork
  /** Called after a successful send. `name`: the work's subject. */
  onRecorded(name: string): void
}

let sendRound: () => void = () => undefined
export const sendNow = (): void => sendRound()

/** Returns a stop function. */
export function startSending(sender: Sender): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let running: Promise<void> | null = null
  const send = () => {
    running ??= alone(() => sendAll(sender)).finally(() => {
      running = null
      clearTimeout(timer)
      if (!isStopped) timer = setTimeout(send, EVERY)
    })
  }
  const handleVisible = () => {
    if (document.visibilityState === 'visible') send()
  }
  window.addEventListener('online', send)
  document.addEventListener('visibilitychange', handleVisible)
  void sweepFiles(Date.now() - FORGOTTEN)
  sendRound = send
  send()
  return () => {
    isStopped = true
    clearTimeout(timer)
    window.removeEventListener('online', send)
    document.removeEventListener('visibilitychange', handleVisible)
  }
}

/** Only one tab sends at a time. Sending twice records once, but would upload files twice. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('plantroom.unsent', { ifAvailable: true }, (lock) =>
    lock === null ? Promise.all([readUnsent(), readTicketWork()]).then(() => undefined) : work(),
  )
}

/** Sends in order of time. The first network failure ends the round. */
async function sendAll(sender: Sender): Promise<void> {
  // True for this user's work to send. Skips work that a form is sending and reports itself.
  const isMine = ({ clientKey, companyId, userId, refused }: Waits) =>
    companyId === sender.companyId &&
    userId === sender.userId &&
    refused === null &&
    !isBeingSent(clientKey)
  const performances = (await readUnsent()).filter(isMine).map((one) => ({
    at: one.submission.doneAt,
    name: one.procedureName,
    send: (): Promise<Outcome | null> => sendUnsent(one, sender.send),
  }))
  const ticketWork = (await readTicketWork()).filter(isMine).map((one) => ({
    at: one.at,
    name: one.title,
    send: () => sendTicketWork(one, sender.sendTicketWork),
  }))
  for (const one of [...performances, ...ticketWork].toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const outcome = await one.send()
    if (outcome?.kind === 'recorded') sender.onRecorded(one.name)
    else if (outcome?.kind === 'waiting') return
  }
}

/**
 * Sends by itself what waits on this device: when the page opens, when the network is back, when
 * one looks at it again, and now and then in between, since a browser that says it is connected may
 * not be.
 */
import type { Waits } from './device.ts'
import { sweepFiles } from './deviceFiles.ts'
import type { Outcome } from './outbox.ts'
import { isInHand, readTicketWork, sendTicketWork, type SendTicketWork } from './ticketWork.ts'
import { readUnsent, sendUnsent, type Send } from './unsent.ts'

const EVERY = 20_000
const FORGOTTEN = 60 * 86_400_000

interface Sender {
  companyId: number
  userId: number
  send: Send
  sendTicketWork: SendTicketWork
  /** By the name of what it was about. */
  onRecorded(name: string): void
}

/** The round of the page that is open, for a person who would rather not wait. */
let sendRound: () => void = () => undefined
export const sendNow = (): void => sendRound()

/** Returns the way to stop. */
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

/**
 * One tab at a time; another that is at it does it for all. Sending twice records once, but files
 * would travel twice.
 */
async function alone(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('plantroom.unsent', { ifAvailable: true }, (lock) =>
    lock === null ? Promise.all([readUnsent(), readTicketWork()]).then(() => undefined) : work(),
  )
}

/**
 * In the order it was done. The first that finds no server ends the round: the others would not
 * either.
 */
async function sendAll(sender: Sender): Promise<void> {
  // What a form is just sending is told there.
  const isMine = ({ clientKey, companyId, userId, refused }: Waits) =>
    companyId === sender.companyId &&
    userId === sender.userId &&
    refused === null &&
    !isInHand(clientKey)
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

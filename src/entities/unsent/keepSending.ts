/**
 * Sends by itself what waits on this device: when the page opens, when the network is back, when
 * one looks at it again, and now and then in between, since a browser that says it is connected may
 * not be.
 */
import type { Unsent } from './device.ts'
import { sweepFiles } from './deviceFiles.ts'
import { readUnsent, sendUnsent, type Send } from './unsent.ts'

const EVERY = 20_000
const FORGOTTEN = 60 * 86_400_000

interface Sender {
  companyId: number
  userId: number
  send: Send
  onRecorded(unsent: Unsent): void
}

/** The round of the page that is open, for a person who would rather not wait. */
let sendRound: () => void = () => undefined
export const sendNow = (): void => sendRound()

/** Returns the way to stop. */
export function keepSending(sender: Sender): () => void {
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
    lock === null ? readUnsent().then(() => undefined) : work(),
  )
}

/**
 * In the order it was done. The first that finds no server ends the round: the others would not
 * either.
 */
async function sendAll({ companyId, userId, send, onRecorded }: Sender): Promise<void> {
  const mine = (await readUnsent()).filter(
    (one) => one.companyId === companyId && one.userId === userId && one.refused === null,
  )
  for (const one of mine) {
    const outcome = await sendUnsent(one, send)
    if (outcome.kind === 'recorded') onRecorded(one)
    else if (outcome.kind === 'waiting') return
  }
}

/// <reference lib="webworker" />
/** Shows push messages of the server (server/modules/foundation/push/payload.ts). */
import type { FromWorker } from './toWorker.ts'

interface PushMessage {
  title: string
  body: string
  path: string
  tag: string
  language: string
  isUrgent: boolean
}

/** Browsers require that every push shows something. */
const unreadable: PushMessage = {
  title: 'Plantroom',
  body: '',
  path: '/',
  tag: 'plantroom',
  language: 'en',
  isUrgent: false,
}
const RTL = ['ar', 'he']
/** Milliseconds in which a page answers; one that is frozen does not. */
const PATIENCE = 1_000

export function showPushMessages(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, readMessage(event.data))))
  worker.addEventListener('notificationclick', (event) => {
    const { notification } = event
    notification.close()
    const path: unknown = (notification.data as { path?: unknown } | null)?.path
    event.waitUntil(open(worker, typeof path === 'string' ? path : '/'))
  })
}

function readMessage(data: PushMessageData | null): PushMessage {
  try {
    const read = data?.json() as Partial<PushMessage> | null
    const message = { ...unreadable, ...read }
    return isOwnPath(message.path) ? message : { ...message, path: '/' }
  } catch {
    return unreadable
  }
}

const isOwnPath = (path: string) => path.startsWith('/') && !/^\/[/\\]/.test(path)

function show(
  { registration }: ServiceWorkerGlobalScope,
  { title, body, path, tag, language, isUrgent }: PushMessage,
): Promise<void> {
  return registration.showNotification(title, {
    body,
    tag,
    lang: language,
    dir: RTL.includes(language) ? 'rtl' : 'ltr',
    data: { path },
    icon: new URL('icon-192.png', registration.scope).href,
    requireInteraction: isUrgent,
  })
}

/** In an open page if one answers, which asks about unsaved input first; else in a new one. */
async function open({ clients, registration }: ServiceWorkerGlobalScope, path: string) {
  const pages = await clients.matchAll({ type: 'window' })
  for (const page of pages.toSorted((one, other) => Number(other.focused) - Number(one.focused)))
    if (await takes(page, path)) return page.focus()
  return clients.openWindow(new URL(path.slice(1), registration.scope))
}

function takes(page: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(false), PATIENCE)
    port1.addEventListener('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
    port1.start()
    page.postMessage({ kind: 'open', path } satisfies FromWorker, [port2])
  })
}

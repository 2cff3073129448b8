/** This browser's address at its maker's push service. */

/**
 * Key of the address with which the user turned push messages on in this browser. A browser may
 * lose or change its address by itself.
 */
const PUSH_MARK = 'plantroom.push'

export interface Subscribed {
  endpoint: string
  p256dh: string
  auth: string
}

export const pushMark = {
  read: (): string | null => localStorage.getItem(PUSH_MARK),
  set: (endpoint: string) => localStorage.setItem(PUSH_MARK, endpoint),
  clear: () => localStorage.removeItem(PUSH_MARK),
}

/** Undefined without a service worker, as in development. */
const registered = async () =>
  'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined

export async function currentSubscription(): Promise<PushSubscription | null> {
  // Some browsers have service workers, but no push.
  const manager = (await registered())?.pushManager as PushManager | undefined
  return (await manager?.getSubscription()) ?? null
}

/** Throws if the browser has no service worker yet, or cannot reach its push service. */
export async function subscribe(publicKey: string): Promise<Subscribed> {
  if ((await registered()) === undefined) throw new Error('The service worker is not installed')
  const { pushManager } = await navigator.serviceWorker.ready
  const applicationServerKey = bytesOf(publicKey)
  const former = await pushManager.getSubscription()
  if (former !== null && !isSame(former.options.applicationServerKey, applicationServerKey))
    await former.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { keys } = made.toJSON()
  return { endpoint: made.endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = one === null ? [] : [...new Uint8Array(one)]
  return bytes.length === other.length && bytes.every((byte, index) => byte === other[index])
}

const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:\bCriOS|Chrome)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

const nameIn = (agent: string, names: readonly (readonly [string, RegExp])[]) =>
  names.find(([, pattern]) => pattern.test(agent))?.[0]

/** Product names, which are the same in every language. */
export const deviceName = (agent: string): string =>
  [nameIn(agent, browsers), nameIn(agent, systems)].filter(Boolean).join(' · ') || 'Browser'

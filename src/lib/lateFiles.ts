/**
 * Files fetched on first use: a screen, a chart, the texts of a language. They fail without a
 * network, or after a new release removed them. Then callers keep waiting, the page says why, and
 * the files are requested again until they arrive.
 */
import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { pageEntry } from './pageEntry.ts'

/** A `screen` loads before the present one is left; a `part` belongs to the present screen. */
export type LateKind = 'screen' | 'part'
export type LateWhy = 'offline' | 'unreachable' | 'release'
export interface Late {
  kind: LateKind
  why: LateWhy
}

const RETRY_AFTER = 4_000

let late: readonly Late[] = []
const listeners = new Set<() => void>()
const tell = (next: readonly Late[]) => {
  late = next
  for (const listener of listeners) listener()
}
export const lateFiles = (): readonly Late[] => late
export function onLateFiles(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Called if a screen belongs to a removed release. The app then reloads without losing input. */
let loadRelease: () => void = () => undefined
export function setReleaseHandler(takeUp: () => void): void {
  loadRelease = takeUp
}

/** Loads a file, and retries until it arrives. */
export async function untilLoaded<T>(
  load: () => Promise<T>,
  kind: LateKind,
  look: () => Promise<LateWhy> = lookAround,
): Promise<T> {
  let mine: Late | null = null
  for (;;) {
    try {
      const loaded = await load()
      await fetchSheetsAgain()
      tell(late.filter((one) => one !== mine))
      return loaded
    } catch {
      const now = { kind, why: await look() }
      tell([...late.filter((one) => one !== mine), now])
      mine = now
      if (now.why === 'release' && kind === 'screen' && isFirstTry()) loadRelease()
      await untilItMayBeBetter()
    }
  }
}

type Part<Props> = (props: Props) => ReactNode
type PropsOf<P extends Part<never>> = P extends () => ReactNode ? object : Parameters<P>[0]
type LatePart<Props> = Part<Props> & {
  /** Prefetches the file before the click that needs it. */
  fetch(): Promise<unknown>
}

/** A component whose file is loaded on first draw, or prefetched. */
function lateComponent<Props extends object>(load: () => Promise<Part<Props>>, kind: LateKind) {
  let there: Part<Props> | null = null
  const fetch = async () => (there = await load())
  let coming: Promise<Part<Props>> | null = null // never rejects
  const untilThere = () => (coming ??= untilLoaded(fetch, kind))
  const Fetched = lazy<ComponentType<Props>>(async () => ({ default: await untilThere() }))
  function WhenThere(props: Props) {
    // Renders a loaded component at once. React would show the fallback for a third of a second.
    const [Drawn] = useState<ComponentType<Props>>(() => there ?? Fetched)
    return createElement(Drawn, props)
  }
  return { WhenThere, fetch, untilThere, isThere: () => there !== null }
}

export function loadPartLater<File extends { default: Part<never> }>(
  load: () => Promise<File>,
): LatePart<PropsOf<File['default']>> {
  type Props = PropsOf<File['default']>
  const { WhenThere, fetch } = lateComponent<Props>(
    async () => (await load()).default as Part<Props>,
    'part',
  )
  return Object.assign(WhenThere, { fetch })
}

/**
 * A screen whose file may load after navigation. The history entry exists at once, and the former
 * screen stays until this one can be drawn. Drawn inside a transition.
 */
export function loadScreenLater(load: () => Promise<{ Component: ComponentType }>) {
  const { WhenThere, untilThere, isThere } = lateComponent<object>(
    async () => (await load()).Component as Part<object>,
    'screen',
  )
  return { Component: WhenThere, untilThere, isThere }
}

/** Milliseconds to wait, because the screen's own requests go first on a slow connection. */
const AHEAD_AFTER = 700

/**
 * Prefetches parts for a later click when the browser is idle. A failed one is requested again when
 * it is drawn.
 */
export function prefetchWhenIdle(...loads: readonly (() => Promise<unknown>)[]): void {
  const fetchAll = () => {
    for (const load of loads) load().catch(() => undefined)
  }
  // Checked now; the page may be gone when the timer fires.
  const whenIdle =
    'requestIdleCallback' in window
      ? (work: () => void) => void window.requestIdleCallback(work, { timeout: 4_000 })
      : (work: () => void) => work()
  setTimeout(() => whenIdle(fetchAll), AHEAD_AFTER)
}

const tries = new EventTarget()
/** Retries at once, on the user's request. */
export const tryLateFilesNow = (): void => void tries.dispatchEvent(new Event('now'))

function untilItMayBeBetter(): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    const done = () => {
      clearTimeout(timer)
      stop.abort()
      resolve()
    }
    const timer = setTimeout(done, RETRY_AFTER)
    window.addEventListener('online', done, stop)
    tries.addEventListener('now', done, stop)
  })
}

const entryIn = (html: string): string | undefined => /<script[^>]*\ssrc="([^"]+)"/.exec(html)?.[1]

/**
 * Why a file failed to load: a fresh request of the start page distinguishes a lost network from a
 * new release.
 */
async function lookAround(): Promise<LateWhy> {
  try {
    const answer = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' })
    const served = answer.ok ? entryIn(await answer.text()) : undefined
    const own = pageEntry()
    return served !== undefined && own !== null && served !== own ? 'release' : 'unreachable'
  } catch {
    return navigator.onLine ? 'unreachable' : 'offline'
  }
}

const TAKEN_UP = 'plantroom.takenUp'

/**
 * False after a reload that did not help: the user decides then, because another reload could loop.
 */
function isFirstTry(): boolean {
  try {
    const before = Number(sessionStorage.getItem(TAKEN_UP) ?? 0)
    sessionStorage.setItem(TAKEN_UP, String(Date.now()))
    return Date.now() - before > 60_000
  } catch {
    return false
  }
}

/**
 * Failed style sheets. The chunk loader requests each only once, so they are requested again here.
 */
const failedSheets = new Set<HTMLLinkElement>()
if (typeof window !== 'undefined') {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedSheets.add(target)
    },
    true,
  )
}

async function fetchSheetsAgain(): Promise<void> {
  await Promise.all(
    [...failedSheets].map(
      (sheet) =>
        new Promise<void>((resolve, reject) => {
          const again = sheet.cloneNode() as HTMLLinkElement
          again.onload = () => {
            failedSheets.delete(sheet)
            resolve()
          }
          again.onerror = () => {
            failedSheets.delete(sheet)
            reject(new Error('A style sheet did not come'))
          }
          sheet.replaceWith(again)
        }),
    ),
  )
}

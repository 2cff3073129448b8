/**
 * Files of the page that are fetched when they are first needed: a screen, a chart, the words of a
 * language. Without a network, or after a new release took the old ones away, they do not come.
 * Nothing breaks then: whoever waits goes on waiting, the page says why, and they are asked for
 * again until they are there.
 */
import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { pageEntry } from './pageEntry.ts'

/** A screen is waited for before the one on show is left; a part belongs to the screen on show. */
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

/**
 * What the page does when a screen is of a release that is gone; the app knows how to leave without
 * losing anything.
 */
let takeUpRelease: () => void = () => undefined
export function setReleaseHandler(takeUp: () => void): void {
  takeUpRelease = takeUp
}

/** Loads, however often that takes. */
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
      if (now.why === 'release' && kind === 'screen' && isFirstTry()) takeUpRelease()
      await untilItMayBeBetter()
    }
  }
}

type Part<Props> = (props: Props) => ReactNode
type LatePart<Props> = Part<Props> & {
  /** Ahead of the press that draws it. */
  fetch(): Promise<unknown>
}

/** A component whose file is loaded when it is first drawn, or ahead of that. */
function lateComponent<Props extends object>(load: () => Promise<Part<Props>>, kind: LateKind) {
  let there: Part<Props> | null = null
  const fetch = async () => (there = await load())
  let coming: Promise<Part<Props>> | null = null // never refused
  const untilThere = () => (coming ??= untilLoaded(fetch, kind))
  const Fetched = lazy<ComponentType<Props>>(async () => ({ default: await untilThere() }))
  function WhenThere(props: Props) {
    // What is there is drawn at once. By itself React would show what stands for it first, and then
    // leave that for a third of a second.
    const [Drawn] = useState<ComponentType<Props>>(() => there ?? Fetched)
    return createElement(Drawn, props)
  }
  return { WhenThere, fetch, untilThere, isThere: () => there !== null }
}

/** A part of a screen. */
export function latePart<File extends { default: Part<never> }>(
  load: () => Promise<File>,
): LatePart<Parameters<File['default']>[0]> {
  type Props = Parameters<File['default']>[0]
  const { WhenThere, fetch } = lateComponent<Props>(
    async () => (await load()).default as Part<Props>, // it takes what it takes
    'part',
  )
  return Object.assign(WhenThere, { fetch })
}

/**
 * A screen that the address may lead to before its file is there: who goes there is there for the
 * way back, and what was on show stays until it can be drawn. Drawn inside a transition.
 */
export function lateScreen(load: () => Promise<{ Component: ComponentType }>) {
  const { WhenThere, untilThere, isThere } = lateComponent<object>(
    async () => (await load()).Component as Part<object>, // a screen takes nothing
    'screen',
  )
  return { Component: WhenThere, untilThere, isThere }
}

/** What a screen is about comes first: on a slow line they would share the way. */
const AHEAD_AFTER = 700

/**
 * Parts that a press may want next, fetched when the browser has nothing better to do. One that does
 * not come is asked for again by whoever draws it.
 */
export function prefetchWhenIdle(...loads: readonly (() => Promise<unknown>)[]): void {
  const fetchAll = () => {
    for (const load of loads) load().catch(() => undefined)
  }
  // Looked up now: a page may be gone when its time comes.
  const whenIdle =
    'requestIdleCallback' in window
      ? (work: () => void) => void window.requestIdleCallback(work, { timeout: 4_000 })
      : (work: () => void) => work()
  setTimeout(() => whenIdle(fetchAll), AHEAD_AFTER)
}

const tries = new EventTarget()
/** For a person who would rather not wait. */
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
 * Why a file did not come: the start page, asked for afresh, tells a lost network from a new
 * release.
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
 * A page that was loaded anew and still lacks its file must not go round in circles: then the
 * person decides.
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
 * Style sheets that did not come. The loader of chunks asks for each only once, so they are asked
 * for again here.
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
          const again = sheet.cloneNode() as HTMLLinkElement // a clone is of the same kind
          again.onload = () => {
            failedSheets.delete(sheet)
            resolve()
          }
          again.onerror = () => {
            failedSheets.delete(sheet) // the clone stands in for it
            reject(new Error('A style sheet did not come'))
          }
          sheet.replaceWith(again)
        }),
    ),
  )
}

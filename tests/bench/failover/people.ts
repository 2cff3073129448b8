/** Users who submit without a pause, pages that listen, and gateways that report, by one address. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { live } from '#contract/live.ts'
import { signIn, type Api } from '#tests/apiClient.ts'
import { failProcedure, type RuledProcedure } from '#tests/mainJob.ts'

export interface Acknowledged {
  id: number
  key: string
  begunAt: number
  at: number
  by: number
}

export interface Crowd {
  isOver: boolean
  acknowledged: Acknowledged[]
  /** By status; 0 for a failed connection or an answer of the balancer. */
  refusals: Map<number, number>
  /** The last answer to each user that was no success. */
  lastRefusals: Map<number, string>
  /** Performance time of each report of a gateway that was taken. */
  reports: number[]
}

export const makeCrowd = (): Crowd => ({
  isOver: false,
  acknowledged: [],
  refusals: new Map(),
  lastRefusals: new Map(),
  reports: [],
})

/** Submits again with the same key until it is acknowledged, as a page does. */
export async function submitOnAndOn(
  crowd: Crowd,
  url: string,
  job: RuledProcedure,
  by: number,
): Promise<void> {
  let api: Api | undefined
  while (!crowd.isOver) {
    const key = randomUUID()
    const begunAt = performance.now()
    for (let isSaved = false; !isSaved && !crowd.isOver;)
      try {
        api ??= await signIn(url, 'technician@plantroom.demo')
        const { id } = await answered(failProcedure(api, job, key))
        crowd.acknowledged.push({ id, key, begunAt, at: performance.now(), by })
        isSaved = true
      } catch (error) {
        const status = statusOf(error)
        crowd.refusals.set(status, (crowd.refusals.get(status) ?? 0) + 1)
        crowd.lastRefusals.set(by, `${new Date().toISOString()} ${String(error)}`)
        if (status === 401) api = undefined
        await wait(250)
      }
    await wait(100)
  }
}

/** So long a page would not wait; a server that does not answer counts as status -1. */
const PATIENCE = 60_000

async function answered<T>(call: Promise<T>): Promise<T> {
  const patience = new AbortController()
  try {
    return await Promise.race([
      call,
      wait(PATIENCE, undefined, { signal: patience.signal }).then(() => {
        throw Object.assign(new Error('No answer'), { status: -1 })
      }),
    ])
  } finally {
    patience.abort()
  }
}

const statusOf = (error: unknown): number => {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : undefined
  return typeof status === 'number' ? status : 0
}

export interface Page {
  /** Performance times at which the page fetches all it shows: connected, or told of a gap. */
  loadedAt: number[]
  isConnected: boolean
  /** Ids of procedure logs that it was told of. */
  heard: Set<number>
}

/** Listens as the page does: connects again when the stream ends or 45 seconds are silent. */
export function openPage(crowd: Crowd, url: string, token: () => Promise<string>): Page {
  const page: Page = { loadedAt: [], isConnected: false, heard: new Set() }
  const listen = async () => {
    const quiet = new AbortController()
    const answer = await fetch(url + live.openLive.path, {
      headers: { authorization: `Bearer ${await token()}` },
      signal: quiet.signal,
    })
    if (!answer.ok || answer.body === null) {
      await answer.body?.cancel()
      throw new Error(`${answer.status}`)
    }
    page.loadedAt.push(performance.now())
    page.isConnected = true
    const decoder = new TextDecoder()
    let silence = setTimeout(() => quiet.abort(), 45_000)
    let rest = ''
    for await (const chunk of answer.body) {
      clearTimeout(silence)
      if (crowd.isOver) quiet.abort()
      silence = setTimeout(() => quiet.abort(), 45_000)
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) noteIds(page, line)
    }
  }
  const go = async () => {
    while (!crowd.isOver) {
      await listen().catch(() => undefined)
      page.isConnected = false
      await wait(1_000)
    }
  }
  void go()
  return page
}

function noteIds(page: Page, line: string): void {
  if (!line.startsWith('data:')) return
  const { tags } = JSON.parse(line.substring('data:'.length)) as {
    tags: { type: string; id?: number | string }[]
  }
  for (const { type, id } of tags)
    if (type === 'ProcedureLog' && id !== undefined) page.heard.add(Number(id))
  // After a gap the server names every type, and the page fetches all it shows.
  if (tags.some(({ type, id }) => type === 'SiteSurvey' && id === undefined))
    page.loadedAt.push(performance.now())
}

/** Reports of one gateway after another, each second. */
export async function reportOnAndOn(
  crowd: Crowd,
  url: string,
  { key, gateways, beacons }: { key: string; gateways: string[]; beacons: string[] },
): Promise<void> {
  for (let turn = 0; !crowd.isOver; turn += 1) {
    for (const gateway of gateways.slice(0, 4))
      try {
        const answer = await fetch(`${url}/api/iot/ingest/plantroom`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            gateway,
            readings: beacons.map((beacon, place) => ({
              beacon,
              rssi: -50 - ((turn + place * 3) % 40),
            })),
          }),
        })
        await answer.arrayBuffer()
        if (answer.ok) crowd.reports.push(performance.now())
      } catch {
        // the address is away
      }
    await wait(1_000)
  }
}

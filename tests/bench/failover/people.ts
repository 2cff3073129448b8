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
  /** Answers by status, and 0 for a connection that failed. */
  refusals: Map<number, number>
  /** Performance time of each report of a gateway that was taken. */
  reports: number[]
}

export const makeCrowd = (): Crowd => ({
  isOver: false,
  acknowledged: [],
  refusals: new Map(),
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
        const { id } = await failProcedure(api, job, key)
        crowd.acknowledged.push({ id, key, begunAt, at: performance.now(), by })
        isSaved = true
      } catch (error) {
        const status = statusOf(error)
        crowd.refusals.set(status, (crowd.refusals.get(status) ?? 0) + 1)
        if (status === 401) api = undefined
        await wait(250)
      }
    await wait(100)
  }
}

const statusOf = (error: unknown): number => {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : undefined
  return typeof status === 'number' ? status : 0
}

export interface Page {
  /** Performance time of the last connection, after which the page fetches all it shows. */
  connectedAt: number
  isConnected: boolean
  /** Ids of procedure logs that it was told of. */
  heard: Set<number>
  connections: number
}

/** Listens as the page does: connects again when the stream ends or 45 seconds are silent. */
export function openPage(crowd: Crowd, url: string, token: () => Promise<string>): Page {
  const page: Page = { connectedAt: 0, isConnected: false, heard: new Set(), connections: 0 }
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
    Object.assign(page, { connectedAt: performance.now(), isConnected: true })
    page.connections += 1
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
    page.connectedAt = performance.now()
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

/**
 * The 20 most used screens after sign-in, opened at their addresses by a person who is signed in:
 * requests, SQL statements, messages to the database, and bytes of answers. Counts include what
 * every screen asks, such as rights, the company and badges.
 */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { chromiumArgs } from '../../e2e/chromiumArgs.ts'
import { findThings, type Things } from '../../e2e/look/things.ts'
import { signIn } from '#tests/apiClient.ts'
import { type ServerOrder, type ServerProcess, startServer } from '#tests/serverProcess.ts'
import { onBoth } from './backends.ts'
import type { Row } from './measures.ts'

const counter = new URL('./requestCounter.mjs', import.meta.url).href

export interface CountedRequest {
  method: string
  url: string
  bytes: number
  messages: number
  texts: string[]
}

const usedScreens: Readonly<Record<string, (things: Things) => string>> = {
  Today: () => '/',
  'my work': () => '/my-work',
  tickets: () => '/tickets',
  'a ticket': ({ ticket }) => `/tickets/${ticket}`,
  equipment: () => '/equipment',
  'an equipment': ({ equipment }) => `/equipment/${equipment}`,
  locations: () => '/locations',
  map: () => '/mapping',
  procedures: () => '/procedure',
  'a procedure': ({ procedure }) => `/procedure/${procedure}`,
  'performing a procedure': ({ procedure, equipment }) =>
    `/procedure/${procedure}/perform?equipmentId=${equipment}`,
  'procedure logs': () => '/procedure-log',
  schedules: () => '/rrule',
  'schedules as a timeline': () => '/rrule?view=timeline',
  automations: () => '/automation-center',
  'a dashboard': ({ dashboard }) => `/dashboard/${dashboard}`,
  sensors: () => '/iot/sensors',
  inventory: () => '/inventory',
  users: () => '/management/users',
  'settings of the company': () => '/management/company',
}

const QUIET_MS = 700

/** Opens each screen on a new demo, and returns what the server counted. */
export async function countScreens(
  order: Pick<ServerOrder, 'checkout' | 'databaseUrl' | 'dataDir'>,
): Promise<Map<string, CountedRequest[]>> {
  const server = await startServer({
    ...order,
    env: { CALLS_PER_SECOND: '10000' },
    nodeArguments: ['--import', counter],
  })
  try {
    return await countOn(server)
  } finally {
    await server.stop()
  }
}

async function countOn(server: ServerProcess): Promise<Map<string, CountedRequest[]>> {
  const api = await signIn(server.url, 'admin@plantroom.demo')
  const things = await findThings(api)
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: chromiumArgs,
  })
  try {
    const page = await signedIn(browser, server.url, api.token)
    const counted = new Map<string, CountedRequest[]>()
    for (const [name, pathOf] of Object.entries(usedScreens)) {
      server.child.send('record')
      await page.goto(server.url + pathOf(things))
      await page.locator('main h1').first().waitFor()
      await untilQuiet(page)
      const told = once(server.child, 'message')
      server.child.send('recorded')
      const [{ requests }] = (await told) as [{ requests: CountedRequest[] }]
      counted.set(name, requests)
    }
    return counted
  } finally {
    await browser.close()
  }
}

async function signedIn(browser: Browser, url: string, token: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Prague',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.goto(`${url}/?token=${token}`)
  await page.locator('main h1').first().waitFor()
  await untilQuiet(page)
  return page
}

/** The event stream stays open, so the network is never idle. */
async function untilQuiet(page: Page): Promise<void> {
  let last = performance.now()
  const note = () => {
    last = performance.now()
  }
  page.on('request', note)
  page.on('requestfinished', note)
  while (performance.now() - last < QUIET_MS) await wait(100)
  page.off('request', note)
  page.off('requestfinished', note)
}

interface Sum {
  requests: number
  statements: number
  messages: number
  bytes: number
}

export const sumOf = (requests: readonly CountedRequest[]): Sum => ({
  requests: requests.length,
  statements: requests.reduce((sum, { texts }) => sum + texts.length, 0),
  messages: requests.reduce((sum, { messages }) => sum + messages, 0),
  bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0),
})

export async function measureScreens(checkout: string): Promise<Row[]> {
  const rows = await onBoth(checkout, async ({ name: where, dataDir, databaseUrl }) => {
    const counted = await countScreens({ checkout, dataDir, ...(databaseUrl && { databaseUrl }) })
    const all = [...counted.values()].flat()
    return [...counted, ['all of them', all] as const].map(([what, requests]): Row => {
      const { bytes, ...counts } = sumOf(requests)
      return {
        part: 'screens',
        what,
        where,
        values: { ...counts, 'kB of answers': Math.round(bytes / 100) / 10 },
      }
    })
  })
  return rows.flat()
}

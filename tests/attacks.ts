/**
 * Requests that once blocked the server. The test of the event loop and the benchmark send them.
 */
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { deflateRawSync } from 'node:zlib'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { urlOf } from './testApp.ts'
import { sampleOf } from './samples.ts'

export interface Target {
  url: string
  token: string
}
/** Returns the statuses. A server error among them fails the test. */
export type Attack = (target: Target) => Promise<number[]>

export const longestDelay = async (child: ChildProcess, word: 'read' | 'reset'): Promise<number> =>
  (await watched(child, word)).longestMilliseconds

/** Processor time of the longest turn of the loop, which other programs do not lengthen. */
export const longestTurn = async (child: ChildProcess): Promise<number> =>
  (await watched(child, 'read')).longestTurnMilliseconds

function watched(
  child: ChildProcess,
  word: 'read' | 'reset',
): Promise<{ longestMilliseconds: number; longestTurnMilliseconds: number }> {
  return new Promise((done) => {
    // the shape that loopWatch.mjs sends
    child.once('message', (message) => done(message as Awaited<ReturnType<typeof watched>>))
    child.send(word)
  })
}

const LONGEST_WAIT = 60_000

async function post(
  { url, token }: Target,
  path: string,
  body: unknown,
  method = 'POST',
): Promise<number> {
  const answer = await fetch(`${url}${path}`, {
    method,
    signal: AbortSignal.timeout(LONGEST_WAIT),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  await answer.arrayBuffer()
  return answer.status
}

async function upload(
  { url, token }: Target,
  path: string,
  name: string,
  bytes: Buffer,
): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    signal: AbortSignal.timeout(LONGEST_WAIT),
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  await answer.arrayBuffer()
  return answer.status
}

const inTurn = async (calls: readonly (() => Promise<number>)[]): Promise<number[]> => {
  const statuses: number[] = []
  for (const call of calls) statuses.push(await call())
  return statuses
}

export function archiveOf(text: Buffer, fileName = 'level.geojson'): Buffer {
  const name = Buffer.from(fileName)
  const packed = deflateRawSync(text)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(text.length, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, entry, name, end])
}

/** Less than 320 kB that unpack to 60 MB of empty objects. */
export const venueBomb = (): Buffer =>
  archiveOf(Buffer.concat([Buffer.from('['), Buffer.alloc(60_000_000, '{},'), Buffer.from('{}]')]))

const numbers = (length: number, from = 1) => Array.from({ length }, (_, index) => index + from)

const draft = (rule: string, start: string) => ({
  id: null,
  limit: 200,
  draft: {
    name: null,
    procedureId: 1,
    rruleData: {},
    objects: 'equipment',
    kind: 'specific',
    rule,
    every: null,
    restartAfter: null,
    repeatCount: null,
    start,
    end: null,
    deadline: { kind: 'none' },
    reminder: null,
    onHoliday: 'keep',
    onNonWorkingDay: 'skip',
    whenOverdue: 'keepOpen',
    userIds: [],
    roleIds: [],
    isActive: true,
  },
})

const heavyRules: readonly (readonly [rule: string, start: string])[] = [
  ['FREQ=MINUTELY', '9999-12-31T00:00'],
  ['FREQ=HOURLY', '9999-12-31T00:00'],
  ['FREQ=MINUTELY', '2199-12-31T23:00'],
  ['FREQ=HOURLY', '2199-12-31T23:00'],
  ['FREQ=SECONDLY', '2026-01-01T00:00'],
  ['FREQ=MINUTELY', '1970-01-01T00:00'],
  [
    `FREQ=YEARLY;BYMONTHDAY=${numbers(31).join(',')};BYHOUR=${numbers(24, 0).join(',')};BYMINUTE=${numbers(60, 0).join(',')};BYSETPOS=366,-366`,
    '2026-01-01T00:00',
  ],
]

const filterKeys = [
  'equipmentIds',
  'equipmentTypeIds',
  'equipmentStatusIds',
  'locationIds',
  'locationTypeIds',
  'procedureIds',
  'procedureTypeIds',
  'tagIds',
  'orgEntityIds',
]
const filterOf = (length: number) =>
  Object.fromEntries(filterKeys.map((key) => [key, numbers(length)]))

/** Opens connections with an unfinished request. Closed by the caller, or by the server before. */
async function slowBodies({ url }: Target): Promise<number[]> {
  const { hostname, port } = new URL(url)
  const sockets = numbers(100).map(() => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(
      'POST /api/public/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"email":"',
    )
    return socket
  })
  await new Promise((done) => {
    setTimeout(done, 1_000)
  })
  for (const socket of sockets) socket.destroy()
  return []
}

async function manyStreams({ url, token }: Target): Promise<number[]> {
  const stop = new AbortController()
  const open = () =>
    fetch(`${url}/api/live`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    }).then(({ status }) => status)
  const answers: number[] = []
  for (let turn = 0; turn < 6; turn += 1)
    answers.push(...(await Promise.all(numbers(50).map(open))))
  stop.abort()
  return answers
}

async function fuzz(target: Target): Promise<number[]> {
  const deep = '['.repeat(60) + ']'.repeat(60)
  const bodies = [
    JSON.stringify({ filter: filterOf(500), search: 'x'.repeat(190) }),
    `{"filter":${deep}}`,
    JSON.stringify(numbers(20_000)),
    JSON.stringify({ rows: 'x'.repeat(200_000) }),
  ]
  const endpoints = Object.values(contract).flatMap((domain) =>
    Object.values(domain as Record<string, Endpoint>),
  )
  const calls = endpoints
    .filter(
      (endpoint) =>
        endpoint.wire === 'json' && endpoint.method === 'POST' && endpoint.access !== 'public',
    )
    .flatMap((endpoint, index) => [
      () =>
        post(
          target,
          urlOf(endpoint.path, sampleOf(endpoint, () => 1).params),
          bodies[index % bodies.length],
        ),
    ])
  return inTurn(calls)
}

async function yearOfReadings({ url, token }: Target): Promise<number[]> {
  const ask = async (by: string, path: string, body: unknown) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      signal: AbortSignal.timeout(LONGEST_WAIT),
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as { id?: number; key?: string } }
  }
  const name = `Attack ${randomUUID()}`
  const made = await ask(token, '/api/external-api/api-keys', {
    name,
    ips: [],
    expirationDate: null,
    isActive: true,
    monthLimit: null,
  })
  const type = await ask(token, '/api/iot/sensor-types', {
    name,
    metric: 'temperature',
    unit: '°C',
    minimum: null,
    maximum: null,
    step: 0.1,
    everyMinutes: 10,
  })
  const device = name.replaceAll(' ', '-').toUpperCase()
  const sensor = await ask(token, '/api/iot/sensors', {
    name,
    typeId: type.body.id,
    deviceId: device,
    equipmentId: null,
    locationId: null,
    offset: 0,
    lowerLimit: 2,
    upperLimit: 8,
    limitMinutes: 5,
    isActive: true,
  })
  const now = Date.now()
  // As many sensors as a report may have, a single one, and one too many.
  const reports = (
    [
      [device, 5_000],
      ['NOBODY', 5_000],
      [device, 15_000],
    ] as const
  ).map(([of, length]) => ({
    readings: numbers(length).map((minute) => ({
      sensor: of,
      value: 5 + 4 * Math.sin(minute / 40),
      at: new Date(now - minute * 60_000).toISOString(),
    })),
  }))
  const statuses = [made.status, type.status, sensor.status]
  for (const report of reports)
    statuses.push((await ask(made.body.key ?? '', '/api/iot/ingest/plantroom', report)).status)
  return statuses
}

export const attacks: Readonly<Record<string, Attack>> = {
  'rules that never come to an end': (target) =>
    inTurn(heavyRules.map((rule) => () => post(target, '/api/rrules/preview', draft(...rule)))),
  'years 0000 and 9999': (target) =>
    inTurn(
      ['0000', '9999'].flatMap((year) =>
        ['/api/procedure-logs/get', '/api/rtls/replay', '/api/rrules/timeline'].map(
          (path) => () =>
            post(target, path, { from: `${year}-01-01T00:00:00Z`, to: `${year}-12-31T00:00:00Z` }),
        ),
      ),
    ),
  'a venue archive that inflates': async (target) => [
    await upload(target, '/api/rtls/venue-imports', 'bomb.zip', venueBomb()),
  ],
  'brackets in brackets': (target) =>
    inTurn([
      () =>
        upload(
          target,
          '/api/rtls/venue-imports',
          'brackets.geojson',
          Buffer.from('['.repeat(102_000)),
        ),
      () =>
        post(target, '/api/equipment/get', `{"filter":${'['.repeat(51_000)}${']'.repeat(51_000)}}`),
    ]),
  'a table of commas': async (target) => [
    await upload(
      target,
      '/api/imports?kind=equipment',
      'commas.csv',
      Buffer.concat([Buffer.from('name,type\n'), Buffer.alloc(8_000_000, ',,,,,,,\n')]),
    ),
  ],
  'patterns that nest': (target) =>
    inTurn(
      ['(a+)+', '('.repeat(249), `${'(a'.repeat(160)}${')*'.repeat(40)}`].map(
        (pattern) => () =>
          post(target, '/api/validation-types', {
            name: `n${pattern.length}`,
            minimum: null,
            maximum: null,
            pattern,
            hint: null,
          }),
      ),
    ),
  'filters of ten thousand ids, and of five hundred': (target) =>
    inTurn(
      [10_000, 500, 500].map(
        (length) => () => post(target, '/api/equipment/get', { filter: filterOf(length) }),
      ),
    ),
  'a hundred sign-ins at once': (target) =>
    Promise.all(
      numbers(100).map((turn) =>
        post(target, '/api/public/login', {
          email: `nobody${turn}@here.test`,
          password: 'Wrong1234',
        }),
      ),
    ),
  'a hundred bodies that do not come': slowBodies,
  'three hundred live streams': manyStreams,
  'a sample of the fuzz': fuzz,
  'reports of a year of readings': yearOfReadings,
}

export function canary({ url, token }: Target): { stop(): Promise<number> } {
  let isRunning = true
  const asking = (async () => {
    let slowest = 0
    while (isRunning) {
      const began = performance.now()
      const answer = await fetch(`${url}/api/session`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await answer.arrayBuffer()
      slowest = Math.max(slowest, performance.now() - began)
      await new Promise((done) => {
        setTimeout(done, 20)
      })
    }
    return slowest
  })()
  return {
    stop() {
      isRunning = false
      return asking
    },
  }
}

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashSync } from '@node-rs/argon2'
import type pg from 'pg'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import type { z } from 'zod'
import { makeApp, type App } from '../server/app.ts'
import type { AppOptions } from '../server/appOptions.ts'
import {
  addPerson,
  makeCompany,
  type StandardRole,
} from '../server/modules/foundation/auth/index.ts'
import { embeddedPool, openPool } from '#db/pool.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { FakeClock } from '#ports/clock.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

export const PASSWORD = 'Passw0rd!'
export const SECRET = 'a secret that is only used by the tests, long enough'

export interface Answer<T = unknown> {
  status: number
  body: T
  headers: Record<string, unknown>
}
export interface Company {
  id: Id<'company'>
  users: Record<StandardRole, Id<'user'>>
}

export interface TestApp {
  app: App
  pool: pg.Pool
  database: TestDatabase
  filesFolder: string
  clock: FakeClock
  /** `here` is the company under test; data of `there` must never be visible. */
  here: Company
  there: Company
  signIn(role: StandardRole, company?: 'here' | 'there'): Promise<string>
  /** A typed call. Does not check that the response is a success. */
  call<E extends Endpoint>(
    token: string | null,
    endpoint: E,
    input: Input<E>,
  ): Promise<Answer<z.output<E['response']>>>
  ok<E extends Endpoint>(
    token: string,
    endpoint: E,
    input: Input<E>,
  ): Promise<z.output<E['response']>>
  raw(
    token: string | null,
    method: Endpoint['method'],
    url: string,
    payload?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  upload(
    token: string,
    url: string,
    name: string,
    bytes: Buffer | string,
    mime?: string,
  ): Promise<Answer>
  uploaded(...file: Parameters<TestApp['upload']>): Promise<number>
  beside(change?: Partial<AppOptions>): Promise<App>
  /** Closes the app, and keeps its database and files. */
  leave(): Promise<void>
  close(): Promise<void>
}

/** The product's algorithm at a far lower cost. Tests of passwords use the real cost. */
const passwordHash = hashSync(PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 })

export type TestAppChange = Partial<
  Pick<
    AppOptions,
    | 'post'
    | 'providers'
    | 'publicUrl'
    | 'background'
    | 'frameAncestors'
    | 'pageFolder'
    | 'logLevel'
    | 'logTo'
    | 'hooks'
    | 'dns'
    | 'assistant'
    | 'callsPerSecond'
    | 'arrival'
    | 'trustedProxies'
    | 'apiDocs'
    | 'installation'
    | 'metricsToken'
    | 'broker'
    | 'timeSeries'
    | 's3'
    | 'tracing'
    | 'sharedDatabase'
    | 'dataKeys'
  >
> & { demo?: boolean }

export interface Template {
  database: string
  filesFolder: string
  here: Company
  there: Company
}

/** `template`: starts from another test app instead of two empty companies. */
export async function openTestApp(
  change: TestAppChange = {},
  template?: Template,
): Promise<TestApp> {
  const database = await openTestDatabase(template?.database)
  const pool = database.kind === 'pglite' ? embeddedPool(database.pool) : openPool(database.pool)
  const clock = new FakeClock('2026-11-20T09:00:00Z')
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-files-'))
  if (template) cpSync(template.filesFolder, folder, { recursive: true })
  const options: AppOptions = {
    pool,
    sharedDatabase: false,
    clock,
    tokenSecret: SECRET,
    dataKeys: [Buffer.alloc(32, 7)],
    tokenMinutes: 30,
    // Accepts every message. Tests of mails use a real server (mailServer.ts).
    post: { delivers: (channel) => channel === 'email', deliver: () => Promise.resolve() },
    hooks: { call: () => Promise.resolve({ status: 204, body: '' }) },
    dns: { txt: () => Promise.resolve([]) },
    providers: [],
    publicUrl: 'http://localhost',
    frameAncestors: [],
    logLevel: 'silent',
    apiDocs: false, // describing four hundred calls takes as long as making the app
    threadWorker: pathToFileURL(join(inject('bundle'), 'threadWorker.js')),
    ...change,
    filesFolder: folder,
    demo: change.demo ?? false,
    background: false,
  }
  const app = await makeApp(options)
  await app.http.ready()
  const settle = (name: string) =>
    asSystem(pool, async (db): Promise<Company> => {
      const { id, roleIds } = await makeCompany(db, {
        name: `${name} company`,
        timezone: 'Asia/Jerusalem',
        language: 'en',
      })
      const users = {} as Company['users']
      for (const role of ['administrator', 'manager', 'technician', 'staff'] as const) {
        users[role] = (
          await addPerson(db, id, roleIds, {
            email: `${role}@${name}.test`,
            firstName: role,
            lastName: name,
            language: 'en',
            passwordHash,
            role,
          })
        ).userId
      }
      return { id, users }
    })
  const here = template?.here ?? (await settle('here'))
  const there = template?.there ?? (await settle('there'))

  const raw: TestApp['raw'] = async (token, method, url, payload, headers = {}) => {
    const answer = await app.http.inject({
      method,
      url,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && {
        payload:
          typeof payload === 'string' || Buffer.isBuffer(payload)
            ? payload
            : JSON.stringify(payload),
      }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : answer.body,
      headers: answer.headers,
    }
  }
  const call: TestApp['call'] = async (token, endpoint, input) => {
    const { params, body } = input as { params?: Record<string, unknown>; body?: unknown }
    const answer = await raw(token, endpoint.method, urlOf(endpoint.path, params ?? {}), body)
    return answer as never
  }
  const upload: TestApp['upload'] = async (token, url, name, bytes, mime = 'text/csv') => {
    const boundary = 'plantroom-test-boundary'
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${mime}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    return raw(token, 'POST', url, payload, {
      'content-type': `multipart/form-data; boundary=${boundary}`,
    })
  }
  const besides = new Set<App>()
  const leave = async () => {
    await Promise.all([...besides].map((other) => other.close()))
    await app.close()
    await pool.end()
  }
  return {
    app,
    pool,
    database,
    filesFolder: folder,
    clock,
    here,
    there,
    raw,
    async beside(also = {}) {
      const other = await makeApp({ ...options, ...also })
      const once = {
        ...other,
        async close() {
          if (besides.delete(once)) await other.close()
        },
      }
      besides.add(once)
      return once
    },
    async signIn(role, company = 'here') {
      const answer = await raw(null, 'POST', '/api/public/login', {
        email: `${role}@${company}.test`,
        password: PASSWORD,
      })
      if (answer.status !== 200) throw new Error(`Sign-in failed: ${JSON.stringify(answer.body)}`)
      return (answer.body as { token: string }).token
    },
    call,
    async ok(token, endpoint, input) {
      const { status, body } = await call(token, endpoint, input)
      if (status === 200) return body
      throw new Error(`${endpoint.summary}: ${status} ${JSON.stringify(body)}`)
    },
    upload,
    async uploaded(...file) {
      const { status, body } = await upload(...file)
      if (status === 200) return (body as { id: number }).id // an upload returns the id of the created entity
      throw new Error(`${file[1]}: ${status} ${JSON.stringify(body)}`)
    },
    leave,
    async close() {
      await leave()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Params named in the path are put there; the others go to the query string. */
export function urlOf(path: string, params: Record<string, unknown>): string {
  const rest = new URLSearchParams()
  let url = path
  for (const [key, value] of Object.entries(params)) {
    if (url.includes(`{${key}}`)) url = url.replace(`{${key}}`, encodeURIComponent(String(value)))
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      rest.set(key, String(value))
  }
  return rest.size > 0 ? `${url}?${rest}` : url
}

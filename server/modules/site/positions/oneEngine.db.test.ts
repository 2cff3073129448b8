/**
 * One server per company computes its positions, and another takes over when it dies. Needs
 * separate sessions, so PostgreSQL only.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { count, eq } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Id } from '#contract/ids.ts'
import { addressOf } from '#tests/database.ts'
import { createFixtures, type Fixtures } from '#tests/fixtures.ts'
import { isLongForm } from '#tests/longForm.ts'
import { root } from '#tests/root.ts'
import { startFromSource, type SourceServer } from '#tests/sourceServer.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import type { App } from '../../../app.ts'
import * as tables from '#db/schema/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { isFlushDue } from './engineState.ts'
import { flush, ingestAdverts, receiveFromServers } from './index.ts'
import { openPool } from '#db/pool.ts'

const hasSessions = inject('database').kind === 'postgres'
const MACS = ['AC233FC0F001', 'AC233FC0F002', 'AC233FC0F003']
const SPOTS = [
  [14.00005, 50.00005],
  [14.00035, 50.00005],
  [14.0002, 50.00025],
] as const
const LOUDNESS = [-70, -74, -72]
/** The processes must decrypt what the test's own server encrypted. */
const DATA_KEY = Buffer.from('0123456789abcdef'.repeat(4), 'hex')

let testApp: TestApp
let own: Fixtures
let key: string
let beacon: string

beforeAll(async () => {
  if (!hasSessions) return
  const { devices, equipment, rtls } = contract
  testApp = await openTestApp({ sharedDatabase: true, dataKeys: [DATA_KEY] })
  const admin = await testApp.signIn('administrator')
  own = await createFixtures(testApp, testApp.here, admin, 'OURS')
  beacon = `AC233FA0${String(testApp.here.id).padStart(2, '0')}01`
  key = (
    await testApp.call(admin, devices.createApiKey, {
      body: { name: 'gateways', ips: [], expirationDate: null, isActive: true, monthLimit: null },
    })
  ).body.key
  for (const [index, mac] of MACS.entries()) {
    const hook = (
      await testApp.call(admin, equipment.createEquipment, {
        body: { name: `hook ${index}`, typeId: own.equipmentType ?? 0 },
      })
    ).body
    await testApp.call(admin, devices.createGateway, {
      body: {
        mac,
        typeId: own.gatewayType ?? 0,
        equipmentId: hook.id,
        correction: 0,
        isActive: true,
      },
    })
    const [longitude, latitude] = SPOTS[index] ?? SPOTS[0]
    await testApp.call(admin, rtls.placeEquipment, {
      params: { equipmentId: hook.id },
      body: { floorId: own.floor ?? 0, longitude, latitude },
    })
  }
})
afterAll(() => testApp?.close())

const companyId = (): Id<'company'> => testApp.here.id as Id<'company'>
const advertsOf = (...gateways: number[]) =>
  gateways.map((index) => ({
    gateway: MACS[index] ?? '',
    beacon,
    rssi: LOUDNESS[index] ?? -80,
    at: null,
    battery: 61,
  }))
async function keptPositions(): Promise<number> {
  const [found] = await asSystem(testApp.pool, (db) =>
    db
      .select({ count: count() })
      .from(tables.position)
      .where(eq(tables.position.equipmentId, own.equipment as Id<'equipment'>)),
  )
  return found?.count ?? 0
}

describe.runIf(hasSessions)('one engine for two servers on one database', () => {
  let other: App
  beforeAll(async () => {
    other = await testApp.beside()
    for (const { kernel } of [testApp.app, other]) receiveFromServers(kernel)
  })

  it('computes a company’s positions, also from what the other server hears', async () => {
    const [one, two] = [testApp.app.kernel, other.kernel]
    await ingestAdverts(one, companyId(), advertsOf(0))
    await flush(one)
    await flush(two)
    for (let looks = 0; looks < 3; looks += 1) await Promise.all([flush(one), flush(two)])
    expect([one, two].map(({ servers }) => servers.areSeveral())).toEqual([true, true])
    testApp.clock.advance(1_000)
    await ingestAdverts(two, companyId(), advertsOf(1, 2))
    await ingestAdverts(one, companyId(), advertsOf(0))
    let written = 0
    await expect
      .poll(async () => {
        expect(await flush(two)).toBe(0)
        written += await flush(one)
        return written
      })
      .toBeGreaterThan(0)
    expect([one, two].map(({ servers }) => servers.owns(companyId()))).toEqual([true, false])
  })

  it('is due each second with new readings, and every ten seconds without', async () => {
    const { kernel } = await testApp.beside()
    expect(isFlushDue(kernel)).toBe(true)
    testApp.clock.advance(9_000)
    expect(isFlushDue(kernel)).toBe(false)
    await ingestAdverts(kernel, companyId(), advertsOf(0))
    expect(isFlushDue(kernel)).toBe(true)
    testApp.clock.advance(10_000)
    expect(isFlushDue(kernel)).toBe(true)
  })

  it('is known at once to a quiet server when another joins', async () => {
    const third = await testApp.beside()
    const quiet = await testApp.beside()
    try {
      await quiet.kernel.servers.own([])
      await third.kernel.servers.own([])
      await expect.poll(() => quiet.kernel.servers.areSeveral()).toBe(true)
    } finally {
      await third.close()
      await quiet.close()
    }
  })

  it('is continued by the other server as soon as the first has gone', async () => {
    const [one, two] = [testApp.app.kernel, other.kernel]
    testApp.clock.advance(2_000)
    await ingestAdverts(one, companyId(), advertsOf(0, 1, 2))
    await flush(one)
    const before = await keptPositions()
    expect(await flush(two)).toBe(0)
    await one.servers.close()
    await expect.poll(() => flush(two)).toBeGreaterThan(0)
    expect(two.servers.owns(companyId())).toBe(true)
    expect(await flush(one)).toBe(0)
    expect(await keptPositions()).toBeGreaterThan(before)
    await other.close()
  })
})

// In this form of the test, each process detects the other's death too.
describe.runIf(hasSessions && isLongForm)('one engine for two server processes', () => {
  const bundle = '.cache/twoServers'
  const folders: string[] = []
  const servers = new Map<string, SourceServer>()
  let watch: pg.Pool

  const start = async (name: string) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-two-'))
    folders.push(dataDir)
    const env = {
      DATABASE_URL: addressOf(testApp.database),
      DATA_KEY: DATA_KEY.toString('hex'),
      DEMO: '0',
      PGAPPNAME: name,
    }
    const server = await startFromSource({ dataDir, bundle, env })
    servers.set(name, server)
    return server
  }
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [join(root, 'scripts/buildServer.mjs'), bundle])
    watch = openPool(testApp.database.pool)
    await watch.query(`create table written_by (id serial, name text, at timestamptz);
      create function note_writer() returns trigger language plpgsql security definer as $$
      begin
        insert into written_by (name, at)
          values (current_setting('application_name'), clock_timestamp());
        return new;
      end $$;
      create trigger note_writer after insert or update on last_position
        for each row execute function note_writer()`)
  })
  afterAll(async () => {
    for (const server of servers.values()) await server.stop()
    await watch?.end()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  const report = (server: SourceServer, ...gateways: number[]) =>
    Promise.all(
      gateways.map((index) =>
        fetch(`${server.url}/api/iot/ingest/plantroom`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            gateway: MACS[index],
            readings: [{ beacon, rssi: LOUDNESS[index], battery: 61 }],
          }),
        }).then((answer) => expect(answer.status).toBe(200)),
      ),
    )
  const writers = async (after = 0) =>
    (
      await watch.query<{ id: number; name: string }>(
        'select id, name from written_by where id > $1 order by id',
        [after],
      )
    ).rows
  /** Sends reports until this server has written `times` times. Returns the milliseconds. */
  async function untilWritten(by: string, times: number, after: number, to: SourceServer[]) {
    const begun = performance.now()
    for (;;) {
      for (const [index, server] of to.entries())
        await report(server, ...(to.length === 1 ? [0, 1, 2] : index === 0 ? [0, 1] : [2]))
      const own = (await writers(after)).filter(({ name }) => name === by)
      if (own.length >= times) return performance.now() - begun
      if (performance.now() - begun > 60_000)
        throw new Error(`${by} wrote ${own.length}: ${JSON.stringify(await writers())}`)
      await wait(200)
    }
  }

  it('writes while both hear, and the other takes over within ten seconds of its death', async () => {
    const one = await start('one')
    await untilWritten('one', 1, 0, [one])
    const two = await start('two')
    await untilWritten('one', 5, 0, [one, two])
    const before = await writers()
    expect(new Set(before.map(({ name }) => name))).toEqual(new Set(['one']))
    one.child.kill('SIGKILL')
    const last = before.at(-1)?.id ?? 0
    expect(await untilWritten('two', 3, last, [two])).toBeLessThan(10_000)
    const names = (await writers(last)).map(({ name }) => name)
    // All writes of the first server precede those of the second.
    expect(names.lastIndexOf('one')).toBeLessThan(names.indexOf('two'))
  })
})

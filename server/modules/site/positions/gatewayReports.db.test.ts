import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { degreesOf, appearanceOf } from '#contract/positioning/columns.ts'
import { glyphIndex } from '#contract/rules/equipmentGlyph.ts'
import { openGatewayApp, type GatewayApp, GATEWAYS } from '#tests/gatewayApp.ts'
import { flush } from './index.ts'

let testApp: GatewayApp['testApp']
let admin: string
let own: GatewayApp['own']
let key: string
const { rtls, devices } = contract
const thing = () => own.equipment as never

beforeAll(async () => {
  ;({ testApp, admin, own, key } = await openGatewayApp())
})
afterAll(() => testApp.close())

const beaconMac = () => `AC:23:3F:A0:${String(testApp.here.id).padStart(2, '0')}:01`
const send = (
  payload: unknown,
  { format = 'plantroom', bearer = key }: { format?: string; bearer?: string } = {},
) => testApp.raw(bearer, 'POST', `/api/iot/ingest/${format}`, payload)
const reportOf = (gateway: string, rssi: number, at?: string) => ({
  gateway,
  readings: [{ beacon: beaconMac(), rssi, battery: 61, ...(at === undefined ? {} : { at }) }],
})

describe('a gateway’s report', () => {
  it('becomes a position with its log, and reaches pages that ask for changes', async () => {
    const began = testApp.clock.now().toISOString()
    testApp.clock.advance(1_000)
    for (const [index, mac] of GATEWAYS.entries())
      expect((await send(reportOf(mac, [-70, -74, -72][index] ?? -80))).body).toEqual({
        accepted: 1,
        ignored: 0,
        ignoredBecause: {},
        problems: [],
      })
    expect(await flush(testApp.app.kernel)).toBe(1)
    const delta = (
      await testApp.call(admin, rtls.getLastSeenAllEquipment, { body: { since: began } })
    ).body
    expect(delta.rows).toMatchObject([
      { equipmentId: own.equipment, floorId: own.floor, method: 'distances', name: 'OURS pump 1' },
    ])
    expect(
      (await testApp.call(admin, rtls.getLastSeenAllEquipment, { body: { since: delta.at } })).body
        .rows,
    ).toEqual([])
    const columns = (await testApp.call(admin, rtls.getLivePositions, { body: { since: began } }))
      .body
    expect([columns.equipmentIds, columns.floorIds, columns.appearance.map(appearanceOf)]).toEqual([
      [own.equipment],
      [own.floor],
      [expect.objectContaining({ method: 'distances', isStatic: false })],
    ])
    const [named] = (await testApp.call(admin, rtls.listMapEquipment, { body: { ids: [thing()] } }))
      .body.rows
    expect(columns.glyphs).toEqual([glyphIndex(named?.type.name ?? '')])
    expect(degreesOf(columns.x[0] ?? 0, columns.from.longitude)).toBeCloseTo(
      delta.rows[0]?.longitude ?? 0,
      6,
    )
    expect(
      (await testApp.call(admin, rtls.getLivePositions, { body: { since: delta.at } })).body
        .equipmentIds,
    ).toEqual([])
    const log = (
      await testApp.call(admin, rtls.getTriangulationLogs, { body: { equipmentId: thing() } })
    ).body.rows[0]
    expect(log?.heard.map(({ gateway }) => gateway.name).sort()).toEqual([
      'hook 0',
      'hook 1',
      'hook 2',
    ])
    expect(
      (await testApp.call(admin, rtls.getHistoryOfEquipment, { body: { equipmentId: thing() } }))
        .body.count,
    ).toBe(1)
    expect(
      (await testApp.call(admin, rtls.searchBeacons, { body: {} })).body.rows[0],
    ).toMatchObject({
      battery: 61,
    })
  })
  it('of standing equipment is written once a minute, and not at each look', async () => {
    const lookAfter = async (milliseconds: number) => {
      testApp.clock.advance(milliseconds)
      for (const [index, mac] of GATEWAYS.entries())
        await send(reportOf(mac, [-70, -74, -72][index] ?? -80))
      return flush(testApp.app.kernel)
    }
    for (let look = 0; look < 20; look += 1) await lookAfter(1_000)
    let written = 0
    for (let look = 0; look < 10; look += 1) written += await lookAfter(1_000)
    expect(written).toBe(0)
    expect(await lookAfter(60_000)).toBe(1)
  })

  it('that comes twice counts once, and an old one moves nothing', async () => {
    testApp.clock.advance(2_000)
    const at = testApp.clock.now().toISOString()
    expect((await send(reportOf(GATEWAYS[0] ?? '', -70, at))).body).toMatchObject({
      accepted: 1,
      ignored: 0,
    })
    expect((await send(reportOf(GATEWAYS[0] ?? '', -70, at))).body).toMatchObject({
      accepted: 0,
      ignored: 1,
    })
    expect(
      (
        await send(
          reportOf(
            GATEWAYS[0] ?? '',
            -40,
            new Date(testApp.clock.now().getTime() - 600_000).toISOString(),
          ),
        )
      ).body,
    ).toMatchObject({ accepted: 0, ignored: 1 })
  })
  it.each([9, 5 * 3_600, -5 * 3_600])(
    'of a gateway whose clock is %d seconds behind, or ahead, is accepted, and its screen says so',
    async (seconds) => {
      const [mac = ''] = [GATEWAYS[seconds === 9 ? 1 : seconds > 0 ? 2 : 0]]
      testApp.clock.advance(40_000)
      for (let turn = 0; turn < 5; turn += 1) {
        testApp.clock.advance(4_000)
        const at = new Date(testApp.clock.now().getTime() - seconds * 1000).toISOString()
        await send(reportOf(mac, -70 - turn, at))
      }
      testApp.clock.advance(31_000)
      const at = new Date(testApp.clock.now().getTime() - seconds * 1000).toISOString()
      expect((await send(reportOf(mac, -60, at))).body).toMatchObject({ accepted: 1 })
      expect(await flush(testApp.app.kernel)).toBe(1)
      const { rows } = (await testApp.call(admin, devices.listGateways, { body: {} })).body
      const found = rows.find((row) => row.mac.replaceAll(':', '') === mac)
      expect(found?.clockBehind).toBe(seconds)
    },
  )
  const gatewayOf = async (mac: string) =>
    (await testApp.call(admin, devices.listGateways, { body: {} })).body.rows.find(
      (row) => row.mac.replaceAll(':', '') === mac.replaceAll(':', ''),
    )
  it('says why something was not accepted, and its gateway counts it', async () => {
    const [mac = ''] = GATEWAYS
    testApp.clock.advance(60_000)
    const at = (seconds: number) =>
      new Date(testApp.clock.now().getTime() - seconds * 1000).toISOString()
    await send(reportOf(mac, -70, at(0)))
    await flush(testApp.app.kernel)
    const before = (await gatewayOf(mac))?.ignored ?? {}
    testApp.clock.advance(1_000)
    const beacon = beaconMac()
    const report = {
      gateway: mac,
      readings: [
        { beacon, rssi: -61, at: at(0) },
        { beacon, rssi: -61, at: at(0) },
        { beacon, rssi: -62, at: at(5 * 3_600) },
        { beacon: 'AC:23:3F:99:99:98', rssi: -60, at: at(0) },
        { beacon: 'AC:23:3F:99:99:99', rssi: -60, at: at(5 * 3_600) },
        { beacon, rssi: 'loud' },
        { beacon: 'mine', rssi: -60 },
        { sensor: 'nobody', value: 'hot' },
      ],
    }
    const ofAdverts = {
      twice: 1,
      tooOld: 1,
      unknownTag: 2,
      unreadableRssi: 1,
      unreadableAddress: 1,
    }
    expect((await send(report)).body).toMatchObject({
      accepted: 1,
      ignored: 7,
      ignoredBecause: { ...ofAdverts, notANumber: 1 },
    })
    expect((await send(reportOf('AA:BB:CC:DD:EE:F0', -60))).body).toMatchObject({
      ignored: 1,
      ignoredBecause: { unknownGateway: 1 },
    })
    await flush(testApp.app.kernel)
    expect((await gatewayOf(mac))?.ignored).toEqual(before)
    const heardAt = testApp.clock.now().toISOString()
    testApp.clock.advance(30_000)
    await flush(testApp.app.kernel)
    const after = await gatewayOf(mac)
    expect(after?.lastHeardAt).toBe(heardAt)
    for (const reason of ['twice', 'tooOld', 'unknownTag', 'unreadableRssi'] as const)
      expect((after?.ignored[reason] ?? 0) - (before[reason] ?? 0)).toBe(ofAdverts[reason])
  })
  it('of an unknown format, without a known shape or from an unknown gateway is laid aside with its reason, and counted', async () => {
    expect(await send({}, { format: 'morse' })).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'unknownFormat' }] },
    })
    await send({}, { format: 'morse' })
    expect(await send({}, { format: 'minew' })).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'notAList' }] },
    })
    expect((await send(reportOf('AA:BB:CC:DD:EE:FF', -60))).status).toBe(200)
    const aside = (await testApp.call(admin, devices.listQuarantine, { body: {} })).body.rows.map(
      ({ reason, about, times }) => [reason, about, times],
    )
    expect(aside).toEqual(
      expect.arrayContaining([
        ['unknownFormat', 'morse', 2],
        ['notAList', null, 1],
        ['unknownGateway', 'AABBCCDDEEFF', 1],
      ]),
    )
  })
  it('needs a key that is known, on, not expired, from its networks and within its month', async () => {
    expect((await send({}, { bearer: 'plr_nobody' })).body).toMatchObject({
      errors: [{ code: 'badKey' }],
    })
    const make = async (change: object) =>
      (
        await testApp.call(admin, devices.createApiKey, {
          body: {
            name: crypto.randomUUID(),
            ips: [],
            expirationDate: null,
            isActive: true,
            monthLimit: null,
            ...change,
          },
        })
      ).body.key
    const refusalOf = async (change: object) =>
      (await send([], { bearer: await make(change), format: 'minew' })).body
    expect(await refusalOf({ isActive: false })).toMatchObject({ errors: [{ code: 'badKey' }] })
    expect(await refusalOf({ expirationDate: '2026-11-01' })).toMatchObject({
      errors: [{ code: 'keyExpired' }],
    })
    expect(await refusalOf({ ips: ['10.0.0.0/8'] })).toMatchObject({
      errors: [{ code: 'ipNotAllowed' }],
    })
    expect(await refusalOf({ ips: ['127.0.0.0/8'] })).toMatchObject({
      errors: [{ code: 'noGateway' }],
    })
    const rare = await make({ monthLimit: 1 })
    expect((await send(reportOf(GATEWAYS[0] ?? '', -70), { bearer: rare })).status).toBe(200)
    expect(await send(reportOf(GATEWAYS[0] ?? '', -70), { bearer: rare })).toMatchObject({
      status: 429,
    })
  })
  it('with a key limited to networks is admitted by its whole IPv6 address', async () => {
    const body = {
      name: 'one address',
      ips: ['2001:db8:1:2::5', '2001:db8:7::/112'],
      expirationDate: null,
      isActive: true,
      monthLimit: null,
    }
    const bearer = (await testApp.call(admin, devices.createApiKey, { body })).body.key
    const statusFrom = async (remoteAddress: string) =>
      (
        await testApp.app.http.inject({
          method: 'POST',
          url: '/api/iot/ingest/plantroom',
          remoteAddress,
          headers: { authorization: `Bearer ${bearer}` },
          payload: reportOf(GATEWAYS[0] ?? '', -70),
        })
      ).statusCode
    expect(await statusFrom('2001:db8:1:2::5')).toBe(200)
    expect(await statusFrom('2001:db8:1:2::6')).toBe(403)
    expect(await statusFrom('2001:db8:7::fff0')).toBe(200)
    expect(await statusFrom('2001:db8:7::1:0')).toBe(403)
  })
})

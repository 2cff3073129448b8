import { contract } from '#contract/index.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithBothFixtures } from './fixturesTemplate.ts'
import type { TestApp } from './testApp.ts'

const { devices, equipment, rtls } = contract
export const GATEWAYS = ['AC233FC0F001', 'AC233FC0F002', 'AC233FC0F003']

export interface GatewayApp {
  testApp: TestApp
  admin: string
  own: Fixtures
  key: string
}

export async function openGatewayApp(): Promise<GatewayApp> {
  const { testApp, token: admin, fixtures: own } = await openTestAppWithBothFixtures()
  const key = (
    await testApp.call(admin, devices.createApiKey, {
      body: { name: 'gateways', ips: [], expirationDate: null, isActive: true, monthLimit: null },
    })
  ).body.key
  const spots = [
    [14.00005, 50.00005],
    [14.00035, 50.00005],
    [14.0002, 50.00025],
  ] as const
  for (const [index, mac] of GATEWAYS.entries()) {
    const hook = (
      await testApp.call(admin, equipment.createEquipment, {
        body: { name: `hook ${index}`, typeId: own.equipmentType as never },
      })
    ).body
    await testApp.call(admin, devices.createGateway, {
      body: {
        mac,
        typeId: own.gatewayType as never,
        equipmentId: hook.id,
        correction: 0,
        isActive: true,
      },
    })
    const [longitude = 0, latitude = 0] = spots[index] ?? []
    await testApp.call(admin, rtls.placeEquipment, {
      params: { equipmentId: hook.id },
      body: { floorId: own.floor as never, longitude, latitude },
    })
  }
  return { testApp, admin, own, key }
}

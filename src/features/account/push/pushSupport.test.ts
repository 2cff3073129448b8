import { describe, expect, it } from 'vitest'
import { deviceName } from '#entities/push/subscription.ts'
import { pushSupport } from './pushSupport.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'
const here = {
  isSecure: true,
  hasWorker: true,
  hasPush: true,
  permission: 'default' as const,
  agent: ANDROID,
  touchPoints: 5,
  isInstalled: false,
}

describe('whether a browser can show push messages', () => {
  it.each([
    [{}, 'ready'],
    [{ permission: 'granted' as const }, 'ready'],
    [{ permission: 'denied' as const }, 'denied'],
    [{ isSecure: false, hasWorker: false }, 'insecure'],
    [{ hasPush: false }, 'unsupported'],
    [{ hasPush: false, permission: null, agent: IPHONE }, 'needsInstalling'],
    [{ hasPush: false, permission: null, agent: IPAD }, 'needsInstalling'],
    [{ hasPush: false, agent: IPAD, touchPoints: 0 }, 'unsupported'],
    [{ agent: IPHONE, isInstalled: true }, 'ready'],
    [{ hasPush: false, agent: IPHONE, isInstalled: true }, 'unsupported'],
  ])('with %j: %s', (change, expected) => {
    expect(pushSupport({ ...here, ...change })).toBe(expected)
  })

  it.each([
    [ANDROID, 'Chrome · Android'],
    [IPHONE, 'Safari · iPhone'],
    [IPAD, 'Safari · macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox · Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
      'Edge · Windows',
    ],
    ['curl/8', 'Browser'],
  ])('is named from %s: %s', (agent, name) => {
    expect(deviceName(agent)).toBe(name)
  })
})

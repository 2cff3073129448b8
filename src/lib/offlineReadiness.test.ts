import { beforeEach, expect, it, vi } from 'vitest'

type Module = typeof import('./offlineReadiness.ts')
let module: Module
beforeEach(async () => {
  vi.resetModules()
  module = await import('./offlineReadiness.ts')
})

it('the offline state is unavailable until the page asks for a service worker', () => {
  module.setPartStored('answers', true)
  module.setPartStored('files', true)
  expect(module.offlineReadiness()).toBe('unavailable')
})

it('the offline state is ready when both files and answers lie on the device, and prepares again for more', () => {
  const seen: string[] = []
  module.onOfflineReadiness(() => seen.push(module.offlineReadiness()))
  module.startPreparing()
  module.setPartStored('files', true)
  module.setPartStored('answers', true)
  module.setPartStored('answers', true)
  module.setPartStored('answers', false)
  module.setPartStored('answers', true)
  expect(seen).toEqual(['preparing', 'ready', 'preparing', 'ready'])
})

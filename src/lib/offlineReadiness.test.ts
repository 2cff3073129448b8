import { beforeEach, expect, it, vi } from 'vitest'

type Module = typeof import('./offlineReadiness.ts')
let module: Module
beforeEach(async () => {
  vi.resetModules()
  module = await import('./offlineReadiness.ts')
})

it('the offline state is unavailable until the page asks for a service worker', () => {
  module.setKept('answers', true)
  module.setKept('files', true)
  expect(module.offlineReadiness()).toBe('unavailable')
})

it('the offline state is ready when both files and answers lie on the device, and prepares again for more', () => {
  const seen: string[] = []
  module.onOfflineReadiness(() => seen.push(module.offlineReadiness()))
  module.startPreparing()
  module.setKept('files', true)
  module.setKept('answers', true)
  module.setKept('answers', true)
  module.setKept('answers', false)
  module.setKept('answers', true)
  expect(seen).toEqual(['preparing', 'ready', 'preparing', 'ready'])
})

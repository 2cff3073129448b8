import { expect, it } from 'vitest'
import { originAt } from './crowd.ts'
import { createCrowdStage } from './crowdStage.ts'
import { emptyMovers, type MoverFeed } from './movers.ts'

const home = { longitude: 14.4, latitude: 50 }
const near = { metresPerPixel: 0.05, bearing: 0, pitch: 0 }

function feedOf(): MoverFeed & { change(): void } {
  const listeners = new Set<() => void>()
  return {
    read: () => {
      const movers = emptyMovers(2)
      for (const place of [0, 1]) {
        movers.ids[place] = place + 1
        movers.longitudes[place] = home.longitude
        movers.latitudes[place] = home.latitude + place * 0.0001
        movers.radii[place] = 6
      }
      movers.count = 2
      return movers
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change: () => {
      for (const listener of listeners) listener()
    },
  }
}

it('the crowd of markers is arranged once at the start of a motion, and then where it comes to rest', () => {
  const feed = feedOf()
  let isHeld = true
  const crowd = createCrowdStage(feed, originAt(home.longitude, home.latitude), {
    rooms: new Map(),
    people: [],
    isStill: false,
    isHeld: () => isHeld,
  })
  crowd.start(() => undefined)
  crowd.ready(near)
  expect(crowd.version).toBe(1)
  crowd.ready({ metresPerPixel: 0.09, bearing: -14, pitch: 0.9 })
  feed.change()
  crowd.ready({ metresPerPixel: 0.1, bearing: -14, pitch: 0.9 })
  expect(crowd.version).toBe(1)
  isHeld = false
  crowd.ready({ metresPerPixel: 0.1, bearing: -14, pitch: 0.9 })
  expect(crowd.version).toBe(2)
})

/**
 * The 20 most used screens, each opened at its address on a server of its own. A screen that asks
 * the server for more fails here; `npm run bench -- screens` prints the figures.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { countScreens, sumOf } from '#tests/bench/screenRequests.ts'

/**
 * SQL statements, and bytes of the answers in kB. A screen that asks in more than three calls may
 * open one more transaction, because what is asked at the same moment depends on the machine.
 */
const most: Readonly<Record<string, { statements: number; kB: number }>> = {
  Today: { statements: 105, kB: 23 },
  'my work': { statements: 27, kB: 7 },
  tickets: { statements: 38, kB: 10 },
  'a ticket': { statements: 80, kB: 33 },
  equipment: { statements: 45, kB: 13 },
  'an equipment': { statements: 84, kB: 18 },
  locations: { statements: 109, kB: 56 },
  map: { statements: 71, kB: 46 },
  procedures: { statements: 27, kB: 7 },
  'a procedure': { statements: 38, kB: 10 },
  'performing a procedure': { statements: 40, kB: 10 },
  'procedure logs': { statements: 27, kB: 9 },
  schedules: { statements: 29, kB: 7 },
  'schedules as a timeline': { statements: 40, kB: 9 },
  automations: { statements: 39, kB: 10 },
  'a dashboard': { statements: 99, kB: 12 },
  sensors: { statements: 28, kB: 8 },
  inventory: { statements: 27, kB: 7 },
  users: { statements: 27, kB: 7 },
  'settings of the company': { statements: 48, kB: 14 },
}

test('Each of the 20 most used screens asks at most its statements and bytes', async () => {
  test.setTimeout(300_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'plantroom-screens-'))
  try {
    const counted = await countScreens({ dataDir })
    const figures = [...counted].map(([name, requests]) => {
      const { statements, bytes } = sumOf(requests)
      return { name, statements, kB: bytes / 1_000, asked: requests.map(({ url }) => url) }
    })
    expect(figures.map(({ name }) => name)).toEqual(Object.keys(most))
    for (const { name, statements, kB, asked } of figures) {
      const bound = most[name]
      const why = `${name}: ${statements} statements, ${kB.toFixed(1)} kB\n${asked.join('\n')}`
      expect.soft(statements, why).toBeLessThanOrEqual(bound?.statements ?? 0)
      expect.soft(kB, why).toBeLessThanOrEqual(bound?.kB ?? 0)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

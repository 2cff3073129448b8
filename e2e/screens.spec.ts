/**
 * The 20 most used screens, each opened at its address on a server of its own. A screen that asks
 * the server for more fails here; `npm run bench -- screens` prints the figures.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { countScreens, sumOf } from '#tests/bench/screenRequests.ts'

/** SQL statements, and bytes of the answers in kB. */
const most: Readonly<Record<string, { statements: number; kB: number }>> = {
  Today: { statements: 183, kB: 67 },
  'my work': { statements: 66, kB: 18 },
  tickets: { statements: 76, kB: 27 },
  'a ticket': { statements: 119, kB: 87 },
  equipment: { statements: 88, kB: 50 },
  'an equipment': { statements: 165, kB: 61 },
  locations: { statements: 285, kB: 292 },
  map: { statements: 181, kB: 140 },
  procedures: { statements: 66, kB: 21 },
  'a procedure': { statements: 77, kB: 25 },
  'performing a procedure': { statements: 79, kB: 23 },
  'procedure logs': { statements: 66, kB: 31 },
  schedules: { statements: 68, kB: 21 },
  'schedules as a timeline': { statements: 70, kB: 34 },
  automations: { statements: 78, kB: 29 },
  'a dashboard': { statements: 194, kB: 36 },
  sensors: { statements: 67, kB: 25 },
  inventory: { statements: 66, kB: 22 },
  users: { statements: 66, kB: 23 },
  'settings of the company': { statements: 112, kB: 45 },
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

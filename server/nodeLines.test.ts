import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#tests/root.ts'
import { describeNodeLine, NODE_LINE, nodeLines } from './nodeLines.ts'

it('a start says that a Node line is out of support from the day after its last', () => {
  const at = (day: string) => new Date(`${day}T12:00:00Z`)
  expect(describeNodeLine('20.19.0', at('2026-04-30'))).toBeNull()
  expect(describeNodeLine('20.19.0', at('2026-05-01'))).toBe(
    'Node 20 is out of support since 2026-04-30: it gets no security fixes. It is enough to try Plantroom out; otherwise use Node 24.',
  )
  expect(describeNodeLine('24.21.0', at('2026-11-30'))).toBeNull()
  expect(describeNodeLine('25.1.0', at('2026-11-30'))).toBeNull()
})

it('the image, the unit, the workflows and the docs use the newest line with long-term support', () => {
  expect(NODE_LINE).toBe(Math.max(...nodeLines.map(({ line }) => line)))
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const named = (name: string, pattern: RegExp) =>
    [...read(name).matchAll(pattern)].map(([, line]) => Number(line))
  const images = named('Dockerfile', /\bnode:(\d+)[.-]/g)
  expect(images.length).toBeGreaterThan(1)
  expect(new Set(images)).toEqual(new Set([NODE_LINE]))
  expect(named('deploy/plantroom.service', /\bNode (\d+)/g)).toEqual([NODE_LINE])
  expect(named('docs/operations.md', /\*\*Node (\d+)\*\*/g)).toEqual([NODE_LINE])
  expect(named('README.md', /\bNode (\d+) \(LTS\)/g)).toEqual([NODE_LINE])
  expect(read('.github/workflows/test.yml')).toContain(`node-version: '${NODE_LINE}'`)
})

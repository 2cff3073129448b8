import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesOfRound, roundScreens, type BuiltChunk } from '../build/round.ts'
import { root } from './root.ts'

const chunk = (
  name: string,
  modules: readonly string[],
  { imports = [], lateImports = [], styles = [] }: Partial<BuiltChunk> = {},
): BuiltChunk => ({
  fileName: `${name}.js`,
  modules: modules.map((module) => `/product/${module}`),
  imports,
  lateImports,
  styles,
})
const perform = 'src/features/procedures/perform/PerformPage.tsx'
const tickets = 'src/features/tickets/TicketsPage.tsx'
const chunks = [
  chunk('perform', [perform], {
    imports: ['house.js'],
    lateImports: ['signature.js'],
    styles: ['perform.css'],
  }),
  chunk('tickets', [tickets], { imports: ['house.js'], lateImports: ['newTicket.js'] }),
  chunk('house', ['src/ui/page/Page.tsx'], { imports: ['react.js'], styles: ['house.css'] }),
  chunk('react', ['node_modules/react/index.js'], { imports: ['house.js'] }),
  chunk('signature', ['src/entities/Signature.tsx'], { imports: ['canvas.js'] }),
  chunk('canvas', ['src/ui/Canvas.tsx']),
  chunk('newTicket', ['src/features/tickets/NewTicketPanel.tsx']),
  chunk('reports', ['src/features/reports/ReportsPage.tsx'], { styles: ['reports.css'] }),
]

it('filesOfRound has the screens, what they import, their styles, and the late parts of performing', () => {
  expect([...filesOfRound(chunks, [perform, tickets])].toSorted()).toEqual(
    [
      'canvas.js',
      'house.css',
      'house.js',
      'perform.css',
      'perform.js',
      'react.js',
      'signature.js',
      'tickets.js',
    ].toSorted(),
  )
})

it('filesOfRound refuses a build that lacks one of the screens', () => {
  expect(() => filesOfRound(chunks, ['src/features/scan/ScanPage.tsx'])).toThrow(/ScanPage/)
})

it('each screen of a round is a file of the page', () => {
  expect(roundScreens.filter((screen) => !existsSync(join(root, screen)))).toEqual([])
})

/** What the house is made of, put together once in app.ts. Modules that cross companies receive it; others never do. */
import type pg from 'pg'
import type { Clock } from '../ports/clock.ts'
import type { Files } from '../ports/files.ts'
import type { Live } from './live.ts'
import type { Tokens } from './tokens.ts'

export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface Kernel {
  pool: pg.Pool
  clock: Clock
  tokens: Tokens
  files: Files
  live: Live
  log: Log
  /** Wakes the outbox's worker after a commit. */
  wake(): void
  /** Demo mode: the login page offers the demo people. */
  demo: boolean
}

import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepTemporaryInMemory } from './temporaryFolder.mjs'

let memory
let before

beforeEach(() => {
  before = process.env.TMPDIR
  memory = mkdtempSync(join(tmpdir(), 'plantroom-memory-'))
  delete process.env.TMPDIR
})
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(memory, { recursive: true, force: true })
})

test('the temporary folder of a killed run is removed, and what another run uses is not', () => {
  const killed = join(memory, 'plantroom-run-999999999-aaaaaa')
  const held = join(memory, `plantroom-run-${process.ppid}-bbbbbb`)
  const others = join(memory, 'plantroom-pg-aaaaaa')
  for (const folder of [killed, held, others]) mkdirSync(folder)
  keepTemporaryInMemory(memory)
  expect([killed, held, others].map((folder) => existsSync(folder))).toEqual([false, true, true])
})

test('a temporary folder that another user may enter is passed to all that is started', () => {
  keepTemporaryInMemory(memory)
  // Without room in memory, the system's folder is used.
  const chosen = process.env.TMPDIR
  if (chosen === undefined) return
  expect(chosen.startsWith(join(memory, `plantroom-run-${process.pid}-`))).toBe(true)
  expect(statSync(chosen).mode & 0o777).toBe(0o755)
})

test('a temporary folder set by hand is left as it is, and so is a machine without memory to mount', () => {
  process.env.TMPDIR = '/somewhere'
  keepTemporaryInMemory(memory)
  expect(process.env.TMPDIR).toBe('/somewhere')
  delete process.env.TMPDIR
  keepTemporaryInMemory(join(memory, 'none'))
  expect(process.env.TMPDIR).toBeUndefined()
})

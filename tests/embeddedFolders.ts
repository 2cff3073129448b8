import { cpSync } from 'node:fs'
import { inject } from 'vitest'
import './globalPglite.ts' // declares what the global set-up provides

/**
 * Copies an embedded database, opened and closed once, into `folder`. Creating one takes longer
 * than most tests.
 */
export const putEmptyDatabase = (folder: string): string => copy('empty', folder)

export const putMigratedDatabase = (folder: string): string => copy('migrated', folder)

function copy(which: 'empty' | 'migrated', folder: string): string {
  const prepared = inject('database')
  if (prepared.kind !== 'pglite') throw new Error('This test is about the embedded database')
  cpSync(prepared[which], folder, { recursive: true })
  return folder
}

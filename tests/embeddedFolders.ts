import { cpSync } from 'node:fs'
import { inject } from 'vitest'
import './globalPglite.ts' // declares what the global set-up provides

/**
 * Puts an embedded database into `folder` that was opened once and closed: making one takes longer
 * than most of what is then tried on it.
 */
export const putEmptyDatabase = (folder: string): string => copy('empty', folder)

/** One with every table, and nothing in them. */
export const putMigratedDatabase = (folder: string): string => copy('migrated', folder)

function copy(which: 'empty' | 'migrated', folder: string): string {
  const prepared = inject('database')
  if (prepared.kind !== 'pglite') throw new Error('This test is about the embedded database')
  cpSync(prepared[which], folder, { recursive: true })
  return folder
}

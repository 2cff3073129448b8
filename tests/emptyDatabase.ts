import { cpSync } from 'node:fs'
import { inject } from 'vitest'
import './globalPglite.ts' // declares what the global set-up provides

/**
 * Puts an embedded database into `folder` that was opened once and closed: making one takes longer
 * than most of what is then tried on it.
 */
export function putEmptyDatabase(folder: string): string {
  const prepared = inject('database')
  if (prepared.kind !== 'pglite') throw new Error('This test is about the embedded database')
  cpSync(prepared.empty, folder, { recursive: true })
  return folder
}

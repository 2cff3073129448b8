import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './root.ts'

/**
 * Inserts from `from` on, and kills the process after it has acknowledged `until`. Returns the last
 * acknowledged number.
 */
export async function insertUntilKilled(
  dataDir: string,
  from: number,
  until: number,
  { fsync = true } = {},
): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--liftoff-only', // the child lives for seconds only
      '--import',
      'tsx',
      join(root, 'server/db/embeddedChild.ts'),
      dataDir,
      String(from),
      fsync ? 'synced' : 'unsynced',
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(child, 'exit')
  let last = from - 1
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    if (last >= until) child.kill('SIGKILL')
  }
  await exited
  return last
}

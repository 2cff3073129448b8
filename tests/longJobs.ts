/** Long jobs of the server, waited for by looking at them as the page does. */
import { setTimeout as wait } from 'node:timers/promises'
import { imports, type ImportJob } from '#contract/imports.ts'
import type { TestApp } from './testApp.ts'

/** Between two looks, ms: without a pause the looking takes the processor from the job itself. */
const PAUSE = 10

/** What `look` finds once that is over. */
export async function whenOver<T>(
  look: () => Promise<T>,
  isOver: (found: T) => boolean,
): Promise<T> {
  for (;;) {
    const found = await look()
    if (isOver(found)) return found
    await wait(PAUSE)
  }
}

/** An import that is being checked, written or taken back, as it ended. */
export const importOver = (testApp: TestApp, token: string, id: number): Promise<ImportJob> =>
  whenOver(
    async () => (await testApp.call(token, imports.getImport, { params: { id } })).body,
    ({ status }) => !['checking', 'running', 'undoing'].includes(status),
  )

/** Waits for long jobs of the server by polling, as the page does. */
import { setTimeout as wait } from 'node:timers/promises'
import { imports, type ImportJob } from '#contract/imports.ts'
import type { TestApp } from './testApp.ts'

/** Milliseconds between polls: without a pause, polling takes the processor time of the job. */
const PAUSE = 10

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

export const importOver = (testApp: TestApp, token: string, id: number): Promise<ImportJob> =>
  whenOver(
    async () => (await testApp.call(token, imports.getImport, { params: { id } })).body,
    ({ status }) => !['checking', 'running', 'undoing'].includes(status),
  )

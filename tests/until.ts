import { setTimeout as wait } from 'node:timers/promises'

/** Waits until it is so. Throws a sentence if it is not in time; an error means not yet. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  seconds = 120,
): Promise<void> {
  for (const deadline = Date.now() + seconds * 1_000; ;) {
    if (await isSo().catch(() => false)) return
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s in vain for ${what}.`)
    await wait(100)
  }
}

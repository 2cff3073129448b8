import { expect, type Page } from '@playwright/test'

/**
 * Waits until the worker controls the page and has stored the texts of the language, its fallbacks
 * and the given answers. Answers are named by a part of their key.
 */
export async function untilKept(
  page: Page,
  wordFiles: number,
  wanted: readonly { includes: readonly string[]; atLeast?: number }[],
): Promise<void> {
  // waitForFunction would take the promise itself as the result
  const kept = async () => {
    const found = await page.evaluate(whatIsKept)
    return {
      isTakenOver: found.isTakenOver,
      wordFiles: found.wordFiles,
      missing: wanted.filter(
        ({ includes, atLeast = 1 }) =>
          found.keys.filter((key) => includes.every((part) => key.includes(part))).length < atLeast,
      ),
    }
  }
  await expect
    .poll(kept, { timeout: 90_000 })
    .toEqual({ isTakenOver: true, wordFiles, missing: [] })
}

/** Waits until the stored lists of this call contain so many rows with `text`. */
export const untilKeptRows = (
  page: Page,
  call: string,
  text: string,
  rows: number,
): Promise<void> =>
  expect.poll(() => page.evaluate(keptRows, { call, text }), { timeout: 30_000 }).toBe(rows)

/** Runs in the page. If several lists are cached, takes the longest. */
function keptRows({ call, text }: { call: string; text: string }): Promise<number> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('plantroom.answers')
    opening.onsuccess = () => {
      const asked = opening.result.transaction('answers').objectStore('answers').getAll()
      asked.onsuccess = () => {
        opening.result.close()
        const kept = asked.result as { id: string; data: { rows?: unknown[] } }[] // the stored shape
        const counts = kept
          .filter(({ id }) => id.includes(call))
          .map(({ data }) => (data.rows ?? []).filter((row) => JSON.stringify(row).includes(text)))
          .map(({ length }) => length)
        resolve(Math.max(0, ...counts))
      }
    }
  })
}

/** Runs in the page. */
async function whatIsKept() {
  const shown = await (await caches.open('plantroom-shown')).keys()
  // Opening creates a database, so only an existing one is opened.
  const isMade = (await indexedDB.databases()).some(({ name }) => name === 'plantroom.answers')
  const keys = await new Promise<string[]>((resolve, reject) => {
    if (!isMade) return resolve([])
    const opening = indexedDB.open('plantroom.answers')
    opening.onerror = () => reject(new Error('no database'))
    opening.onsuccess = () => {
      const asked = opening.result.transaction('answers').objectStore('answers').getAllKeys()
      asked.onsuccess = () => {
        opening.result.close()
        resolve(asked.result.map(String))
      }
    }
  })
  return {
    isTakenOver: navigator.serviceWorker.controller !== null,
    wordFiles: shown.filter(({ url }) => url.includes('/words-')).length,
    keys,
  }
}

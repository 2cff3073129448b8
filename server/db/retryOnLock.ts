/**
 * Takes table locks while other servers run: waits only briefly for a lock, gives up and retries,
 * so that no other query queues behind it for long.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { errorCodeOf } from './errorCode.ts'

/** Shorter than the second after which PostgreSQL resolves deadlocks. */
const FIRST_MILLISECONDS = 300
const LONGEST_MILLISECONDS = 5_000
const TRIES = 30

/** lock_not_available and deadlock_detected. */
const WAS_IN_THE_WAY = ['55P03', '40P01']

/** `work` begins its own transactions and must leave nothing behind if one fails. */
export async function retryOnLock<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    for (let attempt = 1; ; attempt += 1) {
      const patience = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 1.2 ** (attempt - 1))
      await client.query(`set lock_timeout = ${Math.round(patience)}`)
      try {
        return await work()
      } catch (error) {
        if (attempt === TRIES || !wasInTheWay(error)) throw error
      }
      await wait(Math.random() * FIRST_MILLISECONDS)
    }
  } finally {
    await client.query('reset lock_timeout').catch(() => undefined)
  }
}

const wasInTheWay = (error: unknown): boolean => WAS_IN_THE_WAY.includes(errorCodeOf(error) ?? '')

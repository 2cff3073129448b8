/**
 * What locks whole tables, beside servers that are at work: it asks for its locks for a moment only,
 * lets go where it does not get them, and tries again, so that nobody waits behind it for long.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { errorCodeOf } from './errorCode.ts'

/** The first is shorter than the second after which the database ends one of a deadlock. */
const FIRST_MILLISECONDS = 300
const LONGEST_MILLISECONDS = 5_000
const TRIES = 30

/** The lock was not had in time, or would never have been. */
const WAS_IN_THE_WAY = ['55P03', '40P01']

/** `work` begins its own transactions, and leaves nothing behind where one of them fails. */
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

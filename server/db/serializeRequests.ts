/**
 * What the socket server asks of the embedded database, so that connections do not get between one
 * another's messages. A statement with values is a series of messages (parse, bind, execute) up to a
 * sync, and PGlite has one unnamed statement for all: another connection's in the middle of a series
 * would be the one that is carried out, with the values of the first.
 */
import type { PGlite } from '@electric-sql/pglite'

type Asked = Pick<
  PGlite,
  'waitReady' | 'isInTransaction' | 'runExclusive' | 'execProtocolRawStream' | 'exec'
>

/** https://www.postgresql.org/docs/17/protocol-message-formats.html */
const beginsOrContinues = new Set(Buffer.from('PBDECH'))
const SYNC = Uint8Array.from([0x53, 0, 0, 0, 4])

/**
 * `onBroken`: PGlite itself failed, not a statement. The socket server answers nothing after it, so
 * whoever opened the database has to end.
 */
export function serializeRequests(db: PGlite, onBroken: (error: unknown) => void): PGlite {
  let isInSeries = false
  const asked: Asked = {
    waitReady: db.waitReady,
    // The socket server lets nobody else in for as long as this is so.
    isInTransaction: () => isInSeries || db.isInTransaction(),
    runExclusive: (work) => db.runExclusive(work),
    execProtocolRawStream: async (message, options) => {
      isInSeries = beginsOrContinues.has(message[0] ?? 0)
      try {
        await db.execProtocolRawStream(message, options)
      } catch (error) {
        onBroken(error)
        throw error
      }
    },
    // Only the rollback for a connection that has gone. After a fault the database skips everything
    // up to the end of the series, which that connection can no longer send.
    exec: async (text, options) => {
      if (isInSeries) await db.runExclusive(() => db.execProtocolRaw(SYNC))
      isInSeries = false
      return db.exec(text, options)
    },
  }
  return asked as PGlite // it asks no more of it than that
}

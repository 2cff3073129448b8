/**
 * Keeps the messages of connections to the embedded database apart. A parameterised statement is a
 * series of messages (parse, bind, execute) up to a sync, and PGlite has one unnamed statement for
 * all. Without this, a statement of another connection could run with the first one's values.
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
 * `onBroken`: PGlite itself failed, not a statement. The socket server does not answer after that,
 * so the caller must exit.
 */
export function serializeRequests(db: PGlite, onBroken: (error: unknown) => void): PGlite {
  let isInSeries = false
  const asked: Asked = {
    waitReady: db.waitReady,
    // The socket server blocks other connections while this is true.
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
    // Only the rollback for a closed connection. After an error, the database skips messages up to
    // a sync, which the connection can no longer send.
    exec: async (text, options) => {
      if (isInSeries) await db.runExclusive(() => db.execProtocolRaw(SYNC))
      isInSeries = false
      return db.exec(text, options)
    },
  }
  return asked as PGlite // the socket server uses only these members
}

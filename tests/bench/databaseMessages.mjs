/**
 * Reads what a server sends to PostgreSQL, from the protocol, so it works for any driver and also
 * for one in the bundle.
 */
import { Socket } from 'node:net'

const STARTUP = 196_608
const ENCRYPT = 80_877_103

/**
 * Calls back for each message of the client, before it is sent.
 * @param {(message: { kind: string, body: Buffer, socket: Socket }) => void} heard
 */
export function hearMessages(heard) {
  /** @type {WeakSet<Socket>} */
  const ofDatabase = new WeakSet()
  const { write } = Socket.prototype
  Socket.prototype.write = function countedWrite(chunk, ...rest) {
    if (Buffer.isBuffer(chunk)) {
      if (ofDatabase.has(this)) read(chunk, this)
      else if (chunk.length >= 8 && [STARTUP, ENCRYPT].includes(chunk.readInt32BE(4)))
        ofDatabase.add(this)
    }
    return write.call(this, chunk, ...rest)
  }

  /**
   * @param {Buffer} chunk
   * @param {Socket} socket
   */
  function read(chunk, socket) {
    for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1))
      heard({
        kind: String.fromCharCode(chunk[at] ?? 0),
        body: chunk.subarray(at + 5, at + 1 + chunk.readInt32BE(at + 1)),
        socket,
      })
  }
}

/**
 * The texts, ended by a zero byte, that a message begins with.
 * @param {Buffer} body
 * @param {number} count
 */
export function textsOf(body, count) {
  const texts = []
  let at = 0
  for (let text = 0; text < count; text += 1) {
    const end = body.indexOf(0, at)
    texts.push(body.toString('utf8', at, end < 0 ? body.length : end))
    at = end < 0 ? body.length : end + 1
  }
  return { texts, end: at }
}

/**
 * The values of a Bind message, all sent as text.
 * @param {Buffer} body
 * @param {number} begin after the names of the portal and of the statement
 */
export function valuesOf(body, begin) {
  const formats = body.readInt16BE(begin)
  let at = begin + 2 + 2 * formats
  const count = body.readInt16BE(at)
  at += 2
  /** @type {(string | null)[]} */
  const values = []
  for (let value = 0; value < count; value += 1) {
    const length = body.readInt32BE(at)
    at += 4
    values.push(length < 0 ? null : body.toString('utf8', at, at + length))
    at += Math.max(length, 0)
  }
  return values
}

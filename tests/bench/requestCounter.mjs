/**
 * Loaded into a server by --import: counts what each request under /api asks of the database, and
 * its bytes on the line. Reads the protocol of PostgreSQL, so it counts any driver.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Server } from 'node:http'
import { Socket } from 'node:net'

/** @typedef {{ method: string, url: string, bytes: number, messages: number, texts: string[], isDone: boolean }} Request */

/** @type {AsyncLocalStorage<Request>} */
const current = new AsyncLocalStorage()
/** @type {Request[]} */
let requests = []

const { emit } = Server.prototype
Server.prototype.emit = function countedEmit(event, ...rest) {
  const [request, response] = rest
  if (event !== 'request' || !request.url?.startsWith('/api/'))
    return emit.call(this, event, ...rest)
  /** @type {Request} */
  const counted = {
    method: request.method,
    url: request.url,
    bytes: 0,
    messages: 0,
    texts: [],
    isDone: false,
  }
  requests.push(counted)
  const { socket } = request
  const before = socket.bytesWritten
  const note = () => {
    counted.bytes = socket.bytesWritten - before
  }
  response.once('finish', () => {
    note()
    counted.isDone = true
  })
  response.once('close', note)
  if (request.url === '/api/live') silence(response)
  return current.run(counted, () => emit.call(this, event, ...rest))
}

/**
 * Changes by background jobs would make a screen ask again, so the event stream tells none.
 * @param {import('node:http').ServerResponse} response
 */
function silence(response) {
  const write = response.write.bind(response)
  response.write = (chunk, ...rest) =>
    String(chunk).startsWith('data:') ? true : write(chunk, ...rest)
}

const STARTUP = 196_608
const ENCRYPT = 80_877_103
/** @type {WeakSet<Socket>} */
const ofDatabase = new WeakSet()
/** The text of each named statement. @type {Map<string, string>} */
const named = new Map()

const { write } = Socket.prototype
Socket.prototype.write = function countedWrite(chunk, ...rest) {
  if (Buffer.isBuffer(chunk)) {
    if (ofDatabase.has(this)) note(chunk)
    else if (chunk.length >= 8 && [STARTUP, ENCRYPT].includes(chunk.readInt32BE(4)))
      ofDatabase.add(this)
  }
  return write.call(this, chunk, ...rest)
}

let parsing = ''
/** @param {Buffer} chunk */
function note(chunk) {
  const request = current.getStore()
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1)) {
    const kind = String.fromCharCode(chunk[at] ?? 0)
    const [first = '', second = ''] = chunk
      .subarray(at + 5, at + 1 + chunk.readInt32BE(at + 1))
      .toString()
      .split('\0')
    if (kind === 'P') {
      parsing = second
      if (first !== '') named.set(first, second)
    }
    if (kind === 'B' && second !== '') parsing = named.get(second) ?? second
    if (request === undefined || request.isDone) continue
    if (kind === 'Q' || kind === 'S') request.messages += 1
    if (kind === 'Q') request.texts.push(...split(first))
    if (kind === 'E') request.texts.push(parsing)
  }
}

/** @param {string} text */
const split = (text) =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, (quoted) => quoted.replaceAll(';', ','))
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')

process.on('message', (word) => {
  if (word === 'record') requests = []
  if (word === 'recorded') process.send?.({ requests })
})

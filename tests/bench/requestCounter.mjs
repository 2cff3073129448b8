/**
 * Loaded into a server by --import: counts what each request under /api asks of the database, and
 * its bytes on the line.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Server } from 'node:http'
import { hearMessages, textsOf } from './databaseMessages.mjs'

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

/** The text of each named statement. @type {Map<string, string>} */
const named = new Map()
let parsing = ''

hearMessages(({ kind, body }) => {
  const request = current.getStore()
  const [first = '', second = ''] = textsOf(body, 2).texts
  if (kind === 'P') {
    parsing = second
    if (first !== '') named.set(first, second)
  }
  if (kind === 'B' && second !== '') parsing = named.get(second) ?? second
  if (request === undefined || request.isDone) return
  if (kind === 'Q' || kind === 'S') request.messages += 1
  if (kind === 'Q') request.texts.push(...split(first))
  if (kind === 'E') request.texts.push(parsing)
})

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

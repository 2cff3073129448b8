/**
 * Loaded into a server by --import: reports the statements of the next call to the parent, so that
 * they can be repeated without the product.
 */
import { hearMessages, textsOf, valuesOf } from './databaseMessages.mjs'

/** @typedef {{ text: string, name?: string, values?: (string | null)[], rowMode?: 'array' }} Asked */

/** @type {{ connection: object, turn: number, asked: Asked }[] | undefined} */
let recorded
let turn = 0
/** The text of each named statement. @type {Map<string, string>} */
const named = new Map()
let parsed = ''

hearMessages(({ kind, body, socket }) => {
  if (kind === 'P') {
    const [name = '', text = ''] = textsOf(body, 2).texts
    parsed = text
    if (name !== '') named.set(name, text)
  }
  if (kind === 'B') record(socket, boundTo(body))
  if (kind === 'Q') record(socket, { text: textsOf(body, 1).texts[0] ?? '' })
})

/** @param {Buffer} body @returns {Asked} */
function boundTo(body) {
  const { texts, end } = textsOf(body, 2)
  const name = texts[1] ?? ''
  return {
    text: name === '' ? parsed : (named.get(name) ?? ''),
    ...(name !== '' && { name }),
    values: valuesOf(body, end),
    rowMode: 'array',
  }
}

/** @param {object} connection @param {Asked} asked */
function record(connection, asked) {
  if (recorded === undefined) return
  recorded.push({ connection, turn, asked })
  setImmediate(() => (turn += 1))
}

process.on('message', (word) => {
  if (word === 'record') recorded = []
  if (word !== 'recorded') return
  const all = recorded ?? []
  recorded = undefined
  // Only a call over HTTP loads the actor in its opening statement.
  const question = all.find(({ asked }) => asked.text.includes('"session"'))
  const own = all.filter(({ connection }) => connection === question?.connection)
  const at = own.indexOf(question)
  const first = own.findLastIndex(({ asked }, index) => index <= at && begins(asked))
  const last = own.findIndex(({ asked }, index) => index > at && asked.text === 'commit')
  const transaction = own.slice(Math.max(first, 0), last + 1)
  const turns = [...new Set(transaction.map((each) => each.turn))]
  process.send?.({
    statements: turns.map((each) =>
      transaction.filter((one) => one.turn === each).map(({ asked }) => asked),
    ),
  })
})

/** @param {{ text: string }} asked */
const begins = ({ text }) => text.startsWith('begin')

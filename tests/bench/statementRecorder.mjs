/**
 * Loaded into a server by --import: reports the statements of the next call to the parent, so that
 * they can be repeated without the product.
 */
import pg from 'pg'

/** @type {{ connection: pg.Client, turn: number, asked: object }[] | undefined} */
let recorded
let turn = 0

const { query } = pg.Client.prototype
pg.Client.prototype.query = function recordedQuery(config, ...rest) {
  if (recorded !== undefined) {
    const asked = typeof config === 'string' ? { text: config } : config
    const values = Array.isArray(rest[0]) ? rest[0] : asked.values
    recorded.push({
      connection: this,
      turn,
      asked: {
        text: asked.text,
        ...(asked.name ? { name: asked.name } : {}),
        ...(values ? { values } : {}),
        ...(asked.rowMode ? { rowMode: asked.rowMode } : {}),
      },
    })
    setImmediate(() => (turn += 1))
  }
  return query.call(this, config, ...rest)
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

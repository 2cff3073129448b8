import type pg from 'pg'

/**
 * Counts the messages of the pool's connections while `work` runs, in order. A message that is sent
 * before the previous response, where the connection allows it, shares its round trip and appears
 * among `texts` only.
 */
export async function statementsOf<T>(
  pool: pg.Pool,
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[]; texts: string[] }> {
  const statements: string[] = []
  const texts: string[] = []
  const note = (client: pg.PoolClient) => {
    const send = client.query.bind(client) as (...given: unknown[]) => unknown
    let unanswered = 0
    const noting = (...given: unknown[]) => {
      const [first] = given
      const text = typeof first === 'string' ? first : textOf(first)
      texts.push(text)
      if (unanswered === 0 || !client.pipeline) statements.push(text)
      unanswered += 1
      const answer = send(...given)
      const end = () => {
        unanswered -= 1
      }
      void Promise.resolve(answer).then(end, end)
      return answer
    }
    Object.assign(client, { query: noting })
    return () => Object.assign(client, { query: send })
  }
  const undo: (() => void)[] = []
  const seen = new Set<pg.PoolClient>()
  const handleAcquire = (client: pg.PoolClient) => {
    if (seen.has(client)) return
    seen.add(client)
    undo.push(note(client))
  }
  pool.on('acquire', handleAcquire)
  try {
    return { result: await work(), statements, texts }
  } finally {
    pool.off('acquire', handleAcquire)
    for (const put of undo) put()
  }
}

const textOf = (given: unknown): string =>
  typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : ''

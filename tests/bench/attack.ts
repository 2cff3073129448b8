/**
 * A brute-force attack over HTTP through every public endpoint at once, while an honest person
 * signs in.
 */
import { signIn } from '#tests/apiClient.ts'
import { attacks, canary, longestDelay } from '#tests/attacks.ts'
import { type Backend, onBoth } from './backends.ts'
import { percentiles, round, type Row, timed } from './measures.ts'

const SECONDS = 20
const CLIENTS = 8
const RIGHT = 'Plantroom1'

export async function measureAttack(checkout: string): Promise<Row[]> {
  return (
    await onBoth(checkout, async (backend) => [
      ...(await measureDoors(backend)),
      ...(await measureLoop(backend)),
    ])
  ).flat()
}

interface Tally {
  tries: number
  lookedAt: number
  gotIn: number
}

/**
 * Each public endpoint with a guesser's input. The right password comes at the fortieth attempt,
 * when the limit should refuse to check it.
 */
const doors: Record<string, (turn: number) => { path: string; body: object; from: string }> = {
  'one password list, one address': (turn) => ({
    path: 'login',
    body: { email: 'admin@plantroom.demo', password: turn === 40 ? RIGHT : `Guess${turn}Aa` },
    from: '203.0.113.1',
  }),
  'one password list, a thousand addresses': (turn) => ({
    path: 'login',
    body: { email: 'manager@plantroom.demo', password: turn === 40 ? RIGHT : `Guess${turn}Aa` },
    from: `198.18.${turn % 250}.${Math.floor(turn / 250) % 250}`,
  }),
  'one password, a thousand people': (turn) => ({
    path: 'login',
    body: { email: `person${turn}@plantroom.demo`, password: RIGHT },
    from: '203.0.113.2',
  }),
  'one-time codes': (turn) => ({
    path: 'login-otp',
    body: { email: 'staff@plantroom.demo', code: String(turn).padStart(6, '0') },
    from: `198.19.${turn % 250}.1`,
  }),
  'reset links': (turn) => ({
    path: 'set-new-password',
    body: { token: `guess-${turn}`, password: 'Another-1x' },
    from: '203.0.113.3',
  }),
}

/**
 * Runs every attack that once blocked the loop, one after the other, beside a client that makes
 * small requests.
 */
async function measureLoop(backend: Backend): Promise<Row[]> {
  const server = await backend.start()
  try {
    const { token } = await signIn(server.url, 'admin@plantroom.demo')
    const target = { url: server.url, token }
    const rows: Row[] = []
    for (const [what, attack] of Object.entries(attacks)) {
      await longestDelay(server.child, 'reset')
      const other = canary(target)
      const begun = performance.now()
      const statuses = await attack(target)
      const took = performance.now() - begun
      const slowest = await other.stop()
      if (statuses.some((status) => status >= 500)) throw new Error(`The server failed at ${what}`)
      rows.push({
        part: 'attack',
        what,
        where: backend.name,
        values: {
          'took ms': round(took),
          'loop held at most ms': round(await longestDelay(server.child, 'read')),
          'slowest other ms': round(slowest),
        },
      })
    }
    return rows
  } finally {
    await server.stop()
  }
}

async function measureDoors(backend: Backend): Promise<Row[]> {
  const server = await backend.start()
  const post = (path: string, body: object, from: string) =>
    fetch(`${server.url}/api/public/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    })
  try {
    // requests a code first, so that there is one to guess
    await post('request-otp', { email: 'staff@plantroom.demo' }, '203.0.113.9')
    const rows: Row[] = []
    for (const [door, guess] of Object.entries(doors)) {
      const tally: Tally = { tries: 0, lookedAt: 0, gotIn: 0 }
      const end = performance.now() + (SECONDS / Object.keys(doors).length) * 1000
      let turn = 0
      const guesser = async () => {
        while (performance.now() < end) {
          const { path, body, from } = guess(turn)
          turn += 1
          const { status } = await post(path, body, from)
          tally.tries += 1
          if (status !== 429) tally.lookedAt += 1
          if (status === 200) tally.gotIn += 1
        }
      }
      const honest = async () =>
        timed(5, 1, () =>
          post('login', { email: 'technician@plantroom.demo', password: RIGHT }, '192.0.2.50'),
        )
      const [times] = await Promise.all([honest(), ...Array.from({ length: CLIENTS }, guesser)])
      if (tally.gotIn > 0) throw new Error(`The guesser got in by ${door}`)
      rows.push({
        part: 'attack',
        what: door,
        where: backend.name,
        values: { ...tally, 'honest p50': percentiles(times ?? []).p50 ?? 0 },
      })
    }
    return rows
  } finally {
    await server.stop()
  }
}

/**
 * Queries that the page asks at the same moment travel in one call (contract/together.ts). One that
 * the server leaves unanswered is sent alone.
 */

export interface Read {
  method: string
  url: string
  body?: unknown
  signal?: AbortSignal
  /** Set if the call may travel with others of its weight. */
  readWith?: Weight | undefined
}
type Send = (call: {
  method: 'POST'
  url: string
  body: unknown
  needsSession: true
}) => Promise<unknown>
interface Waiting {
  call: Read
  path: string
  alone(): Promise<unknown>
  resolve(answer: unknown): void
  reject(reason: unknown): void
}

/** A screen's light queries travel in one call. Of heavy ones, the first are shown earlier. */
const AT_MOST = { light: 20, heavy: 4 } as const
const ADDRESS = { light: '/api/reads', heavy: '/api/reads/heavy' } as const
type Weight = keyof typeof AT_MOST

const waiting: Record<Weight, Waiting[]> = { light: [], heavy: [] }
let isOn = false

/** Off in tests, which answer and count single calls. */
export const startGathering = (): void => {
  isOn = true
}

export const isGathered = ({ readWith }: Read): boolean => isOn && readWith !== undefined

export function gather(
  call: Read,
  path: string,
  alone: () => Promise<unknown>,
  send: Send,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (waiting.light.length + waiting.heavy.length === 0) setTimeout(() => sendGathered(send))
    waiting[call.readWith ?? 'light'].push({ call, path, alone, resolve, reject })
  })
}

function sendGathered(send: Send): void {
  for (const weight of ['light', 'heavy'] as const) {
    const all = waiting[weight]
    waiting[weight] = []
    for (let at = 0; at < all.length; at += AT_MOST[weight])
      void sendPart(all.slice(at, at + AT_MOST[weight]), ADDRESS[weight], send)
  }
}

async function sendPart(part: readonly Waiting[], url: string, send: Send): Promise<void> {
  const wanted = part.filter(({ call }) => !call.signal?.aborted)
  const sendAlone = ({ alone, resolve, reject }: Waiting) => void alone().then(resolve, reject)
  if (wanted.length < part.length) for (const one of part) if (!wanted.includes(one)) sendAlone(one)
  if (wanted.length <= 1) return wanted.forEach(sendAlone)
  const calls = wanted.map(({ call: { method, body }, path }) => ({ method, path, body }))
  try {
    const answers = answersIn(
      await send({ method: 'POST', url, body: { calls }, needsSession: true }),
    )
    for (const [at, one] of wanted.entries()) {
      const answer = answers[at]
      if (answer === undefined || answer === null) sendAlone(one)
      else one.resolve(answer.body)
    }
  } catch (error) {
    for (const one of wanted)
      if (isOfTheGathering(error)) sendAlone(one)
      else one.reject(error)
  }
}

/** For example 404 of an older server, or 413. Says nothing about the single calls. */
const isOfTheGathering = (error: unknown): boolean => {
  const { status } = error as { status: number | null } // `send` throws nothing else
  return status !== null && status >= 400 && status < 500 && status !== 401 && status !== 429
}

function answersIn(data: unknown): ({ body: unknown } | null)[] {
  const { answers } = data as { answers: ({ body: unknown } | null)[] } // the contract's response
  return answers
}

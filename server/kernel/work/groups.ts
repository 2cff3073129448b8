/**
 * Group commit. Calls of a company that arrive while others run are answered together, in one
 * transaction. A call that arrives alone runs at once.
 */
export interface Groups<T, R> {
  take(companyId: number, call: T): Promise<R>
}

interface Work<T, R> {
  alone(call: T): Promise<R>
  /** Null or nothing for a call that is to run alone. Does not throw. */
  together(companyId: number, calls: readonly T[]): Promise<readonly (R | null)[]>
}

const MAX_CALLS = 50
/** Milliseconds that the next group waits for the callers of the last one. */
const GATHERING = 8
/** Milliseconds. Calls do not wait longer for a slow group. */
const PATIENCE = 100

interface Waiting<T, R> {
  call: T
  resolve(answer: R | Promise<R>): void
}
interface Company<T, R> {
  waiting: Waiting<T, R>[]
  running: number
  /** How many calls the next group waits for, and until when that holds. */
  expected: number
  expectedUntil: number
  wait: number
  timer?: NodeJS.Timeout | undefined
}

export function makeGroups<T, R>(
  { alone, together }: Work<T, R>,
  now: () => number = () => performance.now(),
): Groups<T, R> {
  const companies = new Map<number, Company<T, R>>()

  const begin = async (companyId: number, company: Company<T, R>) => {
    clearTimeout(company.timer)
    company.timer = undefined
    const group = company.waiting.splice(0, MAX_CALLS)
    company.running += 1
    await answer(companyId, group)
    company.running -= 1
    const before = group.length > 1 ? group.length : 0
    company.expected = Math.min(MAX_CALLS, before + company.waiting.length)
    company.expectedUntil = now() + PATIENCE
    if (company.waiting.length > 0) beginOrWait(companyId, company)
    else if (company.running === 0 && company.expected === 0) companies.delete(companyId)
  }
  const answer = async (companyId: number, group: Waiting<T, R>[]) => {
    const calls = group.map(({ call }) => call)
    const answers = group.length > 1 ? await together(companyId, calls) : []
    const left = group.filter(({ resolve }, place) => {
      const given = answers[place] ?? null
      if (given !== null) resolve(given)
      return given === null
    })
    const running = left.map(({ call, resolve }) => {
      const own = alone(call)
      resolve(own)
      return own
    })
    await Promise.allSettled(running)
  }
  const beginOrWait = (companyId: number, company: Company<T, R>) => {
    const isFree = company.running === 0
    const expected = now() < company.expectedUntil ? company.expected : 1
    if (isFree && company.waiting.length >= expected) return void begin(companyId, company)
    const wait = isFree ? GATHERING : PATIENCE
    if (company.timer !== undefined && company.wait <= wait) return undefined
    clearTimeout(company.timer)
    company.wait = wait
    company.timer = setTimeout(() => void begin(companyId, company), wait)
    return undefined
  }
  return {
    take: (companyId, call) =>
      new Promise<R>((resolve) => {
        const company = companies.get(companyId) ?? {
          waiting: [],
          running: 0,
          expected: 1,
          expectedUntil: 0,
          wait: 0,
        }
        companies.set(companyId, company)
        company.waiting.push({ call, resolve })
        beginOrWait(companyId, company)
      }),
  }
}

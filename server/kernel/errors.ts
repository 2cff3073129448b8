/** A refusal: what the contract's error shape carries (decisions, 'Wire'). Anything else thrown is a fault: 500. */
import type { ApiError } from '#contract/shapes'

export class Refusal extends Error {
  constructor(readonly status: number, message: string, readonly errors: ApiError['errors'] = [], readonly extra: { retryAfterSeconds?: number; current?: unknown } = {}) {
    super(message)
  }
}

export const badInput = (path: string, code: string, message: string) => new Refusal(400, 'The request cannot be read as it is.', [{ path, code, message }])
export const badInputs = (errors: ApiError['errors']) => new Refusal(400, 'The request cannot be read as it is.', errors)
export const notSignedIn = (code: 'noToken' | 'badToken' | 'expired' | 'ended') => new Refusal(401, 'Please sign in.', [{ path: '', code, message: 'No valid session.' }])
export const notAllowed = (need: string) => new Refusal(403, 'You have no right to do this.', [{ path: '', code: 'missingPermission', message: need }])
/** Not there, or another company's: the answer does not tell which. */
export const notThere = (what: string, path = '') => new Refusal(404, `This ${what} is not there.`, [{ path, code: 'notThere', message: what }])
export const conflict = (message: string, errors: ApiError['errors'] = []) => new Refusal(409, message, errors)
/** Someone saved in between. `current` is the row as it stands, so that the page can show both. */
export const stale = (sent: number, now: number, current?: unknown) =>
  new Refusal(409, 'Someone else has changed this in the meantime. Nothing of yours was saved.', [{ path: 'version', code: 'staleVersion', message: `Sent ${sent}, now ${now}` }], { current })
export const gone = (message: string) => new Refusal(410, message, [{ path: '', code: 'gone', message }])
export const tooMany = (retryAfterSeconds: number) => new Refusal(429, 'Too many requests.', [{ path: '', code: 'tooMany', message: 'Please wait.' }], { retryAfterSeconds })

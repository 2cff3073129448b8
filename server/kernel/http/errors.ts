/**
 * A refusal, in the contract's error shape (decisions, 'Wire'). Anything else that is thrown is a
 * 500.
 */
import type { ConflictCode, InputCode, RefusalCode, SessionCode } from '#contract/refusals.ts'
import type { ApiError } from '#contract/shapes.ts'

type Fault<C extends RefusalCode> = ApiError['errors'][number] & { code: C }

export class Refusal extends Error {
  override name = 'Refusal'
  constructor(
    readonly status: number,
    message: string,
    readonly errors: readonly Fault<RefusalCode>[] = [],
    readonly extra: { retryAfterSeconds?: number; current?: unknown } = {},
  ) {
    super(message)
  }
}

export const badInput = (path: string, code: InputCode, message: string) =>
  new Refusal(400, 'The request cannot be read as it is.', [{ path, code, message }])
export const badInputs = (errors: readonly Fault<InputCode>[]) =>
  new Refusal(400, 'The request cannot be read as it is.', errors)
export const notSignedIn = (code: SessionCode) =>
  new Refusal(401, 'Please sign in.', [{ path: '', code, message: 'No valid session.' }])
export const notAllowed = (need: string) =>
  new Refusal(403, 'You have no right to do this.', [
    { path: '', code: 'missingPermission', message: need },
  ])
/**
 * The session is valid, but the person has not proved their identity lately. The page asks for it
 * and repeats the call.
 */
export const confirmFirst = () =>
  new Refusal(403, 'Please confirm first that it is you.', [
    { path: '', code: 'confirmFirst', message: 'confirm' },
  ])
export const secondStepRequired = () =>
  new Refusal(403, 'Set up a second step for signing in first: your role requires it.', [
    { path: '', code: 'secondStepRequired', message: 'secondStep' },
  ])
/** Missing, or another company's; the answer does not tell which. */
export const refuseNotFound = (what: string, path = '') =>
  new Refusal(404, `This ${what} is not there.`, [{ path, code: 'notThere', message: what }])
/** The page translates the code. `message` is for callers without a page. */
export const conflict = (
  message: string,
  errors: readonly [Fault<ConflictCode>, ...Fault<ConflictCode>[]],
) => new Refusal(409, message, [...errors])
/** Another write came first. `current` is the stored row, so that the page can show both. */
export const stale = (sent: number, now: number, current?: unknown) =>
  new Refusal(
    409,
    'Someone else has changed this in the meantime. Nothing of yours was saved.',
    [
      {
        path: 'version',
        code: 'staleVersion' satisfies ConflictCode,
        message: `Sent ${sent}, now ${now}`,
      },
    ],
    { current },
  )
export const refuseGone = (message: string) =>
  new Refusal(410, message, [{ path: '', code: 'gone', message }])
export const fileGone = () =>
  new Refusal(410, 'The bytes of this file are lost. Ask for a copy, and give it again.', [
    { path: '', code: 'fileGone', message: 'file' },
  ])
export const tooMany = (retryAfterSeconds: number) =>
  new Refusal(429, 'Too many requests.', [{ path: '', code: 'tooMany', message: 'Please wait.' }], {
    retryAfterSeconds,
  })

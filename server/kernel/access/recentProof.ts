/**
 * Sensitive changes need a recent proof of identity, so that an unattended machine does not give an
 * account away. Changes of what belongs to the person need a proof that counts above one company
 * (decision 56).
 */
import type { Actor } from './actor.ts'
import { confirmFirst } from '#kernel/http/errors.ts'

const CONFIRMED_MINUTES = 10

type Proven = Pick<Actor, 'userId' | 'confirmedAt' | 'ownProofAt'>

export function refuseUnconfirmed({ userId, confirmedAt }: Proven, now: Date): void {
  if (userId === null) return // the server itself
  if (!isRecent(confirmedAt, now)) throw confirmFirst()
}

/** `mustBeRecent`: the proof must be minutes old; otherwise any proof in this session counts. */
export function refuseWithoutOwnProof(
  { userId, ownProofAt }: Proven,
  mustBeRecent: boolean,
  now: Date,
): void {
  if (userId === null) return
  if (ownProofAt === null || (mustBeRecent && !isRecent(ownProofAt, now))) throw confirmFirst()
}

const isRecent = (at: Date | null, now: Date): boolean =>
  at !== null && now.getTime() - at.getTime() <= CONFIRMED_MINUTES * 60_000

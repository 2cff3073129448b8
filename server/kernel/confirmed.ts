/**
 * Sensitive changes need a person who proved recently who they are: an unattended machine must not
 * give an account away. What belongs to the person and not to one company needs a proof that counts
 * above that company (decision 56).
 */
import type { Actor } from './actor.ts'
import { confirmFirst } from './errors.ts'

const CONFIRMED_MINUTES = 10

type Proven = Pick<Actor, 'userId' | 'confirmedAt' | 'ownProofAt'>

export function refuseUnconfirmed({ userId, confirmedAt }: Proven, now: Date): void {
  if (userId === null) return // the server itself
  if (!isRecent(confirmedAt, now)) throw confirmFirst()
}

/** `mustBeRecent`: within the last minutes; otherwise once in this session is enough. */
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

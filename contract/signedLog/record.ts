/**
 * What a sealed record is: the content of a performance, a correction or a removal, and the link
 * that chains it to the company's previous one. Plain shapes, without zod: a page and a command
 * read them from a file that nobody vouches for.
 */
import type { ScoreBreakdown, GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'

/** The format that a record was sealed in stands in each; a later one is a new name. */
export const FORMAT = 'plantroom.signed-log/1'

interface Named {
  id: number
  name: string
}
/** A photo, document or signature: its bytes stay where they are, their hash is sealed. */
export interface SealedFile {
  id: number
  name: string
  mime: string
  size: number
  sha256: string
}
interface Common {
  format: typeof FORMAT
  /** Unguessable: what little a record may say is not found out of its hash once it is removed. */
  nonce: string
  company: string
}
/** A performance, with every name as it was then. */
export interface PerformanceRecord extends Common {
  kind: 'performance'
  logId: number
  procedure: Named & { version: number; type: string }
  equipment: Named | null
  location: Named | null
  doneBy: Named
  startedAt: string
  doneAt: string
  receivedAt: string
  points: number
  maximum: number
  score: number | null
  questions: SurveyQuestion[]
  answers: GivenAnswer[]
  breakdown: ScoreBreakdown
  used: { itemId: number; name: string; unit: string; amount: number; discardedDoses: number }[]
  /** Those whom answers name. */
  people: Named[]
  files: SealedFile[]
}
/** What somebody adds to a record afterwards; the original stays. */
export interface AddendumRecord extends Common {
  kind: 'addendum'
  logId: number
  text: string
  by: Named
  at: string
}
/** A record whose time had come: its content is gone, its place in the chain stays. */
export interface RemovalRecord extends Common {
  kind: 'removal'
  logId: number
  at: string
  /** Days that its procedure type keeps records. */
  retentionDays: number
  removed: { sequence: number; recordHash: string }[]
}
/** Sealed with the old key: whoever trusts that one may trust the new one. */
export interface RotationRecord extends Common {
  kind: 'rotation'
  at: string
  key: { id: string; publicKey: string }
}
export type SealedRecord = PerformanceRecord | AddendumRecord | RemovalRecord | RotationRecord

/** What is signed: nothing of it can be changed, moved or left out without the hash telling. */
export interface Link {
  chain: string
  sequence: number
  previousHash: string
  recordHash: string
  keyId: string
  sealedAt: string
}
export interface Entry extends Link {
  hash: string
  signature: string
  /** Null: removed when its time had come, as a later record of the chain says. */
  record: SealedRecord | null
}
/** The last link, signed once more, so that a tail that was cut off is missed. */
export interface Head {
  chain: string
  sequence: number
  hash: string
  keyId: string
  sealedAt: string
  signature: string
}
export interface PublicKey {
  id: string
  /** Ed25519, 32 bytes, base64url. */
  publicKey: string
  activeFrom: string
  retiredAt: string | null
}
/** A record by itself, as it is exported: all that a check without the server needs. */
export interface Bundle {
  format: typeof FORMAT
  /** Where it can be looked at again. */
  address: string
  logId: number
  /** The record, its corrections, and their neighbours' links without their content. */
  entries: Entry[]
  head: Head
  keys: PublicKey[]
}

/** Before the first there is nothing, which is a hash of its own. */
export const FIRST_HASH = '0'.repeat(64)

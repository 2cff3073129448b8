/**
 * Shapes of a signed record: a procedure log, a correction or a removal, and the link that chains
 * it to the company's previous record. Plain types without zod, because the page and the command
 * read untrusted files.
 */
import type { ScoreBreakdown, GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'

/** Stored in each record; a later format gets a new name. */
export const FORMAT = 'plantroom.signed-log/1'

interface Named {
  id: number
  name: string
}
/** A photo, document or signature: the record contains only its hash. */
export interface SealedFile {
  id: number
  name: string
  mime: string
  size: number
  sha256: string
}
interface Common {
  format: typeof FORMAT
  /** Random, so that the content of a removed record cannot be guessed from its hash. */
  nonce: string
  company: string
}
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
  people: Named[]
  files: SealedFile[]
}
/** A later correction; the original record is unchanged. */
export interface AddendumRecord extends Common {
  kind: 'addendum'
  logId: number
  text: string
  by: Named
  at: string
}
/** Records the removal of content by retention; the link stays in the chain. */
export interface RemovalRecord extends Common {
  kind: 'removal'
  logId: number
  at: string
  retentionDays: number
  removed: { sequence: number; recordHash: string }[]
}
/** Signed with the old key, so trust in the old key extends to the new key. */
export interface RotationRecord extends Common {
  kind: 'rotation'
  at: string
  key: { id: string; publicKey: string }
}
export type SealedRecord = PerformanceRecord | AddendumRecord | RemovalRecord | RotationRecord

/** The signed part. Any change, reordering or omission breaks the hashes. */
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
  /** Null if retention removed it, as a later record of the chain states. */
  record: SealedRecord | null
}
/** The last link, signed separately, so that a truncated chain is detected. */
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
/** An exported record with everything needed to verify it without the server. */
export interface Bundle {
  format: typeof FORMAT
  address: string
  logId: number
  /** The record, its corrections, and the links of their neighbours without content. */
  entries: Entry[]
  head: Head
  keys: PublicKey[]
}

/** The previous hash of the first link. */
export const FIRST_HASH = '0'.repeat(64)

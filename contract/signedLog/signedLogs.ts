/**
 * Signed procedure logs: short-lived links that open one without a session, verification, PDF, and
 * later addenda.
 */
import { z } from 'zod'
import { sentZone } from '#contract/company/sentZone.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { languages } from '#contract/languages.ts'
import { instant, text } from '#contract/shapes.ts'
import { faultCodes } from './verify.ts'
import type { SealedRecord } from './record.ts'

/** A link of the chain; see docs/decisions/30-signed-logs.md. */
const entry = z.object({
  chain: z.uuid(),
  /** From 1, without gaps. */
  sequence: z.number().int(),
  /** SHA-256, hexadecimal. */
  previousHash: z.string(),
  recordHash: z.string(),
  hash: z.string(),
  keyId: z.string(),
  sealedAt: instant,
  /** Ed25519, base64url. */
  signature: z.string(),
  /**
   * Exactly as signed: a current schema would drop fields of earlier versions and break the hash.
   * Null if only the link is included, or if retention removed the record.
   */
  record: z.unknown() as unknown as z.ZodType<SealedRecord | null>,
})
const head = z.object({
  chain: z.uuid(),
  sequence: z.number().int(),
  hash: z.string(),
  keyId: z.string(),
  sealedAt: instant,
  signature: z.string(),
})
const publicKey = z.object({
  id: z.string(),
  /** Ed25519, 32 bytes, base64url. */
  publicKey: z.string(),
  activeFrom: instant,
  retiredAt: instant.nullable(),
})
const fault = z.object({ code: z.enum(faultCodes), sequence: z.number().int() })

const token = z.string().max(300)
const oneByToken = z.object({ id: idParam('procedureLog'), token })

const papers = ['A4', 'LETTER'] as const
export type Paper = (typeof papers)[number]

/** Per network address, because rendering a PDF occupies a worker thread. */
const PDFS_PER_ADDRESS = 300

export const signedLogs = {
  getUrlOfSignedLog: query({
    method: 'GET',
    path: '/api/procedure-logs/{id}/get-url-of-signed-log',
    access: 'session',
    summary: 'A short-lived address that shows the sealed record without a session',
    params: z.object({ id: idParam('procedureLog') }),
    response: z.object({ url: z.string() }),
    reads: [],
  }),
  getSignedLog: query({
    method: 'GET',
    path: '/api/public/signed-logs/{id}',
    access: 'public',
    summary: 'A sealed record by its address, with all that its check needs',
    params: oneByToken,
    transaction: 'none',
    response: z.object({
      bundle: z.object({
        format: z.literal('plantroom.signed-log/1'),
        address: z.string(),
        logId: id('procedureLog'),
        entries: z.array(entry),
        head,
        keys: z.array(publicKey),
      }),
      /** The server's verification; the page verifies as well. */
      faults: z.array(fault),
      /** When retention removed the content; null if it is there. */
      removedAt: instant.nullable(),
      timezone: z.string(),
      zone: sentZone,
      /** URL for verification by others, printed as a QR code. */
      checkUrl: z.string(),
    }),
    reads: [],
  }),
  getSignedLogFile: query({
    method: 'GET',
    path: '/api/public/signed-logs/{id}/files/{fileId}',
    access: 'public',
    summary: 'The bytes of a photo or signature of a sealed record',
    wire: 'stream',
    transaction: 'none',
    params: oneByToken.extend({ fileId: idParam('file') }),
    response: z.string(),
    reads: [],
  }),
  getSignedLogPdf: query({
    method: 'GET',
    path: '/api/public/signed-logs/{id}/pdf',
    access: 'public',
    summary: 'A sealed record as PDF, with the record inside it',
    wire: 'stream',
    transaction: 'none',
    perAddress: PDFS_PER_ADDRESS,
    params: oneByToken.extend({ paper: z.enum(papers), language: z.enum(languages) }),
    response: z.string(),
    reads: [],
  }),
  getSeal: query({
    method: 'GET',
    path: '/api/public/seals/{hash}',
    access: 'public',
    summary: 'Whether a hash is that of a sealed record: its link, without what it says',
    transaction: 'none',
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    response: z.object({ entry, head, keys: z.array(publicKey) }),
    reads: [],
  }),
  getSigningKeys: query({
    method: 'GET',
    path: '/api/public/signing-keys/{chain}',
    access: 'public',
    summary: 'The public keys of a company, the retired ones too',
    transaction: 'none',
    params: z.object({ chain: z.uuid() }),
    response: z.object({ chain: z.uuid(), keys: z.array(publicKey) }),
    reads: [],
  }),
  addAddendum: mutation({
    method: 'POST',
    path: '/api/procedure-logs/{id}/addenda',
    access: 'can:performer|procedures',
    summary: 'Correct a sealed record: sealed itself, the original stays',
    params: z.object({ id: idParam('procedureLog') }),
    body: z.strictObject({
      /** Idempotency key from the client: a retry signs once. */
      clientKey: z.uuid(),
      text: text(5_000, 1),
    }),
    response: z.object({ sequence: z.number().int() }),
    writes: ({ params }) => [{ type: 'ProcedureLog', id: params.id }, 'Journal'],
  }),
  getSignedLogChain: query({
    method: 'GET',
    path: '/api/signed-logs/chain',
    access: 'can:viewer|security',
    summary: 'How long the company’s chain is, and the keys that signed it',
    response: z.object({
      chain: z.uuid(),
      links: z.number().int(),
      performances: z.number().int(),
      /** Times of the first and last link; null for an empty chain. */
      firstAt: instant.nullable(),
      lastAt: instant.nullable(),
      /** Oldest first; the current signing key is not retired. */
      keys: z.array(publicKey),
      keysUrl: z.string(),
    }),
    reads: ['Journal'],
  }),
  checkSignedLogs: query({
    method: 'POST',
    path: '/api/signed-logs/check',
    access: 'can:viewer|security',
    summary: 'Check the company’s chain, some hundred records a call',
    body: z.strictObject({
      /** The last verified sequence; 0 to start from the beginning. */
      after: z.number().int().min(0).max(2_147_483_647),
    }),
    response: z.object({
      /** The last sequence verified by this call. */
      reached: z.number().int(),
      of: z.number().int(),
      isDone: z.boolean(),
      faults: z.array(
        fault.extend({
          logId: id('procedureLog').nullable(),
        }),
      ),
    }),
    reads: [],
  }),
  rotateSigningKey: mutation({
    method: 'POST',
    path: '/api/signed-logs/rotate-key',
    access: 'can:editor|company',
    summary: 'Sign with a new key from now on; what the old ones signed stays good',
    confirmed: true,
    security: 'settingsChanged',
    response: publicKey,
    writes: ['Journal'],
  }),
}
export type ChainCheckAnswer = z.output<typeof signedLogs.checkSignedLogs.response>
export type ChainAnswer = z.output<typeof signedLogs.getSignedLogChain.response>

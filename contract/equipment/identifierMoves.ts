/**
 * Facts and metadata fields that hold an identifier, from versions without fields for identifiers.
 * The page proposes to move them; a move can be undone.
 */
import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id } from '#contract/ids.ts'
import { text } from '#contract/shapes.ts'
import { identifierKeys } from './identifierKeys.ts'

const field = z.enum(identifierKeys)
const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fact'), name: text(200, 1) }),
  /**
   * Copies values but keeps them in the metadata field, because rules and dashboards may refer to
   * it.
   */
  z.strictObject({ kind: z.literal('metadata'), metadataFieldId: id('metadataField') }),
])
export type IdentifierSource = z.output<typeof source>

const line = z.object({ source, name: z.string(), field })
const proposal = line.extend({
  /** Equipment whose field is empty or has the same value. */
  movable: z.number().int(),
  /** Equipment whose field has another value. It stays unchanged. */
  conflicts: z.number().int(),
  /** Equipment whose value the field does not accept. It stays unchanged. */
  unfit: z.number().int(),
})
export type IdentifierProposal = z.output<typeof proposal>
const moved = line.extend({ count: z.number().int() })

/**
 * One step of at most 500 equipment. The next step starts after `next`, which is null at the end.
 */
const step = z.strictObject({ source, field, after: z.number().int().min(0).default(0) })
const stepDone = z.object({
  done: z.number().int(),
  /** Unchanged equipment: the field has another value, or does not accept this value. */
  left: z.number().int(),
  next: z.number().int().nullable(),
})

export const identifierMoves = {
  listIdentifierMoves: query({
    method: 'GET',
    path: '/api/equipment-identifiers',
    access: 'can:editor|management',
    summary: 'Facts and metadata that hold a serial number, manufacturer, model, GTIN, lot or date',
    response: z.object({ proposals: z.array(proposal), moved: z.array(moved) }),
    reads: ['Equipment', 'MetadataField'],
  }),
  moveIdentifiers: mutation({
    method: 'POST',
    path: '/api/equipment-identifiers/move',
    access: 'can:editor|management',
    summary:
      'Move the values of one fact or metadata field into the field, 500 equipment at a time',
    body: step,
    response: stepDone,
    writes: ['Equipment', 'Journal'],
  }),
  undoIdentifierMove: mutation({
    method: 'POST',
    path: '/api/equipment-identifiers/undo',
    access: 'can:editor|management',
    summary: 'Take moved values back, 500 equipment at a time; what changed since stays',
    body: step,
    response: stepDone,
    writes: ['Equipment', 'Journal'],
  }),
}

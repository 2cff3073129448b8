/**
 * Answers on their way: kept on this device by company, person, procedure and place, until they are
 * sent or discarded. Beside the store on purpose: it is written at every keystroke, and nothing
 * else on the page reads it.
 */
import { dropDraft, keepDraft, keptDraft } from '../../../lib/keptDrafts.ts'
import type { Performance, Place } from './performance.ts'

/**
 * `again`: one that was sent off already and came back, beside another that may be under way at its
 * place.
 */
export interface PerformanceKey {
  companyId: number
  userId: number
  procedureId: number
  place: Place
  again?: string | undefined
}

const nameOf = ({ procedureId, place, again }: PerformanceKey): string =>
  `${procedureId}:${place.kind}:${place.id}${again === undefined ? '' : `:${again}`}`

/**
 * False when the device refuses (private window, no room left): the page then says that answers are
 * not kept.
 */
export const keepPerformance = (key: PerformanceKey, performance: Performance): boolean =>
  keepDraft(key, 'performances', nameOf(key), performance)

export function keptPerformance(key: PerformanceKey): Performance | null {
  const kept = keptDraft(key, 'performances', nameOf(key))
  return isPerformance(kept) ? kept : null
}

export const dropPerformance = (key: PerformanceKey): void =>
  dropDraft(key, 'performances', nameOf(key))

export function readPerformance(text: string | null): Performance | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isPerformance(kept) ? kept : null
  } catch {
    return null
  }
}

/**
 * What lies in the device's storage may come from an older release; anything else than ours is
 * passed over.
 */
function isPerformance(value: unknown): value is Performance {
  return (
    typeof value === 'object' &&
    value !== null &&
    'clientKey' in value &&
    typeof value.clientKey === 'string' &&
    'procedureVersion' in value &&
    typeof value.procedureVersion === 'number' &&
    'answers' in value &&
    Array.isArray(value.answers) &&
    'files' in value &&
    Array.isArray(value.files) &&
    'asked' in value &&
    typeof value.asked === 'object'
  )
}

/**
 * Answers on their way: kept on this device by company, person, procedure and place, until they are
 * sent or discarded. Beside the store on purpose: it is written at every keystroke, and nothing
 * else on the page reads it.
 */
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

const prefix = 'plantroom:performance:'
const nameOf = ({ companyId, userId, procedureId, place, again }: PerformanceKey): string =>
  `${prefix}${companyId}:${userId}:${procedureId}:${place.kind}:${place.id}${again === undefined ? '' : `:${again}`}`

/**
 * False when the device refuses (private window, no room left): the page then says that answers are
 * not kept.
 */
export function keepPerformance(key: PerformanceKey, performance: Performance): boolean {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify(performance))
    return true
  } catch {
    return false
  }
}

export function keptPerformance(key: PerformanceKey): Performance | null {
  try {
    return readPerformance(localStorage.getItem(nameOf(key)))
  } catch {
    return null
  }
}

export function readPerformance(text: string | null): Performance | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isPerformance(kept) ? kept : null
  } catch {
    return null
  }
}

export function dropPerformance(key: PerformanceKey): void {
  try {
    localStorage.removeItem(nameOf(key))
  } catch {
    // A device that keeps nothing has nothing to drop.
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

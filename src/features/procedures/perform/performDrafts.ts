/**
 * Answers on their way: kept on this device by company, person, procedure and place, until they are
 * sent or discarded. Beside the store on purpose: it is written at every keystroke, and nothing
 * else on the page reads it.
 */
import { dropDraft, saveDraft, onDraftElsewhere, storedDraft } from '#lib/draftStorage.ts'
import type { PerformDraft, Place } from './performDraft.ts'

/**
 * `again`: one that was sent off already and came back, beside another that may be under way at its
 * place.
 */
export interface PerformDraftKey {
  companyId: number
  userId: number
  procedureId: number
  place: Place
  again?: string | undefined
}

const nameOf = ({ procedureId, place, again }: PerformDraftKey): string =>
  `${procedureId}:${place.kind}:${place.id}${again === undefined ? '' : `:${again}`}`

/**
 * False when the device refuses (private window, no room left): the page then says that answers are
 * not kept.
 */
export const savePerformDraft = (key: PerformDraftKey, draft: PerformDraft): boolean =>
  saveDraft(key, 'performances', nameOf(key), draft)

export function performDraft(key: PerformDraftKey): PerformDraft | null {
  const kept = storedDraft(key, 'performances', nameOf(key))
  return isPerformDraft(kept) ? kept : null
}

export const dropPerformDraft = (key: PerformDraftKey): void =>
  dropDraft(key, 'performances', nameOf(key))

/** As another tab of the same form goes on; null as it was sent or discarded there. */
export const onPerformDraftElsewhere = (
  key: PerformDraftKey,
  heard: (draft: PerformDraft | null) => void,
): (() => void) =>
  onDraftElsewhere(key, 'performances', nameOf(key), (draft) =>
    heard(isPerformDraft(draft) ? draft : null),
  )

export function readPerformDraft(text: string | null): PerformDraft | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isPerformDraft(kept) ? kept : null
  } catch {
    return null
  }
}

/**
 * What lies in the device's storage may come from an older release; anything else than ours is
 * passed over.
 */
function isPerformDraft(value: unknown): value is PerformDraft {
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

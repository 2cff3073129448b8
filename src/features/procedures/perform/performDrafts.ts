/**
 * Drafts on this device by company, person, procedure and target. Outside the store, because they
 * are written on every keystroke and only the form reads them.
 */
import { dropDraft, saveDraft, onDraftElsewhere, storedDraft } from '#lib/draftStorage.ts'
import type { PerformDraft, Place } from './performDraft.ts'

/** `again`: a refused submission, beside another draft for the same target. */
export interface PerformDraftKey {
  companyId: number
  userId: number
  procedureId: number
  place: Place
  again?: string | undefined
}

const nameOf = ({ procedureId, place, again }: PerformDraftKey): string =>
  `${procedureId}:${place.kind}:${place.id}${again === undefined ? '' : `:${again}`}`

/** Returns false if the device refuses storage (private window, no space); the page then warns. */
export const savePerformDraft = (key: PerformDraftKey, draft: PerformDraft): boolean =>
  saveDraft(key, 'performances', nameOf(key), draft)

export function performDraft(key: PerformDraftKey): PerformDraft | null {
  const kept = storedDraft(key, 'performances', nameOf(key))
  return isPerformDraft(kept) ? kept : null
}

export const dropPerformDraft = (key: PerformDraftKey): void =>
  dropDraft(key, 'performances', nameOf(key))

/** Another tab changed the draft. Null if it sent or discarded it. */
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

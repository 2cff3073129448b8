/**
 * Drafts of problem reports and comments, saved on this device on every keystroke by their subject.
 * They survive closing and reloading.
 */
import { dropDraft, saveDraft, storedDraft, type DraftOwner } from '#lib/draftStorage.ts'
import type { DevicePhoto, MoreOfTicket } from '#entities/unsent/device.ts'

export interface ReportDraft {
  words: string
  /** Null stands for the most used type. */
  ticketTypeId: number | null
  equipmentId: number | null
  locationId: number | null
  photos: readonly DevicePhoto[]
  /** Further fields of a refused ticket from the full form, sent along. */
  more?: MoreOfTicket
}
export interface CommentDraft {
  text: string
  photos: readonly DevicePhoto[]
  isPublic?: boolean
}
export interface About {
  equipment?: { id: number; name: string } | undefined
  location?: { id: number; name: string } | undefined
  /** The key of a refused report, edited apart from other drafts. */
  refused?: string
}

const nameOf = ({ equipment, location, refused }: About): string => {
  if (refused !== undefined) return `refused:${refused}`
  if (equipment !== undefined) return `equipment:${equipment.id}`
  return location === undefined ? 'anywhere' : `location:${location.id}`
}

export const emptyReport = ({ equipment, location }: About): ReportDraft => ({
  words: '',
  ticketTypeId: null,
  equipmentId: equipment?.id ?? null,
  locationId: location?.id ?? null,
  photos: [],
})

export function reportDraft(owner: DraftOwner, about: About): ReportDraft {
  const kept = storedDraft(owner, 'reports', nameOf(about))
  return isReport(kept) ? kept : emptyReport(about)
}

export const hasReport = (owner: DraftOwner, about: About): boolean =>
  isReport(storedDraft(owner, 'reports', nameOf(about)))

export const dropReport = (owner: DraftOwner, about: About): void =>
  dropDraft(owner, 'reports', nameOf(about))

export function saveReport(owner: DraftOwner, about: About, draft: ReportDraft): void {
  if (draft.words === '' && draft.photos.length === 0) dropDraft(owner, 'reports', nameOf(about))
  else saveDraft(owner, 'reports', nameOf(about), draft)
}

/** Validates a stored draft, which may come from another release. */
function isReport(value: unknown): value is ReportDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'words' in value &&
    typeof value.words === 'string' &&
    'photos' in value &&
    Array.isArray(value.photos) &&
    'equipmentId' in value &&
    'locationId' in value &&
    'ticketTypeId' in value
  )
}

export const emptyComment: CommentDraft = { text: '', photos: [] }

export function commentDraft(owner: DraftOwner, ticketId: number): CommentDraft {
  const kept = storedDraft(owner, 'comments', String(ticketId))
  return isComment(kept) ? kept : emptyComment
}

export function saveComment(owner: DraftOwner, ticketId: number, draft: CommentDraft): void {
  if (draft.text === '' && draft.photos.length === 0) dropDraft(owner, 'comments', String(ticketId))
  else saveDraft(owner, 'comments', String(ticketId), draft)
}

const isComment = (value: unknown): value is CommentDraft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'photos' in value &&
  Array.isArray(value.photos)

/**
 * The words that the wire and the engine share, apart from the engine: a page that shows them loads
 * no library.
 */

export const daysOff = ['keep', 'skip', 'moveToNext', 'moveToPrevious'] as const
/** What becomes of an occurrence on a day off. */
export type OnDayOff = (typeof daysOff)[number]

export const occurrenceStates = ['planned', 'due', 'done', 'late', 'missed', 'closed'] as const
/**
 * planned: not yet due. due: to be done. late: its deadline has passed, it may still be done.
 * missed: nobody did it and something newer has taken its place, or its deadline closed it. closed:
 * by a person, or with its schedule.
 */
export type OccurrenceState = (typeof occurrenceStates)[number]

/**
 * Of the checks whose deadline has passed: all; done by the deadline; done later or still open; or
 * replaced by the next check of their schedule.
 */
export const outcomes = ['any', 'inTime', 'late', 'missed'] as const

/**
 * Names shared by the API and the recurrence engine. Kept apart, so that a page that shows them
 * does not load the library.
 */

export const daysOff = ['keep', 'skip', 'moveToNext', 'moveToPrevious'] as const
export type OnDayOff = (typeof daysOff)[number]

/** Why a date by use is expected: the quantity will be reached, or the latest date comes first. */
export const expectedBy = ['use', 'latest'] as const
export type ExpectedBy = (typeof expectedBy)[number]

export const occurrenceStates = ['planned', 'due', 'done', 'late', 'missed', 'closed'] as const
/**
 * planned: not yet due. due: to be performed. late: after its deadline, but can still be performed.
 * missed: not performed, and replaced by a newer occurrence or closed by its deadline. closed:
 * closed by a user or with its schedule.
 */
export type OccurrenceState = (typeof occurrenceStates)[number]

/**
 * Of checks whose deadline has passed. any: all. inTime: performed by the deadline. late: performed
 * later or still open. missed: replaced by the next check of the schedule.
 */
export const outcomes = ['any', 'inTime', 'late', 'missed'] as const

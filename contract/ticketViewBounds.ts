/** Views of a person, and shared views of a company. */
export const MAX_VIEWS = 50
/** Counts of views end here; the page shows "999+". */
export const MAX_VIEW_COUNT = 999
/** A deleted view can be restored for so long. */
export const RESTORE_VIEW_HOURS = 24

/** Per floor. The largest known hospital floor has 700 rooms. */
export const MAX_ROOMS = 2_000
/** Per room drawn in the editor. */
export const MAX_CORNERS = 200
/** Walls, doors and windows. */
export const MAX_PARTS = 20_000
export const MAX_POINTS = 40_000
export const MAX_GATEWAYS = 500
/** Per building. */
export const MAX_FLOORS = 200
/** Maximum characters of a floor's sign, such as `C Outdoor`. */
export const MAX_SHORT_NAME = 24
/** The server deletes older versions. */
export const MAX_VERSIONS = 50
/** Metres between a drawn point and the corner of its sheet. */
export const FARTHEST_M = 5_000
/** Metres between any two corners of a floor: the diagonal of the largest sheet. */
export const MAX_SPAN_M = 15_000

/*
 * Tolerances for inaccurate plans, measured on a real one, seven floors of an office building. No
 * room reaches outside its floor, none lies partly on another, six stand entirely in the open
 * office around them. A door of its glass front is 2.3 m from the nearest drawn wall. Rooms drawn
 * to the middle of a wall on one side and to its face on the other overlap by up to a twentieth.
 */
/** Maximum overlap as a share of the smaller room, or of a room outside its floor. */
export const MAX_OVERLAP_SHARE = 0.1
/** Square metres. A smaller overlap is an inaccurate corner. */
export const MAX_OVERLAP_M2 = 0.5
export const MAX_OUTSIDE_M2 = 0.5
/** A room may stand in another if it is smaller than this share of it. */
export const STANDS_IN_SHARE = 0.5
/** Metres between a door and the nearest wall. */
export const DOOR_REACH_M = 3

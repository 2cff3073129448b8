/** How much one floor holds. The largest hospital floor that we know has 700 rooms. */
export const MAX_ROOMS = 2_000
/** Of one room that is drawn here. */
export const MAX_CORNERS = 200
/** Walls, doors and windows. */
export const MAX_PARTS = 20_000
/** Of all shapes of a floor together. */
export const MAX_POINTS = 40_000
export const MAX_GATEWAYS = 500
/** Of a building. */
export const MAX_FLOORS = 200
/** The oldest give way. */
export const MAX_VERSIONS = 50
/** Of what is drawn from the corner of its sheet, in metres. */
export const FARTHEST_M = 5_000
/** Between any two corners of a floor, in metres: across the largest sheet. */
export const MAX_SPAN_M = 15_000

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

/*
 * What a plan may be off and still be meant. Measured on a real one, seven floors of an office
 * building: no room reaches outside its floor, none lies partly on another, six stand whole in the
 * open office around them, and a door of its glass front lies 2.3 m from the nearest wall that is
 * drawn. Rooms that are drawn to the middle of their walls on one side and to their face on the
 * other lie on each other by up to a twentieth.
 */
/** Of the smaller of two rooms, and of a room outside its floor. */
export const MAX_OVERLAP_SHARE = 0.1
/** What is less is a corner drawn beside its place, in square metres. */
export const MAX_OVERLAP_M2 = 0.5
export const MAX_OUTSIDE_M2 = 0.5
/** A room may stand in another one that is larger than itself by this. */
export const STANDS_IN_SHARE = 0.5
/** Between a door and the nearest wall, in metres. */
export const DOOR_REACH_M = 3

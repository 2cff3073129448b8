/**
 * The site survey: points at which a user stood with a tag, the accuracy they prove, and the radio
 * calibration learned from traffic and applied by a user.
 */
import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { surveyReasons } from '#contract/positioning/surveyAdvice.ts'
import { named, point, spot } from './rtlsShapes.ts'
import { instant } from '#contract/shapes.ts'

/**
 * `walked`: a user went there to measure. `confirmed`: a user confirmed where equipment on the map
 * really is.
 */
const surveyKinds = ['walked', 'confirmed'] as const
export type SurveyKind = (typeof surveyKinds)[number]
/** Seconds per survey point: full duration, and the minimum to save it early. */
export const LISTENS = { whole: 30, least: 10 } as const

/** `takenOver`: another user started recording with the tag elsewhere, and no point was saved. */
const listeningStates = ['listening', 'kept', 'nothingHeard', 'stopped', 'takenOver'] as const
const listening = z.object({
  kind: z.enum(surveyKinds),
  state: z.enum(listeningStates),
  equipment: named(id('equipment')),
  floorId: id('floor'),
  ...point,
  seconds: z.number(),
  readings: z.number().int(),
  gateways: z.number().int(),
  pointId: id('surveyPoint').nullable(),
  /** As for a survey point: the map's error in metres at the start, and its accuracy radius. */
  offBy: z.number().nullable(),
  radius: z.number().nullable(),
})
export type SurveyListening = z.output<typeof listening>

/** An error above both thresholds suggests that the user marked the wrong spot. */
const DOUBTED = { metres: 10, circles: 3 }

/**
 * If true, the page asks the user to confirm the spot. A wrong survey point worsens every position
 * near it.
 */
export const isDoubted = ({ offBy, radius }: Pick<SurveyListening, 'offBy' | 'radius'>): boolean =>
  offBy !== null && offBy > Math.max(DOUBTED.metres, DOUBTED.circles * (radius ?? 0))

const errors = z.object({
  median: z.number(),
  ninth: z.number(),
  /** Percent of the computed positions that lie inside their accuracy circle. */
  inCircle: z.number(),
})
/** Leave-one-out errors: each point is located with the radio map of the others. */
const figures = z.object({
  points: z.number().int(),
  without: errors,
  with: errors,
  circle: z.number(),
  inCorrectedCircle: z.number(),
  /**
   * The corrected radius holds about 68 percent of at least eight points, so it may be called
   * accuracy.
   */
  isMeasured: z.boolean(),
  at: instant,
})
export type SurveyFacts = z.output<typeof figures>

const surveyPoint = z.object({
  id: id('surveyPoint'),
  kind: z.enum(surveyKinds),
  ...point,
  at: instant,
  byName: z.string(),
  readings: z.number().int(),
  /** Gateways that received the tag and have not moved since. */
  gateways: z.number().int(),
  /**
   * The map's error in metres when the point was recorded, and its accuracy radius; null if
   * unknown.
   */
  offBy: z.number().nullable(),
  radius: z.number().nullable(),
})
export type SurveyPoint = z.output<typeof surveyPoint>

const survey = z.object({
  floorId: id('floor'),
  points: z.array(surveyPoint),
  count: z.number().int(),
  gateways: z.number().int(),
  /** 0 to 1, of the walkable area. */
  coverage: z.number(),
  /** Centres of covered cells, `cell` metres wide. */
  cell: z.number(),
  covered: z.array(z.object(point)),
  /** Suggested next points that add noticeable coverage, with the gain in square metres. */
  next: z.array(z.object({ ...point, gain: z.number() })),
  again: z.array(
    z.object({
      reason: z.enum(surveyReasons),
      count: z.number().int(),
      gateways: z.array(z.string()),
    }),
  ),
  /** For the building; null with too few points, or if not computed yet. */
  figures: figures.nullable(),
  isComputing: z.boolean(),
})
export type Survey = z.output<typeof survey>

const calibrationValues = z.object({
  /** dB, added to the measured power of every tag. */
  power: z.number(),
  exponent: z.number(),
  /** dB: the typical error of the radio model. */
  spread: z.number(),
})
const takenCalibration = z.object({
  id: id('radioCalibration'),
  ...calibrationValues.shape,
  gateways: z.number().int(),
  at: instant,
  byName: z.string(),
})
const calibration = z.object({
  taken: takenCalibration.nullable(),
  /** Number of earlier calibrations that an undo would restore one by one. */
  earlier: z.number().int(),
  /** The company's setting, without learned values. */
  set: calibrationValues,
  learned: calibrationValues.extend({
    /** Null if nothing was received since the server started. */
    since: instant.nullable(),
    /** Pairs of a grid cell and a gateway. */
    cells: z.number().int(),
  }),
  floors: z.array(
    z.object({
      id: id('floor'),
      name: z.string(),
      buildingName: z.string(),
      /** The part of the floor that tags have covered, 0 to 1. */
      coverage: z.number(),
      isCovered: z.boolean(),
    }),
  ),
  count: z.number().int(),
  gateways: z.array(
    z.object({
      id: id('gateway'),
      equipment: named(id('equipment')),
      floorId: id('floor'),
      ...point,
      cells: z.number().int(),
      /** dB: the correction in use, and the correction learned from traffic. */
      inUse: z.number(),
      learned: z.number(),
      /**
       * False if it has too few cells or its floor is not covered; its correction is not applied
       * then.
       */
      isCovered: z.boolean(),
      /** Where its signals suggest it stands; null if they match its position. */
      moved: z.object({ ...point, metres: z.number() }).nullable(),
      /** dB: change of its signal since the calibration was applied; null if unchanged. */
      drift: z.number().nullable(),
    }),
  ),
})
export type Calibration = z.output<typeof calibration>

export const siteSurvey = {
  getSurvey: query({
    method: 'GET',
    path: '/api/rtls/survey/floors/{floorId}',
    access: 'session',
    summary: 'The survey of a floor: its points, what they cover and prove, where to stand next',
    params: z.object({ floorId: idParam('floor') }),
    response: survey,
    reads: ['SiteSurvey', 'Venue', 'Gateway'],
  }),
  getListening: query({
    method: 'GET',
    path: '/api/rtls/survey/listening',
    access: 'session',
    transaction: 'none',
    summary: 'What is being listened to for the one who asks; null: nothing',
    response: z.object({ listening: listening.nullable() }),
    reads: ['SiteSurvey'],
  }),
  beginListening: mutation({
    method: 'POST',
    path: '/api/rtls/survey/listening',
    access: 'can:editor|equipment',
    summary:
      'A tag is at this spot now: listens for half a minute and keeps a point, also if nobody asks again',
    transaction: 'none',
    body: spot
      .extend({
        kind: z.enum(surveyKinds),
        equipmentId: id('equipment'),
        /** Stops another user's recording with this tag without saving it. */
        takesOver: z.boolean().optional(),
      })
      .strict(),
    response: listening,
    writes: [],
  }),
  endListening: mutation({
    method: 'DELETE',
    path: '/api/rtls/survey/listening',
    access: 'can:editor|equipment',
    transaction: 'none',
    summary: `Stops listening; keeps what was heard where it is asked for, after ${LISTENS.least} seconds`,
    body: z.strictObject({ keep: z.boolean() }),
    response: z.object({ listening: listening.nullable() }),
    writes: ['SiteSurvey'],
  }),
  removeSurveyPoint: mutation({
    method: 'DELETE',
    path: '/api/rtls/survey/points/{id}',
    access: 'can:editor|equipment',
    summary: 'Takes a point of a survey back',
    params: z.object({ id: idParam('surveyPoint') }),
    response: z.object({ removed: z.literal(true) }),
    writes: ['SiteSurvey'],
  }),
  restoreSurveyPoint: mutation({
    method: 'POST',
    path: '/api/rtls/survey/points/{id}/restore',
    access: 'can:editor|equipment',
    summary: 'A point that was taken back counts again',
    params: z.object({ id: idParam('surveyPoint') }),
    response: z.object({ restored: z.literal(true) }),
    writes: ['SiteSurvey'],
  }),
  getCalibration: query({
    method: 'GET',
    path: '/api/rtls/calibration',
    access: 'can:editor|devices',
    summary: 'What traffic taught of the radio beside what is in use, gateway by gateway',
    response: calibration,
    reads: ['SiteSurvey', 'Gateway', 'Venue'],
  }),
  takeOverCalibration: mutation({
    method: 'POST',
    idempotent: true,
    path: '/api/rtls/calibration',
    access: 'can:editor|devices',
    summary: 'What traffic taught until now is used from now on, where tags cover the floor',
    response: takenCalibration,
    writes: ['SiteSurvey', 'Journal'],
  }),
  undoCalibration: mutation({
    method: 'DELETE',
    path: '/api/rtls/calibration/{id}',
    access: 'can:editor|devices',
    summary: 'What was taken over is used no more; the one before it is, or what traffic teaches',
    params: z.object({ id: idParam('radioCalibration') }),
    response: z.object({ undone: z.literal(true) }),
    writes: ['SiteSurvey', 'Journal'],
  }),
}

/**
 * The site survey and what is learnt from traffic: points at which somebody stood with a tag, what
 * they prove, and the calibration of the radio as a person takes it over.
 */
import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { surveyReasons } from '#contract/positioning/surveyAdvice.ts'
import { named, point, spot } from './rtlsShapes.ts'
import { instant } from '#contract/shapes.ts'

/** Somebody walked there to measure, or said of a thing on the map where it really is. */
const surveyKinds = ['walked', 'confirmed'] as const
export type SurveyKind = (typeof surveyKinds)[number]
/** Seconds of one point, and after how many it may be kept early. */
export const LISTENS = { whole: 30, least: 10 } as const

/** `takenOver`: somebody else listens to the tag elsewhere since, and no point was kept. */
const listeningStates = ['listening', 'kept', 'nothingHeard', 'stopped', 'takenOver'] as const
const listening = z.object({
  kind: z.enum(surveyKinds),
  state: z.enum(listeningStates),
  equipment: named(id('equipment')),
  floorId: id('floor'),
  ...point,
  /** Since it began. */
  seconds: z.number(),
  /** How often the tag was heard, and by how many gateways. */
  readings: z.number().int(),
  gateways: z.number().int(),
  /** The point that it became. */
  pointId: id('surveyPoint').nullable(),
  /** As in the point: how far the map was off when it began, and the radius that it gave. */
  offBy: z.number().nullable(),
  radius: z.number().nullable(),
})
export type SurveyListening = z.output<typeof listening>

/** A mistake of the hand is greater than both. */
const DOUBTED = { metres: 10, circles: 3 }

/**
 * The map had it so far away that whoever pressed is asked whether they stood there: a wrong point
 * makes every position near it worse.
 */
export const isDoubted = ({ offBy, radius }: Pick<SurveyListening, 'offBy' | 'radius'>): boolean =>
  offBy !== null && offBy > Math.max(DOUBTED.metres, DOUBTED.circles * (radius ?? 0))

const errors = z.object({
  median: z.number(),
  ninth: z.number(),
  /** Per cent of what was found that lay in its circle. */
  inCircle: z.number(),
})
/** Each point found by the map of the others. */
const figures = z.object({
  points: z.number().int(),
  without: errors,
  with: errors,
  /** What circles are multiplied by. */
  circle: z.number(),
  inCorrectedCircle: z.number(),
  /** A radius of this building may be called accuracy. */
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
  /** That heard the tag, and still stand where they stood. */
  gateways: z.number().int(),
  /** How far the map was off when it was said, in metres, and the radius that it gave; null: not known. */
  offBy: z.number().nullable(),
  radius: z.number().nullable(),
})
export type SurveyPoint = z.output<typeof surveyPoint>

const survey = z.object({
  floorId: id('floor'),
  points: z.array(surveyPoint),
  count: z.number().int(),
  /** How many gateways stand on the floor. */
  gateways: z.number().int(),
  /** From 0 to 1, of what one can stand on. */
  coverage: z.number(),
  /** The middles of covered cells, `cell` metres wide. */
  cell: z.number(),
  covered: z.array(z.object(point)),
  /** Where to stand next, where that covers noticeably more, and how many square metres. */
  next: z.array(z.object({ ...point, gain: z.number() })),
  /** Why it is to be done again; names of gateways that the reader may see. */
  again: z.array(
    z.object({
      reason: z.enum(surveyReasons),
      count: z.number().int(),
      gateways: z.array(z.string()),
    }),
  ),
  /** Of the building; null: too few points, or not counted yet. */
  figures: figures.nullable(),
  isComputing: z.boolean(),
})
export type Survey = z.output<typeof survey>

const calibrationValues = z.object({
  /** Added to the measured power of every tag, in dB. */
  power: z.number(),
  exponent: z.number(),
  /** What the radio misses by, in dB. */
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
  /** Null: what is learnt is used as it is learnt. */
  taken: takenCalibration.nullable(),
  /** Those that were taken over before and count again when the newest is undone. */
  earlier: z.number().int(),
  /** As it is set for the company, without anything learnt. */
  set: calibrationValues,
  learned: calibrationValues.extend({
    /** Null: nothing was heard since the server was started. */
    since: instant.nullable(),
    /** Pairs of a place and a gateway. */
    cells: z.number().int(),
  }),
  floors: z.array(
    z.object({
      id: id('floor'),
      name: z.string(),
      buildingName: z.string(),
      /** How much of it tags went through, from 0 to 1. */
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
      /** Places in which it heard a tag. */
      cells: z.number().int(),
      /** In dB: what is added now, and what traffic says. */
      inUse: z.number(),
      learned: z.number(),
      /** Too few places, or a floor that tags do not cover: it would not be taken over. */
      isCovered: z.boolean(),
      /** It hears as if it stood there; null: it hears as it should. */
      moved: z.object({ ...point, metres: z.number() }).nullable(),
      /** Since it was taken over it hears otherwise, in dB; null: as then. */
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
        /** What others listen to with this tag ends, and is not kept. */
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

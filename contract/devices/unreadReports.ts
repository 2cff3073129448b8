import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { readingFaults } from '#contract/ingest/measurements.ts'
import { reportFormats } from '#contract/ingest/reports.ts'
import { changeNames, metricNames } from '#contract/metricNames.ts'
import { instant } from '#contract/shapes.ts'

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

export const quarantineReasons = [
  'notJson',
  'unknownFormat',
  'notAList',
  'noGateway',
  'noReadings',
  'tooMany',
  'unknownGateway',
  'notDecoded',
  'unknownSensor',
  'badReadings',
  'unknownNames',
  'spareMeasurements',
  'noKey',
  'wrongKey',
  'replayed',
  'notEncrypted',
  'unknownAlias',
  'notSparkplug',
  'newDevice',
  'nothingRead',
  'deviceFault',
  'notKept',
] as const
export const badReadingFaults = [
  'notAReading',
  'notANumber',
  'implausible',
  'unknownMetric',
  'notAMoment',
  'fromFuture',
  'tooOld',
  'beyondRange',
  'whichMetric',
  'switchedOff',
  'unknownObject',
  'unknownAdvert',
  'cutOff',
  'emptyPacket',
] as const satisfies readonly (typeof readingFaults)[number][]

export const quarantined = z.object({
  id: id('quarantine'),
  receivedAt: instant,
  format: z.string(),
  reason: z.enum(quarantineReasons),
  about: z.string().nullable(),
  /** Id of the device, in the form sensors use. Null if the report is not about a device. */
  device: z.string().nullable(),
  /** About further devices of the report, which have no row of their own. */
  isOfFurther: z.boolean(),
  /** Names of measurements, as the device spells them; empty if it gave none. */
  names: z.string(),
  /** Why readings were rejected, for `badReadings`. */
  fault: z.enum(badReadingFaults).nullable(),
  /** The device's last report: the first of its measurements. */
  measurements: z.array(
    z.object({
      /** The key from `listDeviceMeasurements`. */
      key: z.string(),
      label: z.string(),
      metric: z.enum([...metricNames, ...changeNames]),
      unit: z.string(),
      value: z.number().nullable(),
    }),
  ),
  moreMeasurements: z.number().int(),
  /**
   * The key (`listDeviceMeasurements`) of the first named measurement that no sensor reads; null if
   * all are read.
   */
  spareKey: z.string().nullable(),
  apiKey: named(id('apiKey')).nullable(),
  /** The first 4,000 characters of the report. */
  payload: z.string(),
  understood: z
    .object({
      looksLike: z.enum(reportFormats).nullable(),
      heard: z.number().int(),
      readings: z.array(
        z.object({
          device: z.string(),
          metric: z.enum([...metricNames, ...changeNames]).nullable(),
          value: z.number(),
        }),
      ),
      addresses: z.array(z.string()),
      says: z.array(z.string()),
      isCut: z.boolean(),
    })
    .nullable(),
  times: z.number().int(),
})
export type Quarantined = z.output<typeof quarantined>
export const pushedOut = z.object({
  reason: z.enum(quarantineReasons),
  apiKey: named(id('apiKey')).nullable(),
  count: z.number().int(),
})
export type PushedOutReports = z.output<typeof pushedOut>

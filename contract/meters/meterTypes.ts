import { z } from 'zod'
import { id, ids } from '#contract/ids.ts'
import { LARGEST_METER_VALUE, meterSources } from './meterSources.ts'
import { referenceListContract } from '#contract/referenceLists/referenceLists.ts'
import { text } from '#contract/shapes.ts'

/** What is counted, how, and on which equipment. Each equipment of the types has one such meter. */
export const meterType = referenceListContract(
  'meterType',
  '/api/meter-types',
  'MeterType',
  {
    /** Cannot change once a meter has readings. */
    source: z.enum(meterSources),
    /** Hours for `status`, `away` and `above`, whatever is given. */
    unit: text(20),
    /** Equipment of these types has the meter. If empty, only equipment that is named. */
    equipmentTypeIds: ids('equipmentType'),
    /** `status`: hours count in these statuses. */
    statusIds: ids('equipmentStatus'),
    /** `sensor` and `above`: type of the sensor that monitors the equipment. */
    sensorTypeId: id('sensorType').nullable(),
    /** `above`: hours count while the sensor reads more than this. */
    above: z.number().min(-LARGEST_METER_VALUE).max(LARGEST_METER_VALUE).nullable(),
    /** `answer`: the question of a procedure whose answered number is the reading. */
    questionId: id('surveyQuestion').nullable(),
    procedureId: id('procedure').nullable(),
    /** Highest value that the counter shows before it begins at 0 again; null if it never does. */
    rollsOverAt: z.number().min(1).max(LARGEST_METER_VALUE).nullable(),
  },
  { touches: ['Meter', 'Rrule'] },
)

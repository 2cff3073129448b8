/**
 * Position error: recordings replayed through the product's engine and its predecessor, with the
 * shipped settings. The engine knows the plan and the gateways of a recording, nothing else.
 */
import { flat, recordings, type Recording } from './recording.ts'
import type { Row } from './measures.ts'
import { engineBefore, engineNow, quantile, replay, type Figures } from './replayRecording.ts'
import { simulatedBuilding } from './simulatedBuilding.ts'
import { fingerprintErrors, fingerprints, surveyed } from './surveyed.ts'

/** Chosen before any result was seen. Development used other seeds. */
export const SEEDS = [2_026, 2_027, 2_028, 2_029, 2_030, 2_031]

export const simulated = (seeds: readonly number[] = SEEDS): Recording[] =>
  seeds.map((seed) => simulatedBuilding({ seed, seconds: 600, walkers: 5, standing: 5 }))

export function measureAccuracy(): Promise<Row[]> {
  const real = [flat('test_robot_df.csv'), flat('calibration_df.csv')].filter(
    (recording) => recording !== null,
  )
  if (real.length === 0)
    console.log(
      `    There are no recordings at ${recordings} (REAL_DATA names another place); what follows is made up.`,
    )
  const rows = [...real, ...simulated()].flatMap((recording) => [
    rowOf(recording, 'before', replay(recording, engineBefore(recording))),
    rowOf(recording, 'now', replay(recording, engineNow(recording))),
    ...surveyRows(recording),
  ])
  return Promise.resolve(rows)
}

/**
 * Results with a map from an earlier survey, and the errors that the survey's own points report.
 */
function surveyRows(recording: Recording): Row[] {
  if (recording.survey.length === 0) return []
  const { world, figures } = surveyed(recording)
  const prints = fingerprintErrors(recording)
  const own = { part: 'positions', what: `${recording.name}, points left out` }
  const round = (value: number) => Math.round(100 * value) / 100
  return [
    rowOf(recording, 'surveyed', replay(recording, engineNow(recording, world))),
    rowOf(recording, 'fingerprints', replay(recording, fingerprints(recording))),
    ...(figures === null
      ? []
      : (['without', 'with'] as const).map((which) => ({
          ...own,
          where: which === 'with' ? 'surveyed' : 'now',
          values: {
            'half within, m': round(figures[which].median),
            'nine of ten within, m': round(figures[which].ninth),
            'in the circle, %': round(
              which === 'with' ? figures.inCorrectedCircle : figures[which].inCircle,
            ),
          },
        }))),
    {
      ...own,
      where: 'fingerprints',
      values: {
        'half within, m': quantile(prints, 0.5),
        'nine of ten within, m': quantile(prints, 0.9),
      },
    },
  ]
}

const rowOf = ({ name }: Recording, where: string, figures: Figures): Row => ({
  part: 'positions',
  what: name,
  where,
  values: {
    'half within, m': figures.median,
    'nine of ten within, m': figures.ninth,
    'right room, %': figures.rightRoom,
    'right floor, %': figures.rightFloor,
    'room changes an hour, standing': figures.changesAnHour,
    'in the circle, %': figures.inCircle,
    'adverts a second': figures.advertsASecond,
  },
})

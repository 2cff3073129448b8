import type { Id } from '#contract/ids.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import { insertAll, insertNamedRows, type Seed } from './rows.ts'
import type { EquipmentKey, FloorKey, ProcedureKey, Words } from './words.ts'

type AnswerSpec = readonly [answer: keyof Words['answers'], score: number]
interface QuestionSpec {
  kind: SurveyQuestion['kind']
  title: keyof Words['questions']
  help?: keyof Words['help']
  required?: boolean
  answers?: readonly AnswerSpec[]
  unit?: string
  minimum?: number
  maximum?: number
  score?: [from: number | null, to: number | null, points: number]
  /** Shown only when the question at this index was answered by this choice. */
  after?: [question: number, choice: number]
}
type ProcedureSpec = {
  key: ProcedureKey
  type: keyof Words['procedureTypes']
  /** Logs a year beyond the scheduled ones. */
  perYear: number
  questions: QuestionSpec[]
} & (
  | { target: 'equipment'; on: EquipmentKey }
  /** If `on` is omitted, on every floor. */
  | { target: 'location'; on?: FloorKey[] }
)

const yesNo = (points: number): AnswerSpec[] => [
  ['yes', points],
  ['no', 0],
]

const specs: ProcedureSpec[] = [
  {
    key: 'wardRound',
    type: 'round',
    target: 'location',
    on: ['internal', 'cardiology', 'surgical', 'paediatrics', 'intensive'],
    perYear: 520,
    questions: [
      { kind: 'singleChoice', title: 'floorClear', answers: yesNo(10), required: true },
      { kind: 'singleChoice', title: 'callBells', answers: yesNo(10), required: true },
      {
        kind: 'multipleChoice',
        title: 'inPlace',
        answers: [
          ['disinfectant', 5],
          ['gloves', 5],
          ['sharps', 5],
        ],
      },
      {
        kind: 'singleChoice',
        title: 'tidiness',
        answers: [
          ['good', 10],
          ['fair', 5],
          ['poor', 0],
        ],
        required: true,
      },
      { kind: 'text', title: 'attention', after: [3, 2], required: true },
      { kind: 'file', title: 'photo', help: 'photo' },
      { kind: 'user', title: 'whoTold', after: [3, 2] },
      { kind: 'user', title: 'onCall' },
    ],
  },
  {
    key: 'pumpCheck',
    type: 'maintenance',
    target: 'equipment',
    on: 'infusionPump',
    perYear: 430,
    questions: [
      { kind: 'singleChoice', title: 'housing', answers: yesNo(10), required: true },
      {
        kind: 'number',
        title: 'batteryAfter',
        unit: '%',
        minimum: 0,
        maximum: 100,
        score: [80, null, 20],
        required: true,
      },
      {
        kind: 'number',
        title: 'flow',
        help: 'flow',
        unit: '%',
        minimum: -50,
        maximum: 50,
        score: [-5, 5, 30],
        required: true,
      },
      { kind: 'singleChoice', title: 'occlusion', answers: yesNo(20), required: true },
      { kind: 'text', title: 'fault', after: [3, 1], required: true },
      { kind: 'date', title: 'nextCalibration' },
      { kind: 'signature', title: 'signature', required: false },
    ],
  },
  {
    key: 'defibrillatorCheck',
    type: 'safety',
    target: 'equipment',
    on: 'defibrillator',
    perYear: 380,
    questions: [
      { kind: 'singleChoice', title: 'selfTest', answers: yesNo(40), required: true },
      { kind: 'singleChoice', title: 'pads', answers: yesNo(30), required: true },
      {
        kind: 'number',
        title: 'battery',
        unit: '%',
        minimum: 0,
        maximum: 100,
        score: [60, null, 30],
        required: true,
      },
    ],
  },
  {
    key: 'fridgeTemperature',
    type: 'round',
    target: 'equipment',
    on: 'medicineFridge',
    perYear: 300,
    questions: [
      {
        kind: 'number',
        title: 'temperatureNow',
        unit: '°C',
        minimum: -10,
        maximum: 30,
        score: [2, 8, 50],
        required: true,
      },
      { kind: 'singleChoice', title: 'doorSeal', answers: yesNo(10), required: true },
      { kind: 'text', title: 'actionTaken', after: [1, 1] },
    ],
  },
  {
    key: 'roomCleaning',
    type: 'cleaning',
    target: 'location',
    perYear: 300,
    questions: [
      {
        kind: 'multipleChoice',
        title: 'cleaned',
        answers: [
          ['floor', 10],
          ['bed', 10],
          ['bathroom', 10],
          ['surfaces', 10],
        ],
        required: true,
      },
      { kind: 'singleChoice', title: 'linen', answers: yesNo(10), required: true },
    ],
  },
  {
    key: 'extinguisherInspection',
    type: 'safety',
    target: 'equipment',
    on: 'fireExtinguisher',
    perYear: 120,
    questions: [
      { kind: 'singleChoice', title: 'pressure', answers: yesNo(30), required: true },
      { kind: 'singleChoice', title: 'seal', answers: yesNo(20), required: true },
      { kind: 'date', title: 'nextInspection' },
    ],
  },
  {
    key: 'handHygiene',
    type: 'tracer',
    target: 'location',
    on: ['intensive', 'surgical', 'operating'],
    perYear: 90,
    questions: (
      [
        'handsBeforePatient',
        'handsBeforeProcedure',
        'handsAfterFluid',
        'handsAfterPatient',
        'handsAfterSurroundings',
      ] as const
    ).map((title) => ({
      kind: 'singleChoice',
      title,
      answers: [
        ['yes', 20],
        ['notObserved', 20],
        ['no', 0],
      ],
      required: true,
    })),
  },
]

export interface Checklist {
  id: Id<'procedure'>
  name: string
  spec: ProcedureSpec
  typeId: Id<'procedureType'>
  questions: SurveyQuestion[]
}

export function checklist(lists: readonly Checklist[], key: ProcedureKey): Checklist {
  const found = lists.find(({ spec }) => spec.key === key)
  if (!found) throw new Error(`The demo has no ${key}`)
  return found
}

export async function seedProcedures(
  seed: Seed,
  equipmentTypes: Record<EquipmentKey, Id<'equipmentType'>>,
): Promise<Checklist[]> {
  const { words } = seed
  const typeIds = await insertNamedRows(seed, tables.procedureType, words.procedureTypes, {
    // Longer than the demo's year, so that retention deletes none of it.
    safety: { retentionDays: 3_650 },
    tracer: { isTracer: true },
  })
  const lists: Checklist[] = []
  for (const spec of specs) {
    const { name, description } = words.procedures[spec.key]
    const typeId = typeIds[spec.type]
    const [made] = await seed.db
      .insert(tables.procedure)
      .values({
        companyId: seed.companyId,
        name,
        description,
        typeId,
        target: spec.target,
        equipmentTypeIds: spec.target === 'equipment' ? [equipmentTypes[spec.on]] : [],
      })
      .returning()
    if (!made) throw new Error('The procedure was not made')
    const questions = await seedQuestions(seed, made.id, spec.questions)
    lists.push({ id: made.id, name, spec, typeId, questions })
  }
  return lists
}

async function seedQuestions(
  seed: Seed,
  procedureId: Id<'procedure'>,
  list: QuestionSpec[],
): Promise<SurveyQuestion[]> {
  const { words } = seed
  const questions: SurveyQuestion[] = []
  for (const [position, spec] of list.entries()) {
    const source = spec.after && questions[spec.after[0]]
    const chosen = spec.after && source?.answers[spec.after[1]]
    const facts = {
      kind: spec.kind,
      title: words.questions[spec.title],
      help: spec.help ? words.help[spec.help] : null,
      required: spec.required ?? false,
      unit: spec.unit ?? null,
      minimum: spec.minimum ?? null,
      maximum: spec.maximum ?? null,
      numberScore: spec.score
        ? { from: spec.score[0], to: spec.score[1], points: spec.score[2] }
        : null,
      visibility:
        source && chosen
          ? {
              mode: 'all' as const,
              rules: [
                { questionId: source.id, operator: 'isAnyOf' as const, answerIds: [chosen.id] },
              ],
            }
          : null,
    }
    const [row] = await seed.db
      .insert(tables.surveyQuestion)
      .values({ ...facts, companyId: seed.companyId, procedureId, position })
      .returning()
    if (!row) throw new Error('The question was not made')
    const answers = spec.answers
      ? await insertAll(
          seed.db,
          tables.surveyAnswer,
          spec.answers.map(([answer, score], place) => ({
            companyId: seed.companyId,
            questionId: row.id,
            position: place,
            title: words.answers[answer],
            score,
            isFault: answer === 'no',
          })),
        )
      : []
    questions.push({
      id: row.id,
      ...facts,
      answers: answers.map(({ id, title, score, isFault }) => ({
        id,
        title,
        score,
        ...(isFault && { isFault }),
      })),
    })
  }
  return questions
}

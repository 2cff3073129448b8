/** The hospital's checklists, with the questions of every kind that a round needs. */
import { eq } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import type { SurveyQuestion } from '#contract/survey'
import {
  equipmentType,
  procedure,
  procedureType,
  surveyAnswer,
  surveyQuestion,
} from '../db/schema/index.ts'
import { insertAll, named, type Seed } from './rows.ts'

interface QuestionSpec {
  kind: SurveyQuestion['kind']
  title: string
  help?: string
  required?: boolean
  answers?: [title: string, score: number][]
  unit?: string
  minimum?: number
  maximum?: number
  score?: [from: number | null, to: number | null, points: number]
  /** Shown only when the question at this index was answered by this choice. */
  after?: [question: number, choice: number]
}
interface ProcedureSpec {
  name: string
  type: string
  target: 'equipment' | 'location'
  on: RegExp
  /** Beyond what a schedule asks for. */
  perYear: number
  description: string
  questions: QuestionSpec[]
}

const yesNo: [string, number][] = [
  ['Yes', 10],
  ['No', 0],
]

const specs: ProcedureSpec[] = [
  {
    name: 'Ward round',
    type: 'Round',
    target: 'location',
    on: /Internal|Cardio|Surgical|Paed|Intensive/,
    perYear: 520,
    description: 'Daily walk through the room: safety, tidiness, equipment at the bedside.',
    questions: [
      {
        kind: 'singleChoice',
        title: 'Is the floor clear and dry?',
        answers: yesNo,
        required: true,
      },
      {
        kind: 'singleChoice',
        title: 'Are the call bells within reach?',
        answers: yesNo,
        required: true,
      },
      {
        kind: 'multipleChoice',
        title: 'What is in place?',
        answers: [
          ['Hand disinfectant', 5],
          ['Gloves', 5],
          ['Sharps box below the line', 5],
        ],
      },
      {
        kind: 'singleChoice',
        title: 'Overall tidiness',
        answers: [
          ['Good', 10],
          ['Fair', 5],
          ['Poor', 0],
        ],
        required: true,
      },
      { kind: 'text', title: 'What needs attention?', after: [3, 2], required: true },
      { kind: 'file', title: 'Photo', help: 'If something is broken, show it.' },
      { kind: 'user', title: 'Who was told?', after: [3, 2] },
      { kind: 'user', title: 'Who is on call?' },
    ],
  },
  {
    name: 'Infusion pump check',
    type: 'Maintenance',
    target: 'equipment',
    on: /Infusion pump/,
    perYear: 430,
    description: 'Monthly functional check of an infusion pump.',
    questions: [
      {
        kind: 'singleChoice',
        title: 'Is the housing undamaged and clean?',
        answers: yesNo,
        required: true,
      },
      {
        kind: 'number',
        title: 'Battery after 10 minutes',
        unit: '%',
        minimum: 0,
        maximum: 100,
        score: [80, null, 20],
        required: true,
      },
      {
        kind: 'number',
        title: 'Flow deviation',
        help: 'Measured against 100 ml/h',
        unit: '%',
        minimum: -50,
        maximum: 50,
        score: [-5, 5, 30],
        required: true,
      },
      {
        kind: 'singleChoice',
        title: 'Does the occlusion alarm sound?',
        answers: [
          ['Yes', 20],
          ['No', 0],
        ],
        required: true,
      },
      { kind: 'text', title: 'Describe the fault', after: [3, 1], required: true },
      { kind: 'date', title: 'Next calibration due' },
      { kind: 'signature', title: 'Signature', required: false },
    ],
  },
  {
    name: 'Defibrillator daily check',
    type: 'Safety',
    target: 'equipment',
    on: /Defibrillator/,
    perYear: 380,
    description: 'Ready to save a life: self-test, pads, battery.',
    questions: [
      {
        kind: 'singleChoice',
        title: 'Self-test passed?',
        answers: [
          ['Yes', 40],
          ['No', 0],
        ],
        required: true,
      },
      {
        kind: 'singleChoice',
        title: 'Pads in date and sealed?',
        answers: [
          ['Yes', 30],
          ['No', 0],
        ],
        required: true,
      },
      {
        kind: 'number',
        title: 'Battery',
        unit: '%',
        minimum: 0,
        maximum: 100,
        score: [60, null, 30],
        required: true,
      },
    ],
  },
  {
    name: 'Medicine fridge temperature',
    type: 'Round',
    target: 'equipment',
    on: /fridge/,
    perYear: 300,
    description: 'Cold chain: the reading, and what was done when it is out of range.',
    questions: [
      {
        kind: 'number',
        title: 'Temperature now',
        unit: '°C',
        minimum: -10,
        maximum: 30,
        score: [2, 8, 50],
        required: true,
      },
      { kind: 'singleChoice', title: 'Is the door seal intact?', answers: yesNo, required: true },
      { kind: 'text', title: 'Action taken', after: [1, 1] },
    ],
  },
  {
    name: 'Room cleaning',
    type: 'Cleaning',
    target: 'location',
    on: /./,
    perYear: 300,
    description: 'End-of-stay cleaning of a room.',
    questions: [
      {
        kind: 'multipleChoice',
        title: 'Cleaned',
        answers: [
          ['Floor', 10],
          ['Bed and mattress', 10],
          ['Bathroom', 10],
          ['Touch surfaces', 10],
        ],
        required: true,
      },
      { kind: 'singleChoice', title: 'Linen changed?', answers: yesNo, required: true },
    ],
  },
  {
    name: 'Fire extinguisher inspection',
    type: 'Safety',
    target: 'equipment',
    on: /extinguisher/,
    perYear: 120,
    description: 'Yearly inspection by the safety officer.',
    questions: [
      {
        kind: 'singleChoice',
        title: 'Pressure in the green?',
        answers: [
          ['Yes', 30],
          ['No', 0],
        ],
        required: true,
      },
      {
        kind: 'singleChoice',
        title: 'Seal intact?',
        answers: [
          ['Yes', 20],
          ['No', 0],
        ],
        required: true,
      },
      { kind: 'date', title: 'Next inspection' },
    ],
  },
  {
    name: 'Hand hygiene tracer',
    type: 'Tracer audit',
    target: 'location',
    on: /Intensive|Surgical|Operating/,
    perYear: 90,
    description: 'Follows a patient’s path and watches five moments of hand hygiene.',
    questions: [
      'before touching the patient',
      'before a clean procedure',
      'after body fluid exposure',
      'after touching the patient',
      'after touching the surroundings',
    ].map((moment) => ({
      kind: 'singleChoice' as const,
      title: `Hands disinfected ${moment}?`,
      answers: [
        ['Yes', 20],
        ['Not observed', 20],
        ['No', 0],
      ] as [string, number][],
      required: true,
    })),
  },
]

export interface Checklist {
  id: Id<'procedure'>
  spec: ProcedureSpec
  questions: SurveyQuestion[]
}

export async function seedProcedures(seed: Seed): Promise<Checklist[]> {
  const equipmentTypes = await seed.db
    .select({ id: equipmentType.id, name: equipmentType.name })
    .from(equipmentType)
    .where(eq(equipmentType.companyId, seed.companyId))
  const typeOf = await named(seed, procedureType, [
    { name: 'Round', isTracer: false },
    { name: 'Maintenance', isTracer: false },
    { name: 'Cleaning', isTracer: false },
    // Far beyond the demo's year, so that none of it goes.
    { name: 'Safety', isTracer: false, retentionDays: 3_650 },
    { name: 'Tracer audit', isTracer: true },
  ])
  const lists: Checklist[] = []
  for (const spec of specs) {
    const [made] = await seed.db
      .insert(procedure)
      .values({
        companyId: seed.companyId,
        name: spec.name,
        description: spec.description,
        typeId: typeOf(spec.type),
        target: spec.target,
        equipmentTypeIds:
          spec.target === 'location'
            ? []
            : equipmentTypes.filter(({ name }) => spec.on.test(name)).map(({ id }) => id),
      })
      .returning()
    if (!made) throw new Error('The procedure was not made')
    lists.push({ id: made.id, spec, questions: await seedQuestions(seed, made.id, spec.questions) })
  }
  return lists
}

async function seedQuestions(
  seed: Seed,
  procedureId: Id<'procedure'>,
  list: QuestionSpec[],
): Promise<SurveyQuestion[]> {
  const questions: SurveyQuestion[] = []
  for (const [position, spec] of list.entries()) {
    const source = spec.after && questions[spec.after[0]]
    const chosen = spec.after && source?.answers[spec.after[1]]
    const facts = {
      kind: spec.kind,
      title: spec.title,
      help: spec.help ?? null,
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
      .insert(surveyQuestion)
      .values({ ...facts, companyId: seed.companyId, procedureId, position })
      .returning()
    if (!row) throw new Error('The question was not made')
    const answers = spec.answers
      ? await insertAll(
          seed.db,
          surveyAnswer,
          spec.answers.map(([title, score], place) => ({
            companyId: seed.companyId,
            questionId: row.id,
            position: place,
            title,
            score,
          })),
        )
      : []
    questions.push({
      id: row.id,
      ...facts,
      answers: answers.map(({ id, title, score }) => ({ id, title, score })),
    })
  }
  return questions
}

/** Answers to be read where their procedure cannot be asked for any more. Pure. */
import type { Submission } from '../../../entities/unsent/device.ts'
import type { DeviceFile, PerformDraft } from './performDraft.ts'

type Given = Submission['answers'][number]

export interface GivenInWords {
  questionId: number
  /** Null: this device does not know what was asked. */
  question: string | null
  answer: string
  files: DeviceFile[]
}

interface Words {
  number(value: number): string
  date(day: string): string
  person(userId: number): string
  list(titles: readonly string[]): string
}

/** The question as it read when it was answered: the draft keeps that beside the answers. */
function askedOf(text: string | undefined): { title: string; choices: Map<number, string> } | null {
  try {
    const asked: unknown = JSON.parse(text ?? 'null')
    if (!Array.isArray(asked) || typeof asked[1] !== 'string') return null
    const choices = new Map<number, string>()
    // Help and unit stand before the choices; a draft of an older release has neither.
    const listed: unknown = Array.isArray(asked[2]) ? asked[2] : asked[4]
    for (const choice of Array.isArray(listed) ? listed : [])
      if (Array.isArray(choice) && typeof choice[0] === 'number' && typeof choice[1] === 'string')
        choices.set(choice[0], choice[1])
    return { title: asked[1], choices }
  } catch {
    return null
  }
}

/** In the order of the answers: what was sent off has them in that of its questions. */
export function givenInWords(
  { asked, files }: Pick<PerformDraft, 'asked' | 'files'>,
  answers: readonly Given[],
  words: Words,
): GivenInWords[] {
  return answers.map((given) => {
    const question = askedOf(asked[given.questionId])
    const fileIds: number[] = fileIdsOf(given)
    const own = files.filter(({ id }) => fileIds.includes(id))
    const choice = (id: number) => question?.choices.get(id) ?? String(id)
    return {
      questionId: given.questionId,
      question: question?.title ?? null,
      answer:
        own.length > 0 ? words.list(own.map(({ name }) => name)) : inWords(given, choice, words),
      files: own,
    }
  })
}

function fileIdsOf(given: Given): number[] {
  if (given.kind === 'signature') return [given.fileId]
  return given.kind === 'file' ? given.fileIds : []
}

function inWords(given: Given, choice: (id: number) => string, words: Words): string {
  switch (given.kind) {
    case 'singleChoice':
      return choice(given.answerId)
    case 'multipleChoice':
      return words.list(given.answerIds.map(choice))
    case 'number':
      return words.number(given.value)
    case 'text':
      return given.text
    case 'date':
      return words.date(given.date)
    case 'user':
      return words.person(given.userId)
    case 'file':
    case 'signature':
      return '–'
  }
}

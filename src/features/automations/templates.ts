/** Sentences to start from. Each can be made with the kinds that exist; the blanks are left to the person. */
import { newSentence, type SentenceDraft } from './editor/sentenceDraft.ts'

export const templateNames = ['lowScore', 'middleScore', 'everyTime', 'onePlace'] as const
export type TemplateName = (typeof templateNames)[number]

const scores: Record<TemplateName, SentenceDraft['score']> = {
  lowScore: { operator: 'lessThan', value: 60 },
  middleScore: { operator: 'range', value: 60, to: 85 },
  everyTime: null,
  onePlace: { operator: 'lessThan', value: 90 },
}

export function fromTemplate(name: TemplateName, procedureId: number | null): SentenceDraft {
  return { ...newSentence(procedureId), score: scores[name] }
}

export const isTemplate = (name: string | null): name is TemplateName => templateNames.some((template) => template === name)

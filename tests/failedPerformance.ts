import type { Fixtures } from './fixtures.ts'

/**
 * A submission of the fixtures' procedure on their pump, with the worst answers, so that their rule
 * opens a ticket. Each is another performance.
 */
export const failedPerformance = (own: Fixtures) => ({
  clientKey: crypto.randomUUID(),
  procedureId: own.procedure ?? 0,
  procedureVersion: own.procedureVersion,
  equipmentId: own.equipment ?? null,
  locationId: null,
  startedAt: '2026-11-20T08:55:00Z',
  answers: own.questions.slice(0, 2).map((question) => ({
    kind: 'singleChoice' as const,
    questionId: question.id,
    answerId: question.answers[1]?.id ?? 0,
  })),
})

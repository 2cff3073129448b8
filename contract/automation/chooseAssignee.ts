/**
 * Chooses the assignee of a ticket for an AI agent rule when the server decides itself. Pure,
 * deterministic and explained.
 */
import { fold } from '#contract/rules/fold.ts'
import type { AssignmentCandidate, Ineligibility } from '#contract/rrules/assignments.ts'

export interface Candidate {
  userId: Id
  name: string
  isActive: boolean
  availableUntil: Date | null
  seesEquipment: boolean
  seesLocation: boolean
  handlesTickets: boolean
  load: number
  roles: readonly string[]
}

export interface Choice {
  chosen: Id | null
  candidates: AssignmentCandidate[]
}
type Id = AssignmentCandidate['userId']

/** Stored value for "without end". */
const WITHOUT_END = Date.parse('9999-01-01T00:00:00Z')

export function chooseAssignee(
  candidates: readonly Candidate[],
  instruction: string,
  now: Date,
): Choice {
  const judged = candidates.map((candidate) => ({
    candidate,
    reasons: reasonsAgainst(candidate, now),
    words: wordsFor(candidate, instruction),
  }))
  // Candidates named in the instruction come first, then those with the fewest open tickets. The id
  // breaks ties, so the result is deterministic.
  const eligible = judged
    .filter(({ reasons }) => reasons.length === 0)
    .toSorted(
      (a, b) =>
        b.words.length - a.words.length ||
        a.candidate.load - b.candidate.load ||
        a.candidate.userId - b.candidate.userId,
    )
  const chosen = eligible[0]?.candidate.userId ?? null
  return {
    chosen,
    candidates: judged.map(({ candidate, reasons, words }) => ({
      userId: candidate.userId,
      name: candidate.name,
      isChosen: candidate.userId === chosen,
      reasons,
      load: candidate.load,
      words,
      availableUntil:
        candidate.availableUntil === null || candidate.availableUntil.getTime() >= WITHOUT_END
          ? null
          : candidate.availableUntil.toISOString(),
    })),
  }
}

export function reasonsAgainst(candidate: Candidate, now: Date): Ineligibility[] {
  return [
    ...(candidate.isActive ? [] : ['inactive' as const]),
    ...(candidate.availableUntil !== null && candidate.availableUntil > now
      ? []
      : ['notAvailable' as const]),
    ...(candidate.seesEquipment ? [] : ['mayNotSeeEquipment' as const]),
    ...(candidate.seesLocation ? [] : ['mayNotSeeLocation' as const]),
    ...(candidate.handlesTickets ? [] : ['mayNotHandleTickets' as const]),
  ]
}

function wordsFor({ name, roles }: Candidate, instruction: string): string[] {
  const wordsGiven = new Set(fold(instruction).split(/[^\p{L}\p{N}]+/u))
  return [...new Set([name, ...roles].flatMap((text) => text.split(/\s+/)))].filter(
    (word) => word.length > 2 && wordsGiven.has(fold(word)),
  )
}

/** Why a rule found nobody for a ticket, as a detail of its run. */
import { ineligibilities, type Ineligibility } from '#contract/rrules/assignments.ts'

/** `noCandidates`: the people and roles of the rule are empty or may not sign in. */
const emptyReasons = ['nobodyOnDuty', 'answerNamesNobody', 'ruleOff', 'noCandidates'] as const
export type EmptyReason = (typeof emptyReasons)[number]
const reasons = [...emptyReasons, ...ineligibilities] as const
export type WhyNobody = (typeof reasons)[number]

/** The reasons against those considered, each with the number of people, or why there were none. */
export function whyNobody(
  empty: EmptyReason,
  candidates: readonly { reasons: readonly Ineligibility[] }[],
): string {
  if (candidates.length === 0) return empty
  return ineligibilities
    .map((reason) => ({
      reason,
      count: candidates.filter((one) => one.reasons.includes(reason)).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => `${reason}:${count}`)
    .join(',')
}

/** Reasons of later versions are left out. */
export const readWhyNobody = (stored: string): { why: WhyNobody; count: number }[] =>
  stored.split(',').flatMap((part) => {
    const [code, count = '1'] = part.split(':')
    const reason = reasons.find((one) => one === code)
    return reason === undefined ? [] : [{ why: reason, count: Number(count) }]
  })

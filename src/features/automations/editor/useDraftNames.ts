import type { Automation } from '#contract/automation/automation.ts'
import { referencesOf } from '#contract/automation/references.ts'
import { automationCalls } from '#entities/automations/calls.ts'
import { namesOf, type Names } from '#entities/automations/names.ts'
import type { SentenceDraft } from './sentenceDraft.ts'

export function useDraftNames(draft: SentenceDraft, automation: Automation | null): Names {
  const references = referencesOf(draft)
  const { data, currentData, isFetching } = automationCalls.useNameReferencesQuery(
    { body: { references: references.slice(0, 500) } },
    { skip: references.length === 0 },
  )
  const known = [...(data ?? []), ...(automation?.names ?? [])]
  const found = new Set(known.map(({ kind, id }) => `${kind}:${id}`))
  // A saved reference that is not reported missing exists, but may be hidden from this user.
  const own = new Set(
    automation === null ? [] : referencesOf(automation).map(({ kind, id }) => `${kind}:${id}`),
  )
  const lost =
    currentData === undefined || isFetching
      ? []
      : references.filter(
          ({ kind, id }) =>
            !found.has(`${kind}:${id}`) &&
            !own.has(`${kind}:${id}`) &&
            automation?.missing.some((missing) => missing.kind === kind && missing.id === id) !==
              true,
        )
  return {
    ...namesOf({
      names: known,
      missing: [
        ...(automation?.missing ?? []),
        ...lost.map((one) => ({ ...one, name: `#${one.id}` })),
      ],
    }),
    isLoading: isFetching,
  }
}

export function useTypeNames(ids: readonly number[]): { name: string }[] {
  const references = ids.map((id) => ({ kind: 'equipmentType' as const, id }))
  const { currentData } = automationCalls.useNameReferencesQuery(
    { body: { references } },
    { skip: references.length === 0 },
  )
  return ids.length === 0 ? [] : (currentData ?? [])
}

export interface Fact {
  key: string
  value: string
}

/** Adds the facts that are not there. A fact with another value stays beside the new one. */
export function withNewFacts(facts: readonly Fact[], added: readonly Fact[]): Fact[] {
  const isThere = ({ value }: Fact) =>
    facts.some((fact) => fact.value.trim().toLowerCase() === value.trim().toLowerCase())
  return [...facts, ...added.filter((fact) => !isThere(fact))]
}

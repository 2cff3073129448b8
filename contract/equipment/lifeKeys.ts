/** What equipment cost, how long it should serve, and how it ended. */
export const lifeKeys = ['supplier', 'price', 'expectedYears', 'retiredOn', 'retiredHow'] as const

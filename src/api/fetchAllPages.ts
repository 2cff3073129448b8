interface Page {
  limit: number
  offset: number
}

const PAGE = 500

export async function fetchAllPages<T>(
  read: (page: Page) => Promise<{ count: number; rows: readonly T[] }>,
): Promise<T[]> {
  const found: T[] = []
  for (;;) {
    const { count, rows } = await read({ limit: PAGE, offset: found.length })
    found.push(...rows)
    if (rows.length === 0 || found.length >= count) return found
  }
}

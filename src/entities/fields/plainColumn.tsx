import type { EntityFields, PlainKey } from '#contract/entityFields.ts'
import type { Column } from '#ui/list/EntityTable.tsx'

export const plainColumn = <
  F extends EntityFields,
  R extends Record<PlainKey<F>, string | number | null>,
>(
  fields: F,
  key: PlainKey<F>,
  title: string,
): Column<R> => ({
  key,
  title,
  sortable: true,
  render: (row) => (
    <bdi className={fields[key]?.kind === 'code' ? 'numbers quiet' : undefined}>{row[key]}</bdi>
  ),
})

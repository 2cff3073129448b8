import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { BlankFilter } from '#contract/automation/filters.ts'
import { FilterObjectEditor } from '#entities/filterObject/FilterObjectEditor.tsx'
import type { PickingProps } from '../picking.ts'

/** Criteria for the event's equipment and location; the procedure has its own blank. */
const askableKeys = [
  'equipmentIds',
  'equipmentTypeIds',
  'equipmentStatusIds',
  'locationIds',
  'locationTypeIds',
  'tagIds',
] as const

function ObjectsPicker({ value, onChange, close }: PickingProps<BlankFilter<'objects'>>) {
  const { t } = useTranslation('automations')
  const isAnywhere = Object.values(value.filter).every((ids) => (ids?.length ?? 0) === 0)
  return (
    <>
      <FilterObjectEditor
        value={value.filter}
        onChange={(filter) =>
          onChange({
            ...value,
            filter: Object.fromEntries(
              Object.entries(filter).flatMap(([key, ids]) =>
                ids === undefined ? [] : [[key, ids]],
              ),
            ),
          })
        }
        keys={askableKeys}
      />
      {!isAnywhere && (
        <Button
          size="small"
          type="link"
          onClick={() => {
            onChange({ ...value, filter: {} })
            close()
          }}
        >
          {t('blank.anywhere')}
        </Button>
      )}
    </>
  )
}

export const objects = { objects: ObjectsPicker }

import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { LocationPickerInBar } from '#entities/pickers/LocationPickerInBar.tsx'
import { EquipmentStatusPicker, EquipmentTypePicker } from '#entities/pickers/pickers.tsx'
import { loadPartLater, prefetchWhenIdle } from '#lib/lateFiles.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { Badge } from '#ui/page/marks.tsx'

const FilterSheet = loadPartLater(() =>
  import('#entities/filterObject/FilterSheet.tsx').then((file) => ({
    default: file.FilterSheet,
  })),
)

/** Three common filters, and the whole editor behind a button; phones show only the button. */
export function EquipmentFilters({
  filter,
  onChange,
}: {
  filter: FilterDraft
  onChange(filter: FilterDraft): void
}) {
  const { t } = useTranslation(['equipment', 'common'])
  const isPhone = useIsPhone()
  useEffect(() => prefetchWhenIdle(FilterSheet.fetch), [])
  const [isOpen, setIsOpen] = useState(false)
  const set =
    (key: 'equipmentTypeIds' | 'equipmentStatusIds' | 'locationIds') => (ids: number[]) => {
      const { [key]: _before, ...others } = filter
      onChange(ids.length === 0 ? others : { ...others, [key]: ids })
    }
  const used = Object.values(filter).filter((list) => (list?.length ?? 0) > 0).length
  return (
    <>
      {!isPhone && (
        <>
          <EquipmentTypePicker
            multiple
            label={t('common:type')}
            value={filter.equipmentTypeIds ?? []}
            onChange={set('equipmentTypeIds')}
          />
          <EquipmentStatusPicker
            multiple
            label={t('common:status')}
            value={filter.equipmentStatusIds ?? []}
            onChange={set('equipmentStatusIds')}
          />
          <LocationPickerInBar
            multiple
            label={t('common:location')}
            value={filter.locationIds ?? []}
            onChange={set('locationIds')}
          />
        </>
      )}
      <Button icon={<FilterOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        {isPhone ? t('common:filter') : t('common:moreFilters')}
        {used > 0 && <Badge value={used} colour="turquoise" />}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterSheet value={filter} onChange={onChange} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

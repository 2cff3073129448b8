import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPartLater } from '#lib/lateFiles.ts'
import { Select } from '#ui/form/Select.tsx'
import type { LocationPickerProps } from './LocationTreePicker.tsx'

const LocationTreePicker = loadPartLater(() =>
  import('./LocationTreePicker.tsx').then((file) => ({ default: file.LocationTreePicker })),
)

/** A location picker above a list. The list does not wait for the tree. */
export function LocationPickerInBar(props: LocationPickerProps) {
  const { t } = useTranslation('entities')
  const label = props.label ?? t('location')
  return (
    <Suspense
      fallback={
        <Select
          mode="multiple"
          open={false}
          aria-label={label}
          placeholder={label}
          style={{ minInlineSize: 140 }}
        />
      }
    >
      <LocationTreePicker {...props} />
    </Suspense>
  )
}

import { Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { roomKinds, type RoomKind } from '#contract/venue/shapes.ts'
import styles from './plans.module.css'

export function KindField({
  value,
  onChange,
}: {
  value: RoomKind | undefined
  onChange(kind: RoomKind): void
}) {
  const { t } = useTranslation(['plans', 'map'])
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('kind')}</label>
      <Select<RoomKind>
        id={id}
        {...(value === undefined ? {} : { value })}
        onChange={onChange}
        options={roomKinds.map((kind) => ({
          value: kind,
          label: kind === 'room' ? t('plainRoom') : t(`map:kind_${kind}`),
        }))}
      />
    </div>
  )
}

import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filterKeys, type FilterKey } from '#contract/filter.ts'
import { MAX_IDS } from '#contract/rules/bounds.ts'
import { withList, type FilterDraft } from './filterDraft.ts'
import { filterPickers } from './filterPickers.tsx'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import styles from './filterObject.module.css'

export interface FilterObjectEditorProps {
  value: FilterDraft
  onChange(value: FilterDraft): void
  keys?: readonly FilterKey[]
}

export function FilterObjectEditor({
  value,
  onChange,
  keys = filterKeys,
}: FilterObjectEditorProps) {
  const { t } = useTranslation('entities')
  const [opened, setOpened] = useState<FilterKey[]>([])
  const shown = keys.filter((key) => opened.includes(key) || (value[key]?.length ?? 0) > 0)
  const rest = keys.filter((key) => !shown.includes(key))

  function remove(key: FilterKey): void {
    setOpened(opened.filter((one) => one !== key))
    onChange(withList(value, key, []))
  }
  return (
    <div className={styles.filterObject}>
      {shown.map((key) => {
        const Picker = filterPickers[key]
        return (
          <div key={key} className={styles.filterRow}>
            <span className={styles.filterRowName}>{t(key)}</span>
            <Picker
              multiple
              label={t(key)}
              value={value[key] ?? []}
              onChange={(ids) => onChange(withList(value, key, ids))}
              defaultOpen={opened.at(-1) === key && (value[key]?.length ?? 0) === 0}
            />
            <Button
              type="text"
              aria-label={`${t('filterRemove')}: ${t(key)}`}
              icon={<CloseOutlined aria-hidden />}
              onClick={() => remove(key)}
            />
            {(value[key]?.length ?? 0) >= MAX_IDS && (
              <p className={styles.filterRowFull} role="status">
                {t('filterFull', { count: MAX_IDS })}
              </p>
            )}
          </div>
        )
      })}
      {rest.length > 0 && (
        <DropMenu
          menu={{
            items: rest.map((key) => ({ key, label: t(key) })),
            onClick: ({ key }) => setOpened([...opened, ...rest.filter((one) => one === key)]),
          }}
        >
          <Button type="dashed" icon={<PlusOutlined aria-hidden />}>
            {t('filterAdd')}
          </Button>
        </DropMenu>
      )}
    </div>
  )
}

import { Button, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_SHORT_NAME } from '#contract/venue/planBounds.ts'
import type { VenueImport } from '#contract/venue/venueImports.ts'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Labelled, Typed, type FloorChoice } from './RoomCorrections.tsx'
import type { FloorFacts } from './editCorrections.ts'
import styles from './preview.module.css'

type Building = VenueImport['buildings'][number]

export function FloorCorrections({
  floor,
  others,
  onChange,
  onRestore,
}: {
  floor: Building['floors'][number]
  others: readonly FloorChoice[]
  onChange(facts: FloorFacts): void
  onRestore(): void
}) {
  const { t } = useTranslation('venueImport')
  return (
    <section className={styles.form} aria-label={t('floor')}>
      <Typed
        key={`name ${floor.key}`}
        label={t('floorName')}
        most={200}
        isNeeded
        value={floor.name}
        onChange={(name) => onChange({ name })}
      />
      <div className={styles.pair}>
        <Typed
          key={`short ${floor.key}`}
          label={t('floorSign')}
          most={MAX_SHORT_NAME}
          isNeeded
          value={floor.shortName}
          onChange={(shortName) => onChange({ shortName })}
        />
        <LevelField
          key={`level ${floor.key}`}
          level={floor.ordinal}
          onChange={(ordinal) => onChange({ ordinal })}
        />
      </div>
      {others.length > 0 && (
        <Labelled label={t('putOnto')}>
          {(id) => (
            <Select
              id={id}
              placeholder={t('putOntoNone')}
              value={null}
              onChange={(onto: string | null) => onto !== null && onChange({ onto })}
              options={others.map(({ key, name }) => ({ value: key, label: <bdi>{name}</bdi> }))}
            />
          )}
        </Labelled>
      )}
      <div className={styles.acts}>
        <Button onClick={() => onChange({ isLeftOut: true })}>{t('leaveFloorOut')}</Button>
        {floor.isCorrected && <Button onClick={onRestore}>{t('asRead')}</Button>}
      </div>
    </section>
  )
}

/** The level field, which applies on blur instead of at each digit. */
function LevelField({ level, onChange }: { level: number; onChange(level: number): void }) {
  const { t } = useTranslation('venueImport')
  const [typed, setTyped] = useState(level)
  useEffect(() => setTyped(level), [level])
  const handleLeave = (): void => {
    if (typed !== level) onChange(typed)
  }
  return (
    <Labelled label={t('level')}>
      {(id) => (
        <NumberInput
          id={id}
          min={-200}
          max={200}
          precision={0}
          isNeeded
          value={typed}
          onChange={(next) => setTyped(typeof next === 'number' ? next : level)}
          onBlur={handleLeave}
          onPressEnter={handleLeave}
        />
      )}
    </Labelled>
  )
}

export function FloorsAside({
  building,
  onRestore,
}: {
  building: Building
  onRestore(floor: string): void
}) {
  const { t } = useTranslation('venueImport')
  if (building.aside.length === 0) return null
  return (
    <ul className={styles.aside} aria-label={t('floorsAside')}>
      {building.aside.map(({ key, name, onto }) => (
        <li key={key}>
          <span>
            {onto === null
              ? t('floorLeftOut', { floor: name })
              : t('floorIsOn', {
                  floor: name,
                  other: building.floors.find((one) => one.key === onto)?.name ?? onto,
                })}
          </span>
          <Button size="small" onClick={() => onRestore(key)}>
            {t('asRead')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

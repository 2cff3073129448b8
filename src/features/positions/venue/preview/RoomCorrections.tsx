import { Button, Checkbox, Input, Select } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PicturedRoom } from '#contract/venue/plannedFloor.ts'
import { roomKinds, type RoomKind } from '#contract/venue/shapes.ts'
import { labelOf } from './sureness.ts'
import type { RoomFacts } from './editCorrections.ts'
import styles from './preview.module.css'

export interface FloorChoice {
  key: string
  name: string
}

interface Props {
  rooms: readonly PicturedRoom[]
  floor: string
  floors: readonly FloorChoice[]
  onChange(facts: RoomFacts): void
  onRestore(): void
  onNewFloor(): void
}

export function RoomCorrections({ rooms, floor, floors, onChange, onRestore, onNewFloor }: Props) {
  const { t } = useTranslation(['venueImport', 'map', 'plans'])
  const [first] = rooms
  if (first === undefined) return null
  const isAlone = rooms.length === 1
  const isOneKind = rooms.every(({ kind }) => kind === first.kind)
  const restricted = rooms.filter(({ isRestricted }) => isRestricted).length
  const title = isAlone
    ? labelOf(first) || t(`map:kind_${first.kind}`)
    : t('chosenRooms', { number: rooms.length })
  return (
    <section className={styles.form} aria-label={title}>
      <strong>
        <bdi>{title}</bdi>
      </strong>
      {isAlone && (
        <>
          <Typed
            key={`name ${first.id}`}
            label={t('roomName')}
            most={200}
            value={first.name}
            onChange={(name) => onChange({ name })}
          />
          {first.nameFrom !== null && <p className="quiet">{t(`nameFrom_${first.nameFrom}`)}</p>}
          <Typed
            key={`code ${first.id}`}
            label={t('roomCode')}
            most={100}
            value={first.code ?? ''}
            onChange={(code) => onChange({ code })}
          />
        </>
      )}
      <Labelled label={t('plans:kind')}>
        {(id) => (
          <Select<RoomKind>
            id={id}
            {...(isOneKind && { value: first.kind })}
            onChange={(kind) => onChange({ kind })}
            options={roomKinds.map((kind) => ({ value: kind, label: t(`map:kind_${kind}`) }))}
          />
        )}
      </Labelled>
      <Labelled label={t('onFloor')}>
        {(id) => (
          <Select
            id={id}
            value={floor}
            onChange={(onto: string) => (onto === '' ? onNewFloor() : onChange({ onto }))}
            options={[
              ...floors.map(({ key, name }) => ({ value: key, label: <bdi>{name}</bdi> })),
              { value: '', label: t('newFloor') },
            ]}
          />
        )}
      </Labelled>
      <Checkbox
        checked={restricted === rooms.length}
        indeterminate={restricted > 0 && restricted < rooms.length}
        onChange={(event) => onChange({ isRestricted: event.target.checked })}
      >
        {t('isRestricted')}
      </Checkbox>
      <div className={styles.acts}>
        <Button onClick={() => onChange({ isLeftOut: true })}>{t('leaveOut')}</Button>
        {rooms.some(({ isCorrected }) => isCorrected) && (
          <Button onClick={onRestore}>{t('asRead')}</Button>
        )}
      </div>
    </section>
  )
}

export function Labelled({
  label,
  children,
}: {
  label: string
  children(id: string): React.ReactNode
}) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

/** A text field that applies on blur or Enter. */
export function Typed({
  label,
  value,
  most,
  isNeeded = false,
  onChange,
}: {
  label: string
  value: string
  most: number
  /** If true, an emptied field is restored. */
  isNeeded?: boolean
  onChange(value: string): void
}) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const handleLeave = (): void => {
    const next = typed.trim()
    if (next === value) setTyped(value)
    else if (next === '' && isNeeded) setTyped(value)
    else onChange(next)
  }
  return (
    <Labelled label={label}>
      {(id) => (
        <Input
          id={id}
          dir="auto"
          maxLength={most}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={handleLeave}
          onPressEnter={handleLeave}
        />
      )}
    </Labelled>
  )
}

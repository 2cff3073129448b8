import { Button, Space, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { undoKeys, useUndoKeys } from './useUndoKeys.ts'
import styles from './UndoButtons.module.css'

export interface UndoProps {
  canUndo: boolean
  canRedo: boolean
  undo(): void
  redo(): void
}

export function UndoButtons({ canUndo, canRedo, undo, redo }: UndoProps) {
  const { t } = useTranslation('common')
  const keys = undoKeys()
  useUndoKeys(undo, redo)
  return (
    <Space.Compact>
      <Step label={t('undo')} keys={keys.undo} icon={<Arrow />} isThere={canUndo} onClick={undo} />
      <Step
        label={t('redo')}
        keys={keys.redo}
        icon={<Arrow isOn />}
        isThere={canRedo}
        onClick={redo}
      />
    </Space.Compact>
  )
}

function Arrow({ isOn = false }: { isOn?: boolean }) {
  return (
    <svg className="turns" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d="M6.2 2.8 2.8 6.2l3.4 3.4M3 6.2h6.4a3.7 3.7 0 0 1 0 7.4H6.2"
        transform={isOn ? 'matrix(-1 0 0 1 16 0)' : undefined}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

interface StepProps {
  label: string
  keys: { shown: string; said: string }
  icon: ReactNode
  isThere: boolean
  onClick(): void
}

function Step({ label, keys, icon, isThere, onClick }: StepProps) {
  return (
    <Tooltip
      title={
        <>
          {label}{' '}
          <kbd className={styles.keys} dir="ltr">
            {keys.shown}
          </kbd>
        </>
      }
    >
      <Button
        aria-label={label}
        aria-keyshortcuts={keys.said}
        icon={icon}
        disabled={!isThere}
        onClick={onClick}
      />
    </Tooltip>
  )
}

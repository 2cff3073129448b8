import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { Button, Space, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { undoKeys, useUndoKeys } from './useUndoKeys.ts'

export interface UndoProps {
  canUndo: boolean
  canRedo: boolean
  undo(): void
  redo(): void
}

/** The way back and on again of an editor, by press and by keys: the same in each. */
export function UndoButtons({ canUndo, canRedo, undo, redo }: UndoProps) {
  const { t } = useTranslation('common')
  const keys = undoKeys()
  useUndoKeys(undo, redo)
  return (
    <Space.Compact>
      <Step
        label={t('undo')}
        keys={keys.undo}
        icon={<UndoOutlined aria-hidden className="turns" />}
        isThere={canUndo}
        onClick={undo}
      />
      <Step
        label={t('redo')}
        keys={keys.redo}
        icon={<RedoOutlined aria-hidden className="turns" />}
        isThere={canRedo}
        onClick={redo}
      />
    </Space.Compact>
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
          {label} <kbd dir="ltr">{keys.shown}</kbd>
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

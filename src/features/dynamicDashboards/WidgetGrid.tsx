import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { directionOf } from '#lib/i18n/languages.ts'
import { moveWidget, resizeWidget, type BoardDraft } from './draft.ts'
import { EditedWidget, isResize, widgetOf } from './EditedWidget.tsx'
import styles from './dynamic.module.css'

/** Spec section 9: a key moves the dragged widget by 25 px. */
const STEP = 25
const stepByKey: KeyboardCoordinateGetter = (event, { currentCoordinates: { x, y } }) =>
  ({
    ArrowDown: { x, y: y + STEP },
    ArrowUp: { x, y: y - STEP },
    ArrowRight: { x: x + STEP, y },
    ArrowLeft: { x: x - STEP, y },
  })[event.code]

interface Props {
  widgets: BoardDraft['widgets']
  currentId: string | null
  onChange(widgets: BoardDraft['widgets']): void
  onChoose(id: string): void
}

export function WidgetGrid({ widgets, currentId, onChange, onChoose }: Props) {
  const { t } = useTranslation('dashboards')
  const grid = useRef<HTMLDivElement>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: stepByKey }),
  )
  function handleDrop({ active, over, delta }: DragEndEvent): void {
    const id = widgetOf(active.id)
    if (isResize(active.id)) {
      const column = (grid.current?.getBoundingClientRect().width ?? 1_200) / 12
      const along = directionOf(currentLanguage()) === 'rtl' ? -delta.x : delta.x
      return onChange(
        resizeWidget(widgets, id, Math.round(along / column), Math.round(delta.y / 150)),
      )
    }
    const to = widgets.findIndex((one) => one.id === over?.id)
    if (to >= 0) onChange(moveWidget(widgets, id, to))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={handleDrop}
      accessibility={{ screenReaderInstructions: { draggable: t('drag.instructions') } }}
    >
      <div className={styles.widgetGrid} ref={grid}>
        {widgets.map((widget) => (
          <EditedWidget
            key={widget.id}
            widget={widget}
            isCurrent={widget.id === currentId}
            onEdit={() => onChoose(widget.id)}
          />
        ))}
      </div>
    </DndContext>
  )
}

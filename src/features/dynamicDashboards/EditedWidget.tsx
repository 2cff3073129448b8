import { useDraggable, useDroppable, type UniqueIdentifier } from '@dnd-kit/core'
import { EditOutlined, ExpandAltOutlined, HolderOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '#lib/useDebounced.ts'
import { dynamicCalls } from './calls.ts'
import type { WidgetDraft } from './draft.ts'
import { WidgetFace } from './WidgetFace.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './dynamic.module.css'

const resizeKey = (id: string) => `resize ${id}`
export const isResize = (key: UniqueIdentifier): boolean => String(key).startsWith('resize ')
export const widgetOf = (key: UniqueIdentifier): string => String(key).replace('resize ', '')

export function EditedWidget({
  widget,
  isCurrent,
  onEdit,
}: {
  widget: WidgetDraft
  isCurrent: boolean
  onEdit(): void
}) {
  const { t } = useTranslation(['dynamicDashboards', 'common', 'dashboards'])
  const { setNodeRef: setDropRef, isOver } = useDroppable({ id: widget.id })
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, isDragging } =
    useDraggable({ id: widget.id })
  const resize = useDraggable({ id: resizeKey(widget.id) })
  const {
    setNodeRef: setResizeRef,
    listeners: resizeListeners,
    attributes: resizeAttributes,
  } = resize
  const asked = useDebounced(
    JSON.stringify({ ...widget, title: '', info: '', width: 6, height: 1 }),
    300,
  )
  const query = dynamicCalls.usePreviewWidgetQuery({
    body: JSON.parse(asked) as WidgetDraft,
  })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  const name = widget.title === '' ? t('untitled') : widget.title
  return (
    <div
      ref={setDropRef}
      className={styles.widgetCell}
      data-over={isOver && !isDragging}
      data-current={isCurrent}
      style={{ '--width': widget.width, '--height': widget.height }}
    >
      <div
        ref={setNodeRef}
        className={styles.widgetDrag}
        data-dragged={isDragging}
        style={
          transform === null
            ? undefined
            : { transform: `translate3d(${transform.x}px, ${transform.y}px, 0)` }
        }
      >
        <WidgetFace
          widget={widget}
          data={data}
          error={error}
          isFetching={isFetching}
          retry={() => void refetch()}
          doors={
            <>
              <Button
                type="text"
                size="small"
                icon={<EditOutlined aria-hidden />}
                aria-label={`${t('common:edit')}: ${name}`}
                onClick={onEdit}
              />
              <button
                type="button"
                ref={setActivatorNodeRef}
                className={styles.widgetHandle}
                {...attributes}
                {...listeners}
                aria-label={t('dashboards:drag.handle', { name })}
              >
                <HolderOutlined aria-hidden />
              </button>
            </>
          }
        />
        <button
          type="button"
          ref={setResizeRef}
          className={`${styles.widgetResize} turns`}
          {...resizeAttributes}
          {...resizeListeners}
          aria-label={t('resize', { name })}
        >
          <ExpandAltOutlined rotate={90} aria-hidden />
        </button>
      </div>
    </div>
  )
}

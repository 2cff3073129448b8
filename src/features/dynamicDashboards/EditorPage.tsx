/** A dynamic dashboard, new (0) or changed: widgets arranged, resized, and each given its data. */
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
import { DeleteOutlined, PlusOutlined, ReloadOutlined, SaveOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import {
  dynamicDashboards,
  widgetIcons,
  type DynamicDashboard,
  type Widget,
} from '#contract/dynamicDashboards'
import { isApiFailure } from '../../api/http.ts'
import { isStale } from '../../api/notices.ts'
import { pathTo } from '../../lib/paths.ts'
import { useMay } from '../../entities/session/useSession.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { directionOf } from '../../lib/i18n/languages.ts'
import { ConflictDialog } from '../../ui/ConflictDialog.tsx'
import { DropMenu } from '../../ui/DropMenu.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, ErrorState, LoadingState, NoRight } from '../../ui/states.tsx'
import { readAgain, useReadAgain } from '../../ui/useReadAgain.ts'
import { useConfirmDelete } from '../../ui/useConfirm.ts'
import { useBroughtBack, useKeptEdit } from '../../ui/useInterrupted.ts'
import { useLeaveGuard } from '../../ui/leaving/useLeaveGuard.ts'
import { UndoButtons } from '../../ui/undo/UndoButtons.tsx'
import { useHistory } from '../../ui/undo/useHistory.ts'
import { useReadOrTell } from '../../ui/useReadOrTell.ts'
import { dynamicCalls } from './calls.ts'
import {
  blankBoard,
  bodyOf,
  changeWidget,
  draftOf,
  moveWidget,
  newWidget,
  resizeWidget,
  type BoardDraft,
} from './draft.ts'
import { EditedWidget, isResize, widgetOf } from './EditedWidget.tsx'
import { iconOf } from './widgetIcons.tsx'
import { WidgetPanel } from './WidgetPanel.tsx'
import styles from './dynamic.module.css'

export function EditorPage() {
  const { t } = useTranslation('titles')
  const id = Number(useParams()['dynamicDashboardId'])
  const mayEdit = useMay('editor|dashboards')
  const query = dynamicCalls.useGetDynamicDashboardEditorQuery(
    { params: { id } },
    { ...readAgain, skip: id === 0 || !mayEdit },
  )
  const { error, refetch } = query
  const data = useReadAgain(query)
  if (!mayEdit) return <NoRight />
  if (id === 0) return <Editor key="0" board={null} />
  if (data !== undefined) return <Editor key={id} board={data} />
  return (
    <Page
      title={t('dynamicDashboards')}
      back={{ to: pathTo('dynamicDashboards'), label: t('dynamicDashboards') }}
    >
      {error === undefined ? (
        <LoadingState />
      ) : (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

/** Spec section 9: a key moves what is dragged by 25 px. */
const STEP = 25
const stepByKey: KeyboardCoordinateGetter = (event, { currentCoordinates: { x, y } }) =>
  ({
    ArrowDown: { x, y: y + STEP },
    ArrowUp: { x, y: y - STEP },
    ArrowRight: { x: x + STEP, y },
    ArrowLeft: { x: x - STEP, y },
  })[event.code]

function Editor({ board }: { board: DynamicDashboard | null }) {
  const { t } = useTranslation(['dynamicDashboards', 'titles', 'common', 'dashboards'])
  const navigate = useNavigate()
  const confirmDelete = useConfirmDelete()
  const [saved, setSaved] = useState<BoardDraft>(board === null ? blankBoard : draftOf(board))
  const back = useBroughtBack(['dynamicDashboard'])
  const history = useHistory({ ...saved, ...back?.values })
  const { now: draft, change: setDraft } = history
  const [version, setVersion] = useState(back?.version ?? board?.version ?? null)
  const [currentId, setCurrentId] = useState<string | null>(null)
  const [conflict, setConflict] = useState<DynamicDashboard | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: stepByKey }),
  )
  const [create, creating] = dynamicCalls.useCreateDynamicDashboardMutation()
  const [update, updating] = dynamicCalls.useUpdateDynamicDashboardMutation()
  const [remove] = dynamicCalls.useDeleteDynamicDashboardMutation()
  const readOrTell = useReadOrTell()
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  const isSaving = creating.isLoading || updating.isLoading
  const leaveFreely = useLeaveGuard(isDirty && !isSaving)
  useKeptEdit(
    ['dynamicDashboard'],
    isDirty ? () => ({ values: draft, version: version ?? undefined }) : null,
  )
  const change = (widgets: BoardDraft['widgets'], group?: string) =>
    setDraft({ ...draft, widgets }, group)

  async function handleSave(onto = version): Promise<void> {
    try {
      const kept =
        board === null || onto === null
          ? await create({ body: bodyOf(draft) }).unwrap()
          : await update({
              params: { id: board.id },
              body: { ...bodyOf(draft), version: onto },
            }).unwrap()
      setSaved(draft)
      setVersion(kept.version)
      setConflict(null)
      if (board !== null) return
      leaveFreely()
      await navigate(pathTo('dynamicDashboardEditor', { dynamicDashboardId: kept.id }), {
        replace: true,
      })
    } catch (error) {
      if (!isApiFailure(error)) throw error
      if (isStale(error) && board !== null)
        setConflict(
          await readOrTell(dynamicDashboards.getDynamicDashboard, { params: { id: board.id } }),
        )
    }
  }
  async function handleDelete(): Promise<void> {
    if (board === null || !(await confirmDelete(board.title, t('common:permanent')))) return
    const answer = await remove({ params: { id: board.id } })
    if (answer.error !== undefined) return
    leaveFreely()
    await navigate(pathTo('dynamicDashboards'), { replace: true })
  }
  function handleDrop({ active, over, delta }: DragEndEvent): void {
    const id = widgetOf(active.id)
    if (isResize(active.id)) {
      const column = (grid.current?.getBoundingClientRect().width ?? 1_200) / 12
      const along = directionOf(currentLanguage()) === 'rtl' ? -delta.x : delta.x
      return change(
        resizeWidget(draft.widgets, id, Math.round(along / column), Math.round(delta.y / 150)),
      )
    }
    const to = draft.widgets.findIndex((one) => one.id === over?.id)
    if (to >= 0) change(moveWidget(draft.widgets, id, to))
  }
  function handleAdd(kind: Widget['kind']): void {
    const made = newWidget(draft.widgets, kind)
    change([...draft.widgets, made])
    setCurrentId(made.id)
  }
  const current = draft.widgets.find(({ id }) => id === currentId)
  return (
    <Page
      title={board === null ? t('new') : t('dashboards:editTitle', { name: board.title })}
      back={
        board === null
          ? { to: pathTo('dynamicDashboards'), label: t('titles:dynamicDashboards') }
          : { to: pathTo('dynamicDashboard', { dynamicDashboardId: board.id }), label: board.title }
      }
      actions={
        <>
          {board !== null && (
            <Button
              danger
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => void handleDelete()}
            >
              {t('common:delete')}
            </Button>
          )}
          <UndoButtons {...history} />
          <Button
            icon={<ReloadOutlined aria-hidden />}
            disabled={!isDirty}
            onClick={() => {
              setDraft(saved)
              setCurrentId(null)
            }}
          >
            {t('reset')}
          </Button>
          <Button
            type="primary"
            icon={<SaveOutlined aria-hidden />}
            loading={isSaving}
            disabled={draft.title.trim() === '' || !isDirty}
            onClick={() => void handleSave()}
          >
            {t('common:save')}
          </Button>
        </>
      }
      panel={
        current !== undefined && (
          <WidgetPanel
            key={current.id}
            widget={current}
            onChange={(patch) =>
              change(
                changeWidget(draft.widgets, current.id, patch),
                `${current.id} ${Object.keys(patch).join()}`,
              )
            }
            onClose={() => setCurrentId(null)}
            onRemove={() => {
              change(draft.widgets.filter(({ id }) => id !== current.id))
              setCurrentId(null)
            }}
          />
        )
      }
    >
      <div className={`${styles.dynamic} print-whole`}>
        <div className={`${styles.dynamicFacts} surface`}>
          <label>
            {t('title')}
            <Input
              dir="auto"
              maxLength={200}
              value={draft.title}
              placeholder={t('dashboards:namePlaceholder')}
              onChange={(event) => setDraft({ ...draft, title: event.target.value }, 'title')}
            />
          </label>
          <label className={styles.dynamicIcon}>
            {t('icon')}
            <Select
              aria-label={t('icon')}
              value={draft.icon}
              onChange={(icon) => setDraft({ ...draft, icon })}
              options={widgetIcons.map((icon) => ({
                value: icon,
                label: (
                  <>
                    {iconOf[icon]} {t(`icons.${icon}`)}
                  </>
                ),
              }))}
              popupMatchSelectWidth={false}
            />
          </label>
          <DropMenu
            menu={{
              items: [
                { key: 'singleNumber', label: t('kind.singleNumber') },
                { key: 'barChart', label: t('kind.barChart') },
              ],
              onClick: ({ key }) => handleAdd(key === 'barChart' ? 'barChart' : 'singleNumber'),
            }}
          >
            <Button icon={<PlusOutlined aria-hidden />}>{t('addWidget')}</Button>
          </DropMenu>
        </div>
        {draft.widgets.length === 0 && (
          <EmptyState title={t('noWidgets')} hint={t('noWidgetsHint')} />
        )}
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={handleDrop}
          accessibility={{
            screenReaderInstructions: { draggable: t('dashboards:drag.instructions') },
          }}
        >
          <div className={styles.widgetGrid} ref={grid}>
            {draft.widgets.map((widget) => (
              <EditedWidget
                key={widget.id}
                widget={widget}
                isCurrent={widget.id === currentId}
                onEdit={() => setCurrentId(widget.id)}
              />
            ))}
          </div>
        </DndContext>
      </div>
      {conflict !== null && (
        <ConflictDialog
          rows={[
            {
              label: t('title'),
              mine: <bdi>{draft.title}</bdi>,
              theirs: <bdi>{conflict.title}</bdi>,
            },
            {
              label: t('widgets'),
              mine: draft.widgets.map(({ title }) => title).join(', '),
              theirs: conflict.structure.widgets.map(({ title }) => title).join(', '),
            },
          ]}
          onCancel={() => setConflict(null)}
          onKeepMine={() => void handleSave(conflict.version)}
          onTakeTheirs={() => {
            history.restart(draftOf(conflict))
            setSaved(draftOf(conflict))
            setVersion(conflict.version)
            setConflict(null)
          }}
        />
      )}
    </Page>
  )
}

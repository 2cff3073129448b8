import { DeleteOutlined, PlusOutlined, ReloadOutlined, SaveOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import {
  widgetIcons,
  type DynamicDashboard,
  type Widget,
} from '#contract/dashboards/dynamicDashboards.ts'
import { pathTo } from '#lib/paths.ts'
import { useMay } from '#entities/session/useSession.ts'
import { Namesakes } from '#entities/namesakes/Namesakes.tsx'
import { differences, type FieldsInWords } from '#ui/dialog/conflict.ts'
import { ConflictDialog } from '#ui/dialog/ConflictDialog.tsx'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, ErrorState, LoadingState, NoRight } from '#ui/feedback/states.tsx'
import { readAgain, useFreshRow } from '#ui/form/useFreshRow.ts'
import { UndoButtons } from '#ui/feedback/undo/UndoButtons.tsx'
import { dynamicCalls } from './calls.ts'
import { changeWidget, draftOf, newWidget, type BoardDraft } from './draft.ts'
import { useBoard, type Board, type BoardConflict as Conflict } from './useBoard.ts'
import { WidgetGrid } from './WidgetGrid.tsx'
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
  const data = useFreshRow(query)
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

function Editor({ board: stored }: { board: DynamicDashboard | null }) {
  const { t } = useTranslation(['dynamicDashboards', 'titles', 'common', 'dashboards'])
  const board = useBoard(stored)
  const { draft } = board
  const [currentId, setCurrentId] = useState<string | null>(null)
  const current = draft.widgets.find(({ id }) => id === currentId)
  const changeWidgets = (widgets: BoardDraft['widgets'], group?: string) =>
    board.change({ ...draft, widgets }, group)
  function handleAdd(kind: Widget['kind']): void {
    const made = newWidget(draft.widgets, kind)
    changeWidgets([...draft.widgets, made])
    setCurrentId(made.id)
  }
  return (
    <Page
      title={stored === null ? t('new') : t('dashboards:editTitle', { name: stored.title })}
      back={
        stored === null
          ? { to: pathTo('dynamicDashboards'), label: t('titles:dynamicDashboards') }
          : {
              to: pathTo('dynamicDashboard', { dynamicDashboardId: stored.id }),
              label: stored.title,
            }
      }
      actions={
        <EditorActions
          board={board}
          isNew={stored === null}
          onReset={() => {
            board.reset()
            setCurrentId(null)
          }}
        />
      }
      panel={
        current !== undefined && (
          <WidgetPanel
            key={current.id}
            widget={current}
            onChange={(patch) =>
              changeWidgets(
                changeWidget(draft.widgets, current.id, patch),
                `${current.id} ${Object.keys(patch).join()}`,
              )
            }
            onClose={() => setCurrentId(null)}
            onRemove={() => {
              changeWidgets(draft.widgets.filter(({ id }) => id !== current.id))
              setCurrentId(null)
            }}
          />
        )
      }
    >
      <div className={`${styles.dynamic} print-whole`}>
        <BoardFacts draft={draft} stored={stored} onChange={board.change} onAdd={handleAdd} />
        {draft.widgets.length === 0 && (
          <EmptyState title={t('noWidgets')} hint={t('noWidgetsHint')} />
        )}
        <WidgetGrid
          widgets={draft.widgets}
          currentId={currentId}
          onChange={changeWidgets}
          onChoose={setCurrentId}
        />
      </div>
      {board.conflict !== null && <BoardConflict board={board} conflict={board.conflict} />}
    </Page>
  )
}

interface EditorActionsProps {
  board: Board
  isNew: boolean
  onReset(): void
}

function EditorActions({ board, isNew, onReset }: EditorActionsProps) {
  const { t } = useTranslation(['dynamicDashboards', 'common'])
  return (
    <>
      {!isNew && (
        <Button
          danger
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          onClick={() => void board.deleteIt()}
        >
          {t('common:delete')}
        </Button>
      )}
      <UndoButtons {...board.history} />
      <Button icon={<ReloadOutlined aria-hidden />} disabled={!board.isDirty} onClick={onReset}>
        {t('reset')}
      </Button>
      <Button
        type="primary"
        icon={<SaveOutlined aria-hidden />}
        loading={board.isSaving}
        disabled={board.draft.title.trim() === '' || !board.isDirty}
        onClick={() => void board.save()}
      >
        {t('common:save')}
      </Button>
    </>
  )
}

interface BoardFactsProps {
  draft: BoardDraft
  stored: DynamicDashboard | null
  onChange: Board['change']
  onAdd(kind: Widget['kind']): void
}

function BoardFacts({ draft, stored, onChange, onAdd }: BoardFactsProps) {
  const { t } = useTranslation(['dynamicDashboards', 'dashboards'])
  return (
    <div className={`${styles.dynamicFacts} surface`}>
      <label>
        {t('title')}
        <Input
          dir="auto"
          maxLength={200}
          value={draft.title}
          placeholder={t('dashboards:namePlaceholder')}
          onChange={(event) => onChange({ ...draft, title: event.target.value }, 'title')}
        />
      </label>
      <Namesakes
        kind="dynamicDashboard"
        name={draft.title === stored?.title ? '' : draft.title}
        exceptId={stored?.id}
      />
      <label className={styles.dynamicIcon}>
        {t('icon')}
        <Select
          aria-label={t('icon')}
          value={draft.icon}
          onChange={(icon) => onChange({ ...draft, icon })}
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
          onClick: ({ key }) => onAdd(key === 'barChart' ? 'barChart' : 'singleNumber'),
        }}
      >
        <Button icon={<PlusOutlined aria-hidden />}>{t('addWidget')}</Button>
      </DropMenu>
    </div>
  )
}

interface BoardConflictProps {
  board: Board
  conflict: Conflict
}

function BoardConflict({ board, conflict }: BoardConflictProps) {
  const { t } = useTranslation('dynamicDashboards')
  const titles = ({ widgets }: BoardDraft) => widgets.map(({ title }) => title).join(', ')
  const describe = (draft: BoardDraft): FieldsInWords<BoardDraft> => ({
    title: { label: t('title'), value: draft.title },
    icon: { label: t('icon'), value: t(`icons.${draft.icon}`) },
    widgets: { label: t('widgets'), value: titles(draft) },
  })
  return (
    <ConflictDialog
      rows={differences(describe, conflict.mine, draftOf(conflict.theirs))}
      onCancel={board.forgetConflict}
      onKeepMine={() => void board.keepMine(conflict)}
      onTakeTheirs={() => board.takeTheirs(conflict.theirs)}
    />
  )
}

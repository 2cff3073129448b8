import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch, useSelector } from 'react-redux'
import { useParams } from 'react-router-dom'
import type { Dashboard } from '#contract/dashboards/dashboards.ts'
import { pathTo } from '#lib/paths.ts'
import { useMay } from '#entities/session/useSession.ts'
import { Page } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState, NoRight } from '#ui/feedback/states.tsx'
import { readAgain, useFreshRow } from '#ui/form/useFreshRow.ts'
import { useConfirmDiscard } from '#ui/dialog/useConfirm.ts'
import { dashboardCalls } from '../calls.ts'
import { draftOpened, draftResumed, type DashboardsState } from '../dashboardsSlice.ts'
import { blankDashboard } from '../draft.ts'
import { draftOf } from './boardDraft.ts'
import { BoardEditor } from './BoardEditor.tsx'

export function EditorPage() {
  const { dashboardId } = useParams()
  if (!useMay('editor|dashboards')) return <NoRight />
  return dashboardId === 'new' ? (
    <Opened key="new" board={null} />
  ) : (
    <Loaded key={dashboardId} id={Number(dashboardId)} />
  )
}

function Loaded({ id }: { id: number }) {
  const { t } = useTranslation('titles')
  const query = dashboardCalls.useGetDashboardQuery({ params: { id } }, readAgain)
  const { error, refetch } = query
  const data = useFreshRow(query)
  const [first, setFirst] = useState<Dashboard | null>(null)
  if (first === null && data !== undefined) setFirst(data)
  if (first !== null) return <Opened board={first} />
  return (
    <Page
      kind="wide"
      title={t('dashboard')}
      back={{ to: pathTo('dashboards'), label: t('dashboards') }}
    >
      {error === undefined ? (
        <LoadingState />
      ) : (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Opened({ board }: { board: Dashboard | null }) {
  const { t } = useTranslation('dashboards')
  const dispatch = useDispatch()
  const key = board === null ? 'new' : String(board.id)
  const state = useSelector((all: { dashboards: DashboardsState }) => all.dashboards)
  const history = state.boards[key]
  const [restored, setRestored] = useState(() => history?.now.isDirty === true)
  const confirmDiscard = useConfirmDiscard()
  async function handleDiscard(): Promise<void> {
    if (!(await confirmDiscard())) return
    setRestored(false)
    dispatch(
      draftOpened({
        key,
        version: board?.version ?? null,
        draft: board === null ? blankDashboard : draftOf(board),
      }),
    )
  }
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    if (isReady) return
    dispatch(
      restored
        ? draftResumed(key)
        : draftOpened({
            key,
            version: board?.version ?? null,
            draft: board === null ? blankDashboard : draftOf(board),
          }),
    )
    setIsReady(true)
  }, [isReady, restored, key, board, dispatch])
  if (!isReady || state.open !== key || history === undefined) return <LoadingState />
  const notice = restored && (
    <Alert
      type="info"
      showIcon
      title={t('keptDraft')}
      action={
        <Button size="small" onClick={() => void handleDiscard()}>
          {t('keptDiscard')}
        </Button>
      }
    />
  )
  return <BoardEditor board={board} history={history} notice={notice} />
}

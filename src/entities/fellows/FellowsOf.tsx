import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import { PendingState } from '#ui/feedback/states.tsx'
import { fellowCalls } from './calls.ts'
import { FellowTree } from './FellowTree.tsx'

export function FellowsOf({ id }: { id: number }) {
  const { t } = useTranslation('fellows')
  const query = fellowCalls.useGetFellowTreeQuery({ body: { equipmentId: id } })
  const data = answerToShow(query)
  if (data === undefined)
    return <PendingState failure={query.error} onRetry={() => void query.refetch()} rows={2} />
  const [tree] = data.rows
  return (
    <>
      {tree === undefined || tree.members.length === 0 ? (
        <p className="quiet">{t('nothingBelongs')}</p>
      ) : (
        <FellowTree tree={tree} currentId={id} />
      )}
      <p>
        <Link to={pathTo('fellowEquipment', { equipmentId: id })}>{t('openTree')}</Link>
      </p>
    </>
  )
}

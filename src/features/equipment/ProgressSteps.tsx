import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import type { equipment } from '#contract/equipment/equipment.ts'
import { referenceListCalls } from '#entities/calls/referenceLists.ts'
import { useMay } from '#entities/session/useSession.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import { useBulkUpdateProgressMutation, useListProgressMapsQuery } from './progressCalls.ts'
import { useStatusesSet } from './useStatusesSet.ts'
import styles from './ProgressSteps.module.css'

type Detail = Output<typeof equipment.getEquipment>

export function ProgressSteps({ detail }: { detail: Detail }) {
  const { t } = useTranslation('equipment')
  const mayEdit = useMay('editor|equipment')
  const maps = useListProgressMapsQuery({ body: { limit: 500, sort: 'name' } })
  const [bring, { isLoading }] = useBulkUpdateProgressMutation()
  const showSet = useStatusesSet()
  const handleBring = async (progressMapId: number, statusId: number) => {
    const { data } = await bring({ body: { progressMapId, equipmentIds: [detail.id], statusId } })
    if (data !== undefined) showSet(statusId, data)
  }
  const current: number | null = detail.status?.id ?? null
  const shown = (maps.data?.rows ?? []).filter(
    ({ statusIds, equipmentTypeIds }) =>
      (equipmentTypeIds.length === 0 || equipmentTypeIds.includes(detail.type.id)) &&
      statusIds.some((id) => id === current),
  )
  const steps = [...new Set(shown.flatMap(({ statusIds }) => statusIds))]
  const statuses = referenceListCalls.useListEquipmentStatusesQuery(
    { body: { ids: steps, limit: 500 } },
    { skip: steps.length === 0 },
  )
  return shown.map((map) => {
    const at = map.statusIds.findIndex((id) => id === current)
    return (
      <section
        key={map.id}
        className={styles.progress}
        aria-label={t('progress', { map: map.name })}
      >
        <h3>
          <bdi>{map.name}</bdi>
        </h3>
        <ol>
          {map.statusIds.map((id, place) => {
            const status = statuses.data?.rows.find((one) => one.id === id)
            if (status === undefined) return null
            return (
              <li
                key={id}
                className={place < at ? styles.past : undefined}
                aria-current={place === at ? 'step' : undefined}
              >
                {place === at || !mayEdit ? (
                  <ColourTag soft={place !== at} colour={status.colour}>
                    {status.name}
                  </ColourTag>
                ) : (
                  <Button
                    size="small"
                    type="text"
                    disabled={isLoading}
                    aria-label={t('progressTo', { status: status.name })}
                    onClick={() => void handleBring(map.id, id)}
                  >
                    <ColourTag soft colour={status.colour}>
                      {status.name}
                    </ColourTag>
                  </Button>
                )}
              </li>
            )
          })}
        </ol>
      </section>
    )
  })
}

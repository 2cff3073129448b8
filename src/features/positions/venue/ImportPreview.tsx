import { Alert, Button, Checkbox } from 'antd'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { roomsRemovedBy, venueImports, type VenueImport } from '#contract/venue/venueImports.ts'
import { injectContract } from '#api/api.ts'
import { isApiFailure } from '#api/http.ts'
import { pathTo } from '#lib/paths.ts'
import { LoadingState } from '#ui/feedback/states.tsx'
import { rtlsCalls } from '../calls.ts'
import { Assumptions } from './Assumptions.tsx'
import { FaultTable } from './FaultTable.tsx'
import { FeatureReport } from './FeatureReport.tsx'
import { lacksPosition } from './lacksPosition.ts'
import { ModelEquipment } from './ModelEquipment.tsx'
import { PlannedBuilding } from './PlannedBuilding.tsx'
import type { Shown } from './preview/PlanPreview.tsx'
import { TextSources } from './preview/TextSources.tsx'
import { useCorrections } from './preview/useCorrections.ts'
import type { VenueUpload } from './useVenueUpload.ts'
import styles from '../rtls.module.css'

const calls = injectContract(venueImports)

const PlanPreview = lazy(() => import('./preview/PlanPreview.tsx'))

/** `onStale`: the preview does not match the effect any more. */
export function ImportPreview({
  read,
  upload,
  onStale,
}: {
  read: VenueImport
  upload: VenueUpload
  onStale(): void
}) {
  const { t } = useTranslation(['venueImport', 'common'])
  const { data: simulator } = rtlsCalls.useGetSimulatorQuery()
  const [apply, { data: done, isLoading, reset }] = calls.useApplyVenueImportMutation()
  const [undo, undoing] = calls.useUndoVenueImportMutation()
  const [populates, setPopulates] = useState(true)
  const [confirms, setConfirms] = useState(false)
  const mustConfirm = read.assumed.length > 0
  const made = useCorrections(read, onStale)
  const [shown, setShown] = useState<Shown | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const picture = useRef<HTMLDivElement>(null)
  const hasPlan = read.buildings.length > 0
  const isEmpty = read.buildings.every(({ floors }) => floors.length === 0)
  const isFar = read.buildings.some((one) => one.isFar)
  async function handleApply(): Promise<void> {
    const { error } = await apply({
      params: { id: read.id },
      body: {
        populate: populates && simulator?.isThere === true,
        removes: roomsRemovedBy(read),
        version: read.version,
        ...(mustConfirm && { confirms }),
      },
    })
    if (isApiFailure(error) && error.status === 409) onStale()
  }
  const handleShow = useCallback((next: Shown, rooms: readonly string[] = []) => {
    setShown(next)
    setChosen(rooms)
  }, [])
  async function handleUndo(): Promise<void> {
    const answer = await undo({ params: { id: read.id } })
    if (answer.error === undefined) reset()
  }
  return (
    <>
      {read.appliedAt !== null && (
        <Alert
          className={styles.venueDone}
          type="success"
          showIcon
          title={t('done')}
          description={
            done === undefined
              ? t('appliedHint')
              : t('doneCounts', {
                  created: done.created,
                  updated: done.updated,
                  removed: done.removed,
                })
          }
          action={
            <span className={styles.venueNext}>
              {read.isUndoable && (
                <Button loading={undoing.isLoading} onClick={() => void handleUndo()}>
                  {t('undo')}
                </Button>
              )}
              <Link to={pathTo('mapping', undefined, { building: done?.buildingIds[0] })}>
                <Button type="primary">{t('openMap')}</Button>
              </Link>
            </span>
          }
        />
      )}
      {read.appliedAt === null && undoing.isSuccess && (
        <Alert
          className={styles.venueDone}
          type="info"
          showIcon
          title={t('undone')}
          description={t('undoneHint')}
        />
      )}
      {hasPlan && (
        <div ref={picture}>
          <Suspense fallback={<LoadingState />}>
            <PlanPreview
              {...{ read, made, shown, chosen }}
              onShow={handleShow}
              onChoose={setChosen}
            />
          </Suspense>
        </div>
      )}
      <TextSources
        read={read}
        made={made.now}
        hasFile={upload.file !== null}
        isReading={upload.isReading}
        onChange={made.change}
        onFloorFrom={(floorFrom) => {
          if (upload.file !== null) void upload.read(upload.file, { floorFrom })
        }}
      />
      {read.buildings.map(
        (house) =>
          house.floors.length > 0 && (
            <PlannedBuilding key={house.key} building={house} isApplied={read.appliedAt !== null} />
          ),
      )}
      {!hasPlan && !lacksPosition(read) && (
        <Alert
          className={styles.venueDone}
          type="warning"
          showIcon
          title={t('nothing')}
          description={t('nothingHint')}
        />
      )}
      {read.appliedAt === null && mustConfirm && (
        <Assumptions read={read} isConfirmed={confirms} onChange={setConfirms} />
      )}
      {!isEmpty && !isFar && read.appliedAt === null && (
        <div className={styles.venueApply} data-testid="venue-apply">
          {simulator?.isThere === true && (
            <Checkbox checked={populates} onChange={(event) => setPopulates(event.target.checked)}>
              {t('populate')}
            </Checkbox>
          )}
          <Button
            type="primary"
            loading={isLoading}
            disabled={(mustConfirm && !confirms) || made.isSaving || made.isStale || made.hasFailed}
            onClick={() => void handleApply()}
          >
            {t('apply')}
          </Button>
          <span className="quiet">{t('applyHint')}</span>
        </div>
      )}
      <ModelEquipment read={read} />
      <FaultTable
        read={read}
        onShow={(place) => {
          handleShow(place, place.room === null ? [] : [place.room])
          picture.current?.scrollIntoView({ block: 'start' })
        }}
      />
      <FeatureReport
        features={read.features}
        made={made.now}
        isOpen={read.appliedAt === null}
        onChange={made.change}
      />
    </>
  )
}

/** Imports building plans from files, with a preview before anything is applied. */
import { InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { roomsRemovedBy, venueImports, type VenueImport } from '#contract/venue/venueImports.ts'
import { injectContract } from '#api/api.ts'
import { isApiFailure } from '#api/http.ts'
import { refusalText } from '#api/notices.ts'
import { pathTo } from '#lib/paths.ts'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { Page, Section } from '#ui/page/Page.tsx'
import { NoRight, PendingState } from '#ui/feedback/states.tsx'
import { rtlsCalls } from '../calls.ts'
import { Assumptions } from './Assumptions.tsx'
import { FeatureReport } from './FeatureReport.tsx'
import type { Place } from './degreesTyped.ts'
import { ModelEquipment } from './ModelEquipment.tsx'
import { ModelPlace } from './ModelPlace.tsx'
import { PlannedBuilding } from './PlannedBuilding.tsx'
import styles from '../rtls.module.css'
import { answerToShow } from '#ui/list/listQuery.ts'

const calls = injectContract(venueImports)
const address = { id: inAddress.id('venueImport') }

export function VenueImportPage() {
  const { t } = useTranslation(['venueImport', 'titles', 'common'])
  const may = useMay('editor|locations')
  const [{ id }, change] = useAddressState(address)
  const query = calls.useGetVenueImportQuery({ params: { id: id ?? 0 } }, { skip: id === null })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (!may) return <NoRight />
  return (
    <Page
      title={t('titles:venueImport')}
      kind="wide"
      back={{ to: pathTo('mapping'), label: t('titles:mapping') }}
    >
      <p className="quiet">
        {t('noFile')} <Link to={pathTo('floorPlan', { floorId: 'new' })}>{t('drawInstead')}</Link>
      </p>
      <Drop
        lacksPlace={data !== undefined && lacksPosition(data)}
        onRead={(next) => change({ id: next }, { push: next !== id })}
      />
      {id !== null && data === undefined && (
        <PendingState failure={error} onRetry={() => void refetch()} />
      )}
      {id !== null && data !== undefined && (
        <Preview key={data.id} read={data} onStale={() => void refetch()} />
      )}
    </Page>
  )
}

/** Also drawings, so that the refusal can name them. */
const ACCEPTED = '.ifc,.ifczip,.geojson,.json,.zip,.osm,.xml,.dwg,.dxf,.pdf'

/** A building model that does not say where it stands. */
const lacksPosition = ({ faults }: VenueImport): boolean =>
  faults.some(({ code }) => code === 'withoutPosition')

const isUnreadable = (error: unknown): boolean => isApiFailure(error) && error.status === 400

/** Joins several floors into one file, so that they are read as one building. */
async function bundled(files: readonly File[]): Promise<File> {
  const [only] = files
  if (files.length === 1 && only !== undefined) return only
  const texts = await Promise.all(
    files.map(async (file) => ({ name: file.name, text: await file.text() })),
  )
  return new File([JSON.stringify({ files: texts })], `${files.length} × ${only?.name ?? ''}`, {
    type: 'application/json',
  })
}

/** `onRead`: null after a refusal, so that an earlier file's preview does not stay. */
function Drop({
  lacksPlace,
  onRead,
}: {
  /** True if the model that was read does not say where it stands. */
  lacksPlace: boolean
  onRead(id: number | null): void
}) {
  const { t } = useTranslation(['venueImport', 'common'])
  const [file, setFile] = useState<File | null>(null)
  const [read, { isLoading, error }] = calls.useReadVenueFilesMutation()
  async function handleFiles(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    const chosen = await bundled(files)
    setFile(chosen)
    await send(chosen)
  }
  async function send(chosen: File, params: Partial<Place> = {}): Promise<void> {
    // The contract declares no body for an upload; its file is one.
    const answer = await read({ params, body: { file: chosen } } as never)
    if (answer.data !== undefined) onRead(answer.data.id)
    else if (isUnreadable(answer.error)) onRead(null)
  }
  return (
    <>
      {/* The field lies over the whole surface, so that what is dropped there falls into it. */}
      <label className={styles.venueDrop}>
        <InboxOutlined className={styles.venueDropMark} aria-hidden />
        <strong>{isLoading ? t('reading') : t('drop')}</strong>
        <span className="quiet">{t('dropHint')}</span>
        <input
          type="file"
          multiple
          accept={ACCEPTED}
          aria-label={t('drop')}
          disabled={isLoading}
          onChange={(event) => {
            void handleFiles([...(event.target.files ?? [])])
            event.target.value = '' // Allows choosing the corrected files again
          }}
        />
      </label>
      {lacksPlace && file !== null && (
        <ModelPlace isBusy={isLoading} onPlace={(place) => void send(file, place)} />
      )}
      {isUnreadable(error) && (
        <Alert
          type="error"
          showIcon
          title={
            <>
              <bdi>{file?.name}</bdi> — <span>{t('unreadable')}</span>
            </>
          }
          description={
            <>
              {isApiFailure(error) ? refusalText(error) : ''} {t('unreadableHint')}
            </>
          }
        />
      )}
    </>
  )
}

/** `onStale`: the preview does not match the effect any more. */
function Preview({ read, onStale }: { read: VenueImport; onStale(): void }) {
  const { t } = useTranslation(['venueImport', 'common'])
  const { data: simulator } = rtlsCalls.useGetSimulatorQuery()
  const [apply, { data: done, isLoading, reset }] = calls.useApplyVenueImportMutation()
  const [undo, undoing] = calls.useUndoVenueImportMutation()
  const [populates, setPopulates] = useState(true)
  const [confirms, setConfirms] = useState(false)
  const mustConfirm = read.assumed.length > 0
  const isEmpty = read.buildings.length === 0
  const isFar = read.buildings.some((one) => one.isFar)
  async function handleApply(): Promise<void> {
    const { error } = await apply({
      params: { id: read.id },
      body: {
        populate: populates && simulator?.isThere === true,
        removes: roomsRemovedBy(read),
        ...(mustConfirm && { confirms }),
      },
    })
    if (isApiFailure(error) && error.status === 409) onStale()
  }
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
      {read.buildings.map((house, place) => (
        <PlannedBuilding key={place} building={house} isApplied={read.appliedAt !== null} />
      ))}
      {isEmpty && !lacksPosition(read) && (
        <Alert type="warning" showIcon title={t('nothing')} description={t('nothingHint')} />
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
            disabled={mustConfirm && !confirms}
            onClick={() => void handleApply()}
          >
            {t('apply')}
          </Button>
          <span className="quiet">{t('applyHint')}</span>
        </div>
      )}
      <ModelEquipment read={read} />
      {read.faultCount > 0 && (
        <Section title={t('faults', { count: read.faultCount })}>
          <p className="quiet">{t('faultsHint')}</p>
          <div className={styles.venueTable}>
            <table
              className={`table ${styles.smallTable}`}
              aria-label={t('faults', { count: read.faultCount })}
            >
              <thead>
                <tr>
                  <th scope="col">{t('file')}</th>
                  <th scope="col">{t('feature')}</th>
                  <th scope="col">{t('whatIsWrong')}</th>
                </tr>
              </thead>
              <tbody>
                {read.faults.map((fault, index) => (
                  <tr key={index}>
                    <td>
                      <bdi dir="ltr">{fault.file}</bdi>
                    </td>
                    <td>
                      <bdi dir="ltr">{fault.feature ?? '—'}</bdi>
                    </td>
                    <td>{t(`fault_${fault.code}`)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Remaining count={read.faultCount - read.faults.length} />
        </Section>
      )}
      <FeatureReport features={read.features} />
    </>
  )
}

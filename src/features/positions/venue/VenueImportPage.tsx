import { InboxOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { venueImports } from '#contract/venue/venueImports.ts'
import { injectContract } from '#api/api.ts'
import { isApiFailure } from '#api/http.ts'
import { refusalText } from '#api/notices.ts'
import { pathTo } from '#lib/paths.ts'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { Page } from '#ui/page/Page.tsx'
import { NoRight, PendingState } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { lacksPosition } from './lacksPosition.ts'
import { ModelPlace } from './ModelPlace.tsx'
import { zipFiles, isUnreadable, useVenueUpload, type VenueUpload } from './useVenueUpload.ts'
import styles from '../rtls.module.css'

const calls = injectContract(venueImports)
const address = { id: inAddress.id('venueImport') }

export function VenueImportPage() {
  const { t } = useTranslation(['venueImport', 'titles', 'common'])
  const may = useMay('editor|locations')
  const [{ id }, change] = useAddressState(address)
  const query = calls.useGetVenueImportQuery({ params: { id: id ?? 0 } }, { skip: id === null })
  const { error, refetch } = query
  const data = answerToShow(query)
  const upload = useVenueUpload((next) => change({ id: next }, { push: next !== id }))
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
      <Drop upload={upload} lacksPlace={data !== undefined && lacksPosition(data)} />
      {id !== null && data === undefined && (
        <PendingState failure={error} onRetry={() => void refetch()} />
      )}
      {id !== null && data !== undefined && (
        <ImportPreview key={data.id} read={data} upload={upload} onStale={() => void refetch()} />
      )}
    </Page>
  )
}

/** Includes drawings, so that the server's refusal can name their format. */
const ACCEPTED = '.ifc,.ifczip,.geojson,.json,.zip,.osm,.xml,.dwg,.dxf,.pdf'

function Drop({
  upload: { file, isReading, error, read },
  lacksPlace,
}: {
  upload: VenueUpload
  lacksPlace: boolean
}) {
  const { t } = useTranslation(['venueImport', 'common'])
  const handleFiles = async (files: readonly File[]): Promise<void> => {
    if (files.length > 0) await read(await zipFiles(files))
  }
  return (
    <>
      {/** the field covers the whole area, so that files can be dropped anywhere */}
      <label className={styles.venueDrop}>
        <InboxOutlined className={styles.venueDropMark} aria-hidden />
        <strong>{isReading ? t('reading') : t('drop')}</strong>
        <span className="quiet">{t('dropHint')}</span>
        <input
          type="file"
          multiple
          accept={ACCEPTED}
          aria-label={t('drop')}
          disabled={isReading}
          onChange={(event) => {
            void handleFiles([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </label>
      {lacksPlace && file !== null && (
        <ModelPlace isBusy={isReading} onPlace={(place) => void read(file, place)} />
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

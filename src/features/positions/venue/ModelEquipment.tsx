import { useState } from 'react'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { imports } from '#contract/imports.ts'
import { venueImports, type VenueImport } from '#contract/venue/venueImports.ts'
import { fetchBlob, upload } from '#api/files.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useDownload } from '#ui/list/useDownload.ts'
import { pathTo } from '#lib/paths.ts'
import { Section } from '#ui/page/Page.tsx'
import styles from '../rtls.module.css'

export function ModelEquipment({ read }: { read: VenueImport }) {
  const { t } = useTranslation('venueImport')
  const mayImport = useMay('editor|import')
  const navigate = useNavigate()
  const { isBusy: isSaving, save } = useDownload()
  const [isSending, setIsSending] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  if (read.equipment === 0) return null
  const fileName = `${read.fileName}.csv`
  const register = () => fetchBlob(venueImports.getModelEquipment, { params: { id: read.id } })
  async function handleImport(): Promise<void> {
    setIsSending(true)
    setHasFailed(false)
    try {
      const file = new File([await register()], fileName, { type: 'text/csv' })
      const job = await upload(imports.uploadImport, { kind: 'equipment' }, file)
      void navigate(pathTo('importOne', { importId: job.id }))
    } catch {
      setHasFailed(true)
    } finally {
      setIsSending(false)
    }
  }
  return (
    <Section title={t('equipment', { count: read.equipment })}>
      <p className="quiet">{t('equipmentHint')}</p>
      <div className={styles.venueApply}>
        {mayImport && (
          <Button loading={isSending} onClick={() => void handleImport()}>
            {t('equipmentImport')}
          </Button>
        )}
        <Button type="link" loading={isSaving} onClick={() => void save(fileName, register)}>
          {t('equipmentDownload')}
        </Button>
      </div>
      {hasFailed && <Alert type="error" showIcon title={t('equipmentFailed')} />}
    </Section>
  )
}

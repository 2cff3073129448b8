import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Corrections } from '#contract/venue/corrections.ts'
import type { VenueImport } from '#contract/venue/venueImports.ts'
import { useFormat } from '#lib/format.tsx'
import { Section } from '#ui/page/Page.tsx'
import { Labelled } from './RoomCorrections.tsx'
import styles from './preview.module.css'

type Read = Pick<VenueImport, 'texts' | 'floorSources'>

export function TextSources({
  read: { texts, floorSources },
  made,
  hasFile,
  isReading,
  onChange,
  onFloorFrom,
}: {
  read: Read
  made: Corrections
  hasFile: boolean
  isReading: boolean
  onChange(made: Corrections): void
  onFloorFrom(key: string): void
}) {
  const { t } = useTranslation('venueImport')
  const format = useFormat()
  const options = texts.map(({ key, rooms, examples }) => ({
    value: key,
    label: (
      <span>
        <bdi dir="ltr">{key}</bdi>{' '}
        <span className="quiet">
          {t('inRooms', { number: rooms, examples: format.list(examples) })}
        </span>
      </span>
    ),
  }))
  const taken = texts.find(({ isName }) => isName)
  const floorTaken = floorSources.find(({ isTaken }) => isTaken)
  if (texts.length === 0 && floorSources.length < 2) return null
  return (
    <Section title={t('sources')}>
      <div className={styles.sources}>
        {texts.length > 0 && (
          <>
            <Labelled label={t('namesFrom')}>
              {(id) => (
                <Select
                  id={id}
                  popupMatchSelectWidth={false}
                  value={made.nameFrom ?? ''}
                  onChange={(key: string) =>
                    onChange({ ...made, nameFrom: key === '' ? null : key })
                  }
                  options={[
                    {
                      value: '',
                      label:
                        taken === undefined
                          ? t('namesAsRead')
                          : t('namesAsReadFrom', { property: taken.key }),
                    },
                    ...options.filter(({ value }) => value !== taken?.key),
                  ]}
                />
              )}
            </Labelled>
            <Labelled label={t('codesFrom')}>
              {(id) => (
                <Select
                  id={id}
                  popupMatchSelectWidth={false}
                  value={made.codeFrom ?? ''}
                  onChange={(key: string) =>
                    onChange({ ...made, codeFrom: key === '' ? null : key })
                  }
                  options={[{ value: '', label: t('namesAsRead') }, ...options]}
                />
              )}
            </Labelled>
          </>
        )}
        {floorSources.length > (floorTaken === undefined ? 0 : 1) && (
          <div className={styles.field}>
            <span>{t('floorsFrom')}</span>
            <p className="quiet">
              {floorTaken === undefined
                ? t('floorsFromFile')
                : t('floorsFromProperty', { property: floorTaken.key })}
            </p>
            <div className={styles.acts}>
              {floorSources
                .filter(({ isTaken }) => !isTaken)
                .map(({ key, floors, signs }) => (
                  <Button
                    key={key}
                    size="small"
                    loading={isReading}
                    disabled={!hasFile}
                    onClick={() => onFloorFrom(key)}
                  >
                    {t('readFloorsFrom', {
                      property: key,
                      number: floors,
                      examples: format.list(signs),
                    })}
                  </Button>
                ))}
            </div>
            <p className="quiet">{hasFile ? t('chooseNow') : t('chooseFileAgain')}</p>
          </div>
        )}
      </div>
    </Section>
  )
}

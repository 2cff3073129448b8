import { Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import {
  delimiters,
  encodings,
  type Delimiter,
  type Encoding,
  type ImportJob,
} from '#contract/imports.ts'
import { useRereadImportMutation } from './calls.ts'
import styles from './imports.module.css'

/** Encoding, delimiter and sheet; a change parses the file again. */
export function ReadingChoice({ job }: { job: ImportJob }) {
  const { t } = useTranslation('imports')
  const ids = { encoding: useId(), delimiter: useId(), sheet: useId() }
  const [reread, { isLoading }] = useRereadImportMutation()
  const { reading } = job
  if (reading === null) return null
  const again = (body: { encoding?: Encoding; delimiter?: Delimiter; sheet?: string }) =>
    void reread({ params: { id: job.id }, body })
  if (reading.format === 'xlsx')
    return reading.sheets.length < 2 ? null : (
      <div className={styles.importOptions}>
        <div>
          <label htmlFor={ids.sheet}>{t('sheet')}</label>
          <Select
            id={ids.sheet}
            value={reading.sheet}
            loading={isLoading}
            onChange={(sheet) => again({ sheet })}
            style={{ inlineSize: '100%' }}
            options={reading.sheets.map(({ name, rows }) => ({
              value: name,
              label: t('sheetRows', { name, rows: t('rowCount', { count: rows }) }),
              disabled: rows === 0,
            }))}
          />
        </div>
      </div>
    )
  const { encoding, delimiter } = reading
  return (
    <div className={styles.importOptions}>
      <div>
        <label htmlFor={ids.encoding}>{t('encoding')}</label>
        <Select<Encoding>
          id={ids.encoding}
          value={encoding}
          loading={isLoading}
          onChange={(value) => again({ encoding: value })}
          style={{ inlineSize: '100%' }}
          options={encodings.map((value) => ({ value, label: t(`encoding_${value}`) }))}
        />
      </div>
      <div>
        <label htmlFor={ids.delimiter}>{t('delimiter')}</label>
        <Select<Delimiter>
          id={ids.delimiter}
          value={delimiter}
          loading={isLoading}
          onChange={(value) => again({ encoding, delimiter: value })}
          style={{ inlineSize: '100%' }}
          options={delimiters.map((value) => ({ value, label: t(delimiterWords[value]) }))}
        />
      </div>
    </div>
  )
}

const delimiterWords = {
  ',': 'delimiter_comma',
  ';': 'delimiter_semicolon',
  '\t': 'delimiter_tab',
} as const satisfies Record<Delimiter, string>

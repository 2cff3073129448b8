import { WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { filterKeys } from '#contract/filter'
import { kindOfFilterKey } from '../../../entities/automations/names.ts'
import { filterPickers } from '../../../entities/filterObject/filterPickers.tsx'
import { UserPicker } from '../../../entities/pickers/pickers.tsx'
import { TicketTypePicker } from '../../../entities/tickets/TicketTypePicker.tsx'
import { replaceThing, stillNamed, widensWithout, type MissingThing, type SentenceDraft } from './sentenceDraft.ts'

interface Props {
  draft: SentenceDraft
  missing: readonly MissingThing[]
  onChange: (draft: SentenceDraft) => void
}

/** What is gone, by its last name, each with a picker for what takes its place (spec section 4). */
export function ReviewBanner({ draft, missing, onChange }: Props) {
  const { t } = useTranslation('automations')
  const open = stillNamed(draft, missing)
  return (
    <section className="review" role="alert">
      <strong><WarningOutlined aria-hidden /> {t('review.title')}</strong>
      <p>{t('review.text')}</p>
      <ul>
        {open.map((thing) => (
          <li key={`${thing.kind}${thing.id}`} className="review-thing">
            <span dir="auto">{t('review.gone', { name: thing.name })}</span>
            <Replacement thing={thing} onChosen={(id) => onChange(replaceThing(draft, thing, id))} />
            {thing.kind !== 'ticketType' && <Button size="small" type="link" onClick={() => onChange(replaceThing(draft, thing, null))}>{t('review.remove')}</Button>}
            {widensWithout(draft, thing) && <span className="quiet">{t('review.widens')}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Replacement({ thing, onChosen }: { thing: MissingThing; onChosen: (id: number) => void }) {
  const { t } = useTranslation('automations')
  const label = t('review.replace')
  const handleOne = (id: number | null) => { if (id !== null) onChosen(id) }
  if (thing.kind === 'ticketType') return <TicketTypePicker size="small" label={label} value={null} onChange={handleOne} />
  if (thing.kind === 'user') return <UserPicker size="small" label={label} value={null} onChange={handleOne} />
  const key = filterKeys.find((one) => kindOfFilterKey[one] === thing.kind)
  if (key === undefined) return null
  const Picker = filterPickers[key]
  return <Picker multiple label={label} value={[]} onChange={(ids) => handleOne(ids[0] ?? null)} />
}

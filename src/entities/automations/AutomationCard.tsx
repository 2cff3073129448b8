import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Automation } from '#contract/automation/automation.ts'
import type { Colour } from '#contract/colours.ts'
import { pathTo } from '#lib/paths.ts'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { AutomationSentence } from './AutomationSentence.tsx'
import styles from './sentence.module.css'

type Standing = 'active' | 'off' | 'review' | 'asleep'
const colourOf: Record<Standing, Colour | null> = {
  active: 'green',
  off: null,
  review: 'red',
  asleep: 'yellow',
}

function standingOf(
  { isActive, needsReview, validFrom, validTo }: Automation,
  now = new Date(),
): Standing {
  if (needsReview) return 'review'
  if (!isActive) return 'off'
  const isValid =
    (validFrom === null || new Date(validFrom) <= now) &&
    (validTo === null || new Date(validTo) >= now)
  return isValid ? 'active' : 'asleep'
}

export function StandingTag({ automation }: { automation: Automation }) {
  const { t } = useTranslation('automations')
  const standing = standingOf(automation)
  const colour = colourOf[standing]
  return colour === null ? (
    <span className={styles.standingOff}>{t(`standing.${standing}`)}</span>
  ) : (
    <ColourTag soft colour={colour}>
      {t(`standing.${standing}`)}
    </ColourTag>
  )
}

/**
 * An automation in a list: its sentence, its state, its last run. `to`: the address of its panel
 * beside the list.
 */
export function AutomationCard({
  automation,
  isCurrent = false,
  to,
}: {
  automation: Automation
  isCurrent?: boolean
  to?: string
}) {
  const { t } = useTranslation('automations')
  return (
    <article
      className={styles.automationCard}
      data-current={isCurrent}
      data-standing={standingOf(automation)}
    >
      <div className={styles.automationCardHead}>
        <StandingTag automation={automation} />
        {automation.name !== null && (
          <h3>
            <bdi>{automation.name}</bdi>
          </h3>
        )}
        <span className={`quiet ${styles.automationCardRuns}`}>
          {automation.runs === 0 ? (
            t('runs.none')
          ) : (
            <>
              {t('runs.count', { count: automation.runs })} · <When at={automation.lastRunAt} />
            </>
          )}
        </span>
      </div>
      <Link
        className={styles.automationCardLink}
        to={to ?? pathTo('automation', { automationId: automation.id })}
      >
        <AutomationSentence automation={automation} />
      </Link>
    </article>
  )
}

import { useTranslation } from 'react-i18next'
import { signs } from '#map/signs.ts'
import { Glyph, type GlyphPath } from '#ui/page/Glyph.tsx'
import { roomKindOfTool, tools, type Tool } from './tools.ts'
import styles from './plans.module.css'

const lines: Record<Exclude<Tool, 'stairs' | 'lift' | 'toilet' | 'entrance'>, GlyphPath> = {
  select: { line: 'M5 3.5l14 7-6 2-2.5 6z' },
  room: { line: 'M4 5h16v14H4z' },
  shape: { line: 'M4 19V8l6-4 10 5v10z' },
  wall: { line: 'M4 20L20 4M2 18l4 4M18 2l4 4' },
  split: { line: 'M4 5h16v14H4zM12 2v20' },
  door: { line: 'M4 20h4M16 20h4M8 20V6a12 12 0 0 1 8 14' },
  window: { line: 'M3 12h18M6 8.5v7M18 8.5v7M6 8.5h12M6 15.5h12' },
  gateway: {
    line: 'M5 10a10 10 0 0 1 14 0M8 13.5a5.6 5.6 0 0 1 8 0',
    fill: 'M12 15.2a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  },
  outline: { line: 'M3 21V3h12v7h6v11z' },
}
const markOf = (tool: Tool): GlyphPath => {
  const sign = roomKindOfTool(tool)
  return sign === null ? lines[tool as keyof typeof lines] : (signs[sign] ?? {})
}

export function PlanTools({ tool, onTool }: { tool: Tool; onTool(tool: Tool): void }) {
  const { t } = useTranslation('plans')
  return (
    <div className={styles.tools} role="group" aria-label={t('tools')}>
      {tools.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.tool}
          aria-pressed={tool === one}
          onClick={() => onTool(one)}
        >
          <Glyph path={markOf(one)} size={18} />
          <span>{t(`tool.${one}`)}</span>
        </button>
      ))}
    </div>
  )
}

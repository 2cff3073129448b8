/**
 * A quick guide with embedded fonts and bidirectional text, for languages that PDF readers lack
 * fonts for.
 */
import { createElement as h } from 'react'
import { Document, Page, renderToBuffer, StyleSheet, Text } from '@react-pdf/renderer'
import { directionOf as directionOfLanguage, type Language } from '#contract/languages.ts'
import { directionOf, families, prepareFonts } from '../modules/work/signedLogs/fonts.ts'

const styles = StyleSheet.create({
  page: { padding: 72, fontFamily: families, fontSize: 15 },
  title: { fontSize: 26, fontWeight: 700, marginBottom: 16 },
  step: { marginTop: 12 },
})

export async function drawGuide(
  title: string,
  steps: readonly string[],
  language: Language,
): Promise<Buffer> {
  await prepareFonts()
  const isTurned = directionOfLanguage(language) === 'rtl'
  const line = (text: string) => ({
    direction: directionOf(text, isTurned),
    textAlign: isTurned ? ('right' as const) : ('left' as const),
  })
  return renderToBuffer(
    h(
      Document,
      { language },
      h(
        Page,
        { size: 'A4', style: styles.page },
        h(Text, { style: [styles.title, line(title)] }, title),
        ...steps.map((step, index) => {
          const text = `${index + 1}.  ${step}`
          return h(Text, { key: index, style: [styles.step, line(text)] }, text)
        }),
      ),
    ),
  )
}

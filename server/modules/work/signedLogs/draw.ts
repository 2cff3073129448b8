import { dateFormat, writeNumber, zonedFormat } from '#contract/formatters.ts'
import { createElement as h, type ReactNode } from 'react'
import {
  Document,
  Image,
  Page,
  Path,
  renderToBuffer,
  StyleSheet,
  Svg,
  Text,
  View,
} from '@react-pdf/renderer'
import qrcode from 'qrcode-generator'
import { zoneText } from '#contract/rules/zoneText.ts'
import { directionOf as directionOfLanguage, localeOf } from '#contract/languages.ts'
import type { AddendumRecord, Entry, PerformanceRecord } from '#contract/signedLog/record.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import { attachRecord } from './attachment.ts'
import type { Drawing } from './drawTask.ts'
import { directionOf, families, prepareFonts } from './fonts.ts'
import { words, type Words } from './words.ts'

const styles = StyleSheet.create({
  page: { padding: 40, paddingBottom: 56, fontFamily: families, fontSize: 10, color: '#1b2430' },
  over: { fontSize: 9, color: '#5b6775' },
  title: { fontSize: 18, fontWeight: 700, marginTop: 2, marginBottom: 8 },
  verdict: { padding: 8, borderRadius: 4, marginBottom: 12, fontWeight: 700 },
  good: { backgroundColor: '#e6f4ea', color: '#14532d' },
  bad: { backgroundColor: '#fdecea', color: '#8a1c12' },
  facts: { marginBottom: 10 },
  row: { flexDirection: 'row', paddingVertical: 2, gap: 8 },
  rowTurned: { flexDirection: 'row-reverse' },
  label: { width: 110, color: '#5b6775' },
  value: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  heading: { fontSize: 12, fontWeight: 700, marginTop: 12, marginBottom: 4 },
  answer: { paddingVertical: 5, borderBottom: '0.5 solid #d5dbe1' },
  given: { fontWeight: 700, marginTop: 1 },
  quiet: { color: '#5b6775' },
  pictures: { flexDirection: 'row', flexWrap: 'wrap', gap: 8, marginTop: 4 },
  picture: { width: 240, height: 180, objectFit: 'contain' },
  signature: { width: 200, height: 70, objectFit: 'contain' },
  hash: { fontSize: 8, color: '#5b6775' },
  sealBox: { marginTop: 16, paddingTop: 8, borderTop: '1 solid #1b2430' },
  qr: { width: 92, height: 92 },
  foot: { position: 'absolute', bottom: 24, left: 40, right: 40, fontSize: 8, color: '#5b6775' },
})

type Style = ReturnType<typeof StyleSheet.create>[string]

export async function drawSignedLog(drawing: Drawing): Promise<Uint8Array> {
  await prepareFonts()
  const pdf = await renderToBuffer(documentOf(drawing))
  return new Uint8Array(attachRecord(pdf, JSON.stringify(drawing.bundle)))
}

interface Pen {
  said: Words
  isTurned: boolean
  when(instant: string): string
  /** A date without a time, independent of the time zone. */
  day(date: string): string
  number(value: number): string
}

function penOf({ language, timezone }: Drawing): Pen {
  const locale = localeOf(language)
  const dates = zonedFormat(locale, timezone, { dateStyle: 'long', timeStyle: 'short' })
  const days = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    said: words[language],
    day: (date) => days.format(new Date(`${date}T00:00:00Z`)),
    isTurned: directionOfLanguage(language) === 'rtl',
    when: (instant) => dates.format(new Date(instant)),
    number: (value) => writeNumber(locale, value, { maximumFractionDigits: 6 }),
  }
}

const line = (pen: Pen, text: string, ...style: Style[]): ReactNode =>
  h(
    Text,
    {
      style: [
        {
          direction: directionOf(text, pen.isTurned),
          textAlign: pen.isTurned ? 'right' : 'left',
        } as const,
        ...style,
      ],
    },
    text,
  )

const row = (pen: Pen, ...children: ReactNode[]): ReactNode =>
  h(
    View,
    { style: pen.isTurned ? [styles.row, styles.rowTurned] : styles.row, wrap: false },
    ...children,
  )
const fact = (pen: Pen, label: string, value: string): ReactNode =>
  row(
    pen,
    h(View, { style: styles.label }, line(pen, label)),
    h(View, { style: styles.value }, line(pen, value)),
  )

function documentOf(drawing: Drawing) {
  const pen = penOf(drawing)
  const { said } = pen
  const { entries } = drawing.bundle
  const original = entries.find(({ record }) => record?.kind === 'performance')
  const record = original?.record?.kind === 'performance' ? original.record : null
  const addenda = entries.flatMap((entry) =>
    entry.record?.kind === 'addendum' ? [{ entry, record: entry.record }] : [],
  )
  const title = record?.procedure.name ?? said.title
  return h(
    Document,
    { title, language: drawing.language, creator: 'Plantroom', producer: 'Plantroom' },
    h(
      Page,
      { size: drawing.paper, style: styles.page },
      line(pen, said.title, styles.over),
      record === null ? null : line(pen, record.company, styles.over),
      line(pen, title, styles.title),
      verdictOf(drawing, pen, original),
      record === null ? null : performanceOf(drawing, pen, record),
      addenda.length === 0 ? null : addendaOf(pen, addenda),
      original === undefined ? null : sealOf(drawing, pen, original),
      h(Text, {
        style: [styles.foot, { textAlign: 'center' }],
        fixed: true,
        render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) =>
          said.page(pageNumber, totalPages),
      }),
    ),
  )
}

function verdictOf({ faults, removedAt }: Drawing, pen: Pen, original: Entry | undefined) {
  const { said } = pen
  const isGood = faults.length === 0
  const text = !isGood
    ? said.notUnchanged
    : removedAt !== null
      ? said.removed(pen.when(removedAt))
      : said.unchanged(original === undefined ? '' : pen.when(original.sealedAt))
  return h(View, { style: [styles.verdict, isGood ? styles.good : styles.bad] }, line(pen, text))
}

function performanceOf(drawing: Drawing, pen: Pen, record: PerformanceRecord): ReactNode {
  const { said } = pen
  return h(
    View,
    {},
    h(
      View,
      { style: styles.facts },
      fact(pen, said.procedure, record.procedure.name),
      fact(pen, said.version, pen.number(record.procedure.version)),
      record.equipment === null ? null : fact(pen, said.place, record.equipment.name),
      record.location === null ? null : fact(pen, said.place, record.location.name),
      fact(pen, said.doneBy, record.doneBy.name),
      fact(pen, said.begun, pen.when(record.startedAt)),
      fact(pen, said.done, pen.when(record.doneAt)),
      fact(pen, said.received, pen.when(record.receivedAt)),
      fact(pen, said.zone, zoneText(drawing.timezone, Date.parse(record.doneAt))),
      fact(
        pen,
        said.score,
        record.maximum > 0
          ? `${pen.number(record.points)}/${pen.number(record.maximum)}`
          : said.notScored,
      ),
    ),
    line(pen, said.questions, styles.heading),
    ...record.questions.map((question, index) => questionOf(drawing, pen, record, question, index)),
    record.used.length === 0 ? null : line(pen, said.used, styles.heading),
    ...record.used.map((item) =>
      fact(
        pen,
        item.name,
        `${pen.number(item.amount)} ${item.unit}${item.discardedDoses > 0 ? ` · ${said.discarded}: ${pen.number(item.discardedDoses)}` : ''}`,
      ),
    ),
  )
}

function questionOf(
  drawing: Drawing,
  pen: Pen,
  record: PerformanceRecord,
  question: SurveyQuestion,
  index: number,
): ReactNode {
  const answer = record.answers.find(({ questionId }) => questionId === question.id)
  return h(
    View,
    { style: styles.answer, key: question.id },
    line(pen, `${pen.number(index + 1)}. ${question.title}`, styles.quiet),
    answer === undefined
      ? line(pen, pen.said.notAnswered, styles.quiet)
      : answer.kind === 'file'
        ? filesOf(drawing, pen, record, answer.fileIds, styles.picture)
        : answer.kind === 'signature'
          ? filesOf(drawing, pen, record, [answer.fileId], styles.signature)
          : line(pen, textOf(pen, record, question, answer), styles.given),
  )
}

function textOf(
  pen: Pen,
  record: PerformanceRecord,
  question: SurveyQuestion,
  answer: GivenAnswer,
): string {
  const titles = (ids: readonly number[]) =>
    question.answers
      .filter(({ id }) => ids.includes(id))
      .map(({ title }) => title)
      .join(', ')
  switch (answer.kind) {
    case 'singleChoice':
      return titles([answer.answerId])
    case 'multipleChoice':
      return titles(answer.answerIds)
    case 'number':
      return `${pen.number(answer.value)} ${question.unit ?? ''}`.trim()
    case 'text':
      return answer.text
    case 'date':
      return pen.day(answer.date)
    case 'user':
      return record.people.find(({ id }) => id === answer.userId)?.name ?? ''
    case 'file':
    case 'signature':
      return ''
  }
}

function filesOf(
  { pictures }: Drawing,
  pen: Pen,
  record: PerformanceRecord,
  ids: readonly number[],
  style: Style,
): ReactNode {
  const files = record.files.filter(({ id }) => ids.includes(id))
  const drawn = new Map(pictures.map(({ id, bytes }) => [id, bytes]))
  return h(
    View,
    { style: pen.isTurned ? [styles.pictures, styles.rowTurned] : styles.pictures },
    ...files.map(({ id, name, sha256 }) => {
      const bytes = drawn.get(id)
      return h(
        View,
        { key: id, wrap: false },
        bytes === undefined
          ? line(pen, `${name}\n${pen.said.photoElsewhere}`)
          : h(Image, { src: Buffer.from(bytes), style }),
        h(Text, { style: styles.hash }, sha256),
      )
    }),
  )
}

const addendaOf = (
  pen: Pen,
  addenda: readonly { entry: Entry; record: AddendumRecord }[],
): ReactNode =>
  h(
    View,
    {},
    line(pen, pen.said.addenda, styles.heading),
    ...addenda.map(({ entry, record }) =>
      h(
        View,
        { key: entry.sequence, style: styles.answer },
        line(pen, record.by.name, styles.quiet),
        line(pen, pen.when(record.at), styles.quiet),
        line(pen, record.text, styles.given),
      ),
    ),
  )

function sealOf({ checkUrl, bundle }: Drawing, pen: Pen, entry: Entry): ReactNode {
  const { said } = pen
  return h(
    View,
    { style: styles.sealBox, wrap: false },
    row(
      pen,
      qrOf(checkUrl),
      h(
        View,
        { style: styles.value },
        line(pen, `${said.seal}: ${said.number} ${entry.sequence} · ${said.key} ${entry.keyId}`),
        h(
          Text,
          { style: [styles.hash, { textAlign: pen.isTurned ? 'right' : 'left' }] },
          entry.hash,
        ),
        h(
          Text,
          { style: [styles.hash, { textAlign: pen.isTurned ? 'right' : 'left' }] },
          bundle.head.chain,
        ),
        line(pen, said.howToCheck, { fontSize: 9, marginTop: 4 }),
      ),
    ),
  )
}

function qrOf(text: string): ReactNode {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  let squares = ''
  for (let y = 0; y < count; y += 1)
    for (let x = 0; x < count; x += 1)
      if (code.isDark(y, x)) squares += `M${x + 2} ${y + 2}h1v1h-1z`
  return h(
    Svg,
    { viewBox: `0 0 ${count + 4} ${count + 4}`, style: styles.qr },
    h(Path, { d: squares, fill: '#000' }),
  )
}

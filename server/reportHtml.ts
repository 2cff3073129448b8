/** The pages of a label and of a report as HTML, which needs no script to be read and sent. */
import type { ReportAnswer, ReportPage } from '#contract/labelReports.ts'
import { numberFormat, relativeTimeFormat, zonedFormat } from '#contract/formatters.ts'
import { directionOf, localeOf, type Language } from '#contract/languages.ts'
import {
  filled,
  problemText,
  wordsOf,
  type ReportWords,
} from './modules/work/labelReports/index.ts'
import { escaped } from './signInPage.ts'

/** Words that the script shows (src/app/report/entry.ts). */
const scriptWords = [
  'badPhoto',
  'copied',
  'failed',
  'forget',
  'goneHint',
  'later',
  'noNetwork',
  'notKept',
  'notSent',
  'onlyTwo',
  'refused',
  'removePhoto',
  'sending',
  'tooLate',
  'tooMany',
  'waits',
  'yourReport',
] as const satisfies (keyof ReportWords)[]

interface Shown {
  template: string
  language: Language
  now: Date
}

export type Notice = 'tooMany' | 'failed' | 'foreign'

/** What a form without a script sent, to be shown again when it was refused. */
export interface Given {
  key: string
  problem: string
  again: string
  words: string
  name: string
  phone: string
}
const nothingGiven: Given = { key: '', problem: '', again: '', words: '', name: '', phone: '' }

/** A name may run in another direction than the page. */
const bdi = (text: string): string => `<bdi>${escaped(text)}</bdi>`

function pageOf({ template, language }: Shown, title: string, body: string): string {
  const lang = localeOf(language).split('-u-')[0] ?? language
  return template
    .replace('<html lang="en" dir="ltr">', `<html lang="${lang}" dir="${directionOf(language)}">`)
    .replace('<title>Plantroom</title>', () => `<title>${escaped(title)}</title>`)
    .replace('<main id="root"></main>', () => `<main id="root">${body}</main>`)
}

const days = (language: Language, count: number): string =>
  numberFormat(localeOf(language), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(
    count,
  )

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 60_000],
] as const

function ago(language: Language, at: string, now: Date): string {
  const elapsed = Math.max(0, now.getTime() - Date.parse(at))
  const [unit, length] = STEPS.find(([, one]) => elapsed >= one) ?? STEPS[3]
  return relativeTimeFormat(localeOf(language), { numeric: 'auto' }).format(
    -Math.floor(elapsed / length),
    unit,
  )
}

function callTo(text: string, phone: string): string {
  const href = phone.replace(/[^\d+]/g, '')
  const number = `<bdi dir="ltr">${escaped(phone)}</bdi>`
  return filled(escaped(text), {
    phone: href === '' ? number : `<a href="tel:${href}">${number}</a>`,
  })
}

const receivers = (
  words: ReportWords,
  language: Language,
  of: { receiver: string; days: number },
) =>
  `<p class="quiet">${filled(escaped(words.goesTo), { receiver: bdi(of.receiver) })} ${filled(
    escaped(words.kept),
    { days: escaped(days(language, of.days)) },
  )} ${escaped(words.textStays)}</p>`

/** The script sends kept reports from each page, and shows those that were not taken. */
const OWN = '<section id="own" hidden></section>'

function toldTo(words: ReportWords, phone = ''): string {
  const told = {
    ...Object.fromEntries(scriptWords.map((word) => [word, words[word]])),
    call: phone === '' ? '' : filled(words.call, { phone }),
  }
  return `<script type="application/json" id="words">${JSON.stringify(told).replaceAll('<', '\\u003c')}</script>`
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`

const field = (text: string, control: string): string =>
  `<label class="field">${escaped(text)}${control}</label>`

/** What a reporter may write beside the problem. The line end keeps an empty first line. */
const writing = (words: ReportWords, { words: text, name, phone }: Given, photos = ''): string =>
  `${field(words.details, `<textarea name="words" rows="3" maxlength="2000" dir="auto">\n${escaped(text)}</textarea>`)}${photos}${field(words.name, `<input name="name" maxlength="100" autocomplete="name" dir="auto" value="${escaped(name)}">`)}${field(words.phone, `<input name="phone" type="tel" maxlength="60" autocomplete="tel" dir="ltr" value="${escaped(phone)}">`)}`

interface Asked extends Shown {
  /** The address to send forms to. */
  path: string
  key: string
  notice: Notice | null
  given: Given | null
}

export function labelPage(page: ReportPage, shown: Asked): string {
  const { language, path, notice } = shown
  const given = shown.given ?? nothingGiven
  const key = given.key === '' ? shown.key : given.key
  const words = wordsOf(language)
  const place = [page.name, page.place ?? ''].filter((one) => one !== '').map(bdi)
  const open = page.open
    .map(
      (report) =>
        `<li class="card"><form class="again" method="post" action="${path}">${hidden('key', key)}${hidden('again', report.ref)}${hidden('problem', report.key)}<div><strong>${escaped(problemText(report, language))}</strong><p class="quiet">${filled(
          escaped(words[report.isTaken ? 'taken' : report.isWaiting ? 'waiting' : 'reported']),
          { ago: escaped(ago(language, report.at, shown.now)) },
        )}</p></div>${report.isOwn ? `<p>${escaped(words.ownReport)}</p>` : `<button>${escaped(words.meToo)}</button>`}</form></li>`,
    )
    .join('')
  const kinds = page.problems
    .map(
      (problem) =>
        `<label><input type="radio" name="problem" value="${escaped(problem.key)}" required${problem.key === given.problem ? ' checked' : ''}>${escaped(problemText(problem, language))}</label>`,
    )
    .join('')
  const said = notice ?? (page.isFull ? 'tooMany' : null)
  const warning =
    said === null
      ? ''
      : `${escaped(words[said])} ${page.phone === '' ? '' : callTo(words.call, page.phone)}`
  const photos = `<div class="field" id="photos" hidden>${field(words.photos, '<input type="file" accept="image/*" multiple>')}<div class="pictures"></div></div>`
  return pageOf(
    shown,
    words.title,
    `<header>${place.length === 0 ? '' : `<p>${place.join(' · ')}</p>`}<h1>${escaped(words.title)}</h1></header><p id="status" class="bad" role="status" tabindex="-1">${warning}</p>${OWN}${open === '' ? '' : `<section><h2>${escaped(words.already)}</h2><ul>${open}</ul><p>${escaped(words.another)}</p></section>`}<form id="report" method="post" action="${path}">${hidden('key', key)}<fieldset><legend>${escaped(words.what)}</legend><div class="kinds">${kinds}</div></fieldset>${writing(words, given, photos)}<button class="first">${escaped(words.send)}</button></form>${page.phone === '' ? '' : `<p>${callTo(words.urgent, page.phone)}</p>`}${receivers(words, language, page)}<p><a id="staff" href="/login">${escaped(words.signIn)}</a></p>${toldTo(words, page.phone)}`,
  )
}

/** The same for every address that opens nothing, whatever the reason. */
export function gonePage(shown: Shown): string {
  const words = wordsOf(shown.language)
  return pageOf(
    shown,
    words.gone,
    `<h1>${escaped(words.gone)}</h1><p>${escaped(words.goneHint)}</p>${OWN}<p><a id="staff" href="/login">${escaped(words.signIn)}</a></p>${toldTo(words)}`,
  )
}

interface Busy extends Shown {
  path: string
  phone: string
  given: Given | null
  fixed: string
}

/** The network of the reader called too often. What was typed is kept in the form. */
export function busyPage({ path, phone, given, fixed, ...shown }: Busy): string {
  const words = wordsOf(shown.language)
  const again = `<button class="first">${escaped(words.tryAgain)}</button>`
  const form =
    given === null
      ? fixed === ''
        ? `<form action="${path}">${again}</form>`
        : `<form method="post" action="${path}">${hidden('fixed', fixed)}${again}</form>`
      : `<form method="post" action="${path}">${hidden('key', given.key)}${hidden('problem', given.problem)}${hidden('again', given.again)}${given.again === '' ? writing(words, given) : ''}${again}</form>`
  const failed =
    given === null ? (fixed === '' ? '' : `${words.answerFailed} `) : `${words.failed} `
  return pageOf(
    shown,
    words.title,
    `<h1>${escaped(words.title)}</h1><p class="bad" role="alert">${escaped(failed + words.busy)}</p>${phone === '' ? '' : `<p>${callTo(words.urgent, phone)}</p>`}${form}`,
  )
}

interface Answered extends Shown {
  path: string
  notice: 'answerFailed' | 'foreign' | null
}

export function answerPage(answer: ReportAnswer, shown: Answered): string {
  const { language, path, notice } = shown
  const words = wordsOf(language)
  const when = (at: string) =>
    zonedFormat(localeOf(language), answer.timezone, {
      dateStyle: 'medium',
      timeStyle: 'short',
    }).format(Date.parse(at))
  const comments = answer.comments
    .map(
      ({ at, text }) =>
        `<li class="card"><p dir="auto">${escaped(text)}</p><p class="quiet">${escaped(ago(language, at, shown.now))}</p></li>`,
    )
    .join('')
  const question = answer.asks
    ? `<form class="card" method="post" action="${path}"><h2>${escaped(words.fixed)}</h2><div class="answers"><button class="first" name="fixed" value="yes">${escaped(words.yes)}</button><button name="fixed" value="no">${escaped(words.no)}</button></div></form>`
    : answer.isFixed === null
      ? ''
      : `<p>${escaped(answer.isFixed ? words.saidYes : words.saidNo)}</p>`
  return pageOf(
    shown,
    words.answerTitle,
    `<header>${answer.name === '' ? '' : `<p>${bdi(answer.name)}</p>`}<h1>${escaped(words.answerTitle)}</h1></header>${notice === null ? '' : `<p class="bad" role="alert">${escaped(words[notice])}</p>`}<section class="card"><p class="state">${escaped(words[`state_${answer.state}`])}${answer.stateName === null ? '' : ` · ${bdi(answer.stateName)}`}</p><p>${escaped(problemText(answer, language))}</p><p class="quiet">${filled(escaped(words.reported), { ago: escaped(ago(language, answer.at, shown.now)) })}${answer.closedAt === null ? '' : ` · ${escaped(words.state_done)}: <time datetime="${answer.closedAt}">${escaped(when(answer.closedAt))}</time>`}</p></section>${question}${comments === '' ? '' : `<section><h2>${escaped(words.messages)}</h2><ul>${comments}</ul></section>`}${answer.phone === '' ? '' : `<p>${callTo(words.urgent, answer.phone)}</p>`}<p class="quiet">${escaped(words.keepAddress)}</p><button type="button" id="copy" hidden>${escaped(words.copy)}</button>${OWN}${receivers(words, language, answer)}${toldTo(words, answer.phone)}`,
  )
}

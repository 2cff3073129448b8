/**
 * Scanners that type press the keys of a US keyboard. With another layout in use, other characters
 * arrive: EQ-104 arrives as УЙ-104 in Russian and as EQ=+éč in Czech.
 *
 * Keys of the Windows layouts, from Unicode CLDR 42 (keyboards/windows): first unshifted, then
 * shifted. Each layout lists its keys in the order of `usKeys`.
 */
const usKeys = keysOf(
  "` 1 2 3 4 5 6 7 8 9 0 - = q w e r t y u i o p [ ] a s d f g h j k l ; ' \\ z x c v b n m , . /",
  '~ ! @ # $ % ^ & * ( ) _ + Q W E R T Y U I O P { } A S D F G H J K L : " | Z X C V B N M < > ?',
)

const layouts: readonly (readonly string[])[] = [
  // Russian
  keysOf(
    'ё 1 2 3 4 5 6 7 8 9 0 - = й ц у к е н г ш щ з х ъ ф ы в а п р о л д ж э \\ я ч с м и т ь б ю .',
    'Ё ! " № ; % : ? * ( ) _ + Й Ц У К Е Н Г Ш Щ З Х Ъ Ф Ы В А П Р О Л Д Ж Э / Я Ч С М И Т Ь Б Ю ,',
  ),
  // Hebrew: Shift gives Latin capitals, and brackets are swapped.
  keysOf(
    "; 1 2 3 4 5 6 7 8 9 0 - = / ' ק ר א ט ו ן ם פ ] [ ש ד ג כ ע י ח ל ך ף , \\ ז ס ב ה נ מ צ ת ץ .",
    '~ ! @ # $ % ^ & * ) ( _ + Q W E R T Y U I O P } { A S D F G H J K L : " | Z X C V B N M > < ?',
  ),
  // Arabic (101): Shift gives marks, and the key B gives two characters.
  keysOf(
    'ذ 1 2 3 4 5 6 7 8 9 0 - = ض ص ث ق ف غ ع ه خ ح ج د ش س ي ب ل ا ت ن م ك ط \\ ئ ء ؤ ر لا ى ة و ز ظ',
    '\u0651 ! @ # $ % ^ & * ) ( _ + \u064e \u064b \u064f \u064c لإ إ ‘ ÷ × ؛ < > ' +
      '\u0650 \u064d ] [ لأ أ ـ ، / : " | ~ \u0652 } { لآ آ ’ , . ؟',
  ),
  // Czech
  keysOf(
    '; + ě š č ř ž ý á í é = ´ q w e r t z u i o p ú ) a s d f g h j k l ů § ¨ y x c v b n m , . -',
    '° 1 2 3 4 5 6 7 8 9 0 % ˇ Q W E R T Z U I O P / ( A S D F G H J K L " ! \' Y X C V B N M ? : _',
  ),
  // Slovak
  keysOf(
    '; + ľ š č ť ž ý á í é = ´ q w e r t z u i o p ú ä a s d f g h j k l ô § ň y x c v b n m , . -',
    '° 1 2 3 4 5 6 7 8 9 0 % ˇ Q W E R T Z U I O P / ( A S D F G H J K L " ! ) Y X C V B N M ? : _',
  ),
]

function keysOf(...levels: readonly string[]): string[] {
  return levels.flatMap((level) => level.split(' '))
}

/** Per layout: the typed character and what a US keyboard would have typed. */
const meanings = layouts.map((layout) => ({
  keys: [
    [' ', ' '] as const,
    ...layout.map((arrived, key) => [arrived, usKeys[key] ?? ''] as const),
  ],
  hasDigits: layout.includes('1') && layout.indexOf('1') === usKeys.indexOf('1'),
}))
type Keys = (typeof meanings)[number]['keys']

/** Characters. Longer texts are typed by people, not by scanners. */
const TYPED_MAXIMUM = 200
/** Maximum readings. Arabic لا is one key or two, which doubles them. */
const READINGS_MAXIMUM = 4

/**
 * Possible originals of a text that a scanner typed in another keyboard layout, for texts with a
 * digit. If the layout has ASCII digits, an ASCII text is correct as it is.
 */
export function readingsOfLayouts(text: string): string[] {
  const typed = text.trim() // not normalized: that would reorder the marks of Arabic
  if (typed.length === 0 || typed.length > TYPED_MAXIMUM) return []
  const isRight = (hasDigits: boolean) => (hasDigits ? /^\p{ASCII}*$/u : /\d/).test(typed)
  const found = meanings.flatMap(({ keys, hasDigits }) =>
    isRight(hasDigits) ? [] : readingsIn(keys, typed),
  )
  return [...new Set(found)].filter((reading) => reading !== typed && /\d/.test(reading))
}

function readingsIn(keys: Keys, text: string): string[] {
  let readings = [{ meant: '', at: 0 }]
  while (readings.some(({ at }) => at < text.length))
    readings = readings
      .flatMap((reading) => (reading.at === text.length ? [reading] : nextOf(keys, text, reading)))
      .slice(0, READINGS_MAXIMUM)
  return readings.map(({ meant }) => meant)
}

const nextOf = (keys: Keys, text: string, { meant, at }: { meant: string; at: number }) =>
  keys
    .filter(([arrived]) => text.startsWith(arrived, at))
    .map(([arrived, key]) => ({ meant: meant + key, at: at + arrived.length }))

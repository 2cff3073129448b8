/** What a lock screen shows: the kind of a message, in the reader's language. */
import { numberFormat, pluralRules } from '#contract/formatters.ts'
import type { Language } from '#contract/languages.ts'
import type { PushGroup } from '#contract/rules/pushGroups.ts'

interface PushWords {
  one: Record<PushGroup, string>
  many: (count: number) => string
  urgent: (title: string) => string
  test: { title: string; body: string }
}

const plural =
  (language: Language, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }) =>
  (count: number): string => {
    const form = forms[pluralRules(language).select(count)] ?? forms.other
    return form.replace('#', numberFormat(language).format(count))
  }

export const pushTexts: Record<Language, PushWords> = {
  en: {
    one: {
      tickets: 'You have a ticket',
      equipment: 'Equipment you follow has changed',
      automations: 'You have a message',
      sensors: 'A sensor or gateway needs attention',
      zones: 'The place of equipment needs attention',
      stock: 'Stock is low',
      administration: 'A message for administrators',
    },
    many: plural('en', { one: '# new message', other: '# new messages' }),
    urgent: (title) => `Urgent: ${title}`,
    test: { title: 'Test message', body: 'Messages arrive on this device.' },
  },
  he: {
    one: {
      tickets: 'יש לך קריאה',
      equipment: 'ציוד במעקב שלך השתנה',
      automations: 'יש לך הודעה',
      sensors: 'חיישן או מקלט דורש טיפול',
      zones: 'מיקום של ציוד דורש טיפול',
      stock: 'המלאי נמוך',
      administration: 'הודעה למנהלי המערכת',
    },
    many: plural('he', { one: 'הודעה חדשה', two: 'שתי הודעות חדשות', other: '# הודעות חדשות' }),
    urgent: (title) => `דחוף: ${title}`,
    test: { title: 'הודעת ניסיון', body: 'הודעות מגיעות למכשיר הזה.' },
  },
  ar: {
    one: {
      tickets: 'لديك تذكرة',
      equipment: 'تغيّرت معدّة تتابعها',
      automations: 'لديك رسالة',
      sensors: 'مستشعر أو بوابة يحتاج إلى انتباه',
      zones: 'مكان معدّة يحتاج إلى انتباه',
      stock: 'المخزون منخفض',
      administration: 'رسالة للمسؤولين',
    },
    many: plural('ar', {
      zero: 'لا رسائل جديدة',
      one: 'رسالة جديدة',
      two: 'رسالتان جديدتان',
      few: '# رسائل جديدة',
      many: '# رسالة جديدة',
      other: '# رسالة جديدة',
    }),
    urgent: (title) => `عاجل: ${title}`,
    test: { title: 'رسالة تجريبية', body: 'تصل الرسائل إلى هذا الجهاز.' },
  },
  ru: {
    one: {
      tickets: 'У вас заявка',
      equipment: 'Изменилось оборудование, за которым вы следите',
      automations: 'У вас сообщение',
      sensors: 'Датчик или шлюз требует внимания',
      zones: 'Место оборудования требует внимания',
      stock: 'Запас заканчивается',
      administration: 'Сообщение для администраторов',
    },
    many: plural('ru', {
      one: '# новое сообщение',
      few: '# новых сообщения',
      many: '# новых сообщений',
      other: '# новых сообщений',
    }),
    urgent: (title) => `Срочно: ${title}`,
    test: { title: 'Пробное сообщение', body: 'Сообщения приходят на это устройство.' },
  },
  cs: {
    one: {
      tickets: 'Máte tiket',
      equipment: 'Sledované zařízení se změnilo',
      automations: 'Máte zprávu',
      sensors: 'Senzor nebo brána vyžaduje pozornost',
      zones: 'Umístění zařízení vyžaduje pozornost',
      stock: 'Zásoba dochází',
      administration: 'Zpráva pro správce',
    },
    many: plural('cs', {
      one: '# nová zpráva',
      few: '# nové zprávy',
      many: '# nové zprávy',
      other: '# nových zpráv',
    }),
    urgent: (title) => `Naléhavé: ${title}`,
    test: { title: 'Zkušební zpráva', body: 'Na toto zařízení zprávy chodí.' },
  },
  sk: {
    one: {
      tickets: 'Máte tiket',
      equipment: 'Sledované zariadenie sa zmenilo',
      automations: 'Máte správu',
      sensors: 'Senzor alebo brána si vyžaduje pozornosť',
      zones: 'Umiestnenie zariadenia si vyžaduje pozornosť',
      stock: 'Zásoba sa míňa',
      administration: 'Správa pre správcov',
    },
    many: plural('sk', {
      one: '# nová správa',
      few: '# nové správy',
      many: '# novej správy',
      other: '# nových správ',
    }),
    urgent: (title) => `Naliehavé: ${title}`,
    test: { title: 'Skúšobná správa', body: 'Na toto zariadenie správy chodia.' },
  },
}

import type { Language } from '#contract/languages.ts'

export interface Words {
  title: string
  unchanged(when: string): string
  notUnchanged: string
  removed(when: string): string
  procedure: string
  version: string
  place: string
  doneBy: string
  begun: string
  done: string
  received: string
  zone: string
  score: string
  notScored: string
  questions: string
  notAnswered: string
  used: string
  discarded: string
  photos: string
  photoElsewhere: string
  signature: string
  addenda: string
  seal: string
  number: string
  key: string
  howToCheck: string
  page(page: number, of: number): string
}

export const words: Record<Language, Words> = {
  en: {
    title: 'Signed log',
    unchanged: (when) => `Unchanged since ${when}`,
    notUnchanged: 'This record has changed since it was sealed. Its page shows the differences.',
    removed: (when) => `The content was removed on ${when}, at the end of its retention period.`,
    procedure: 'Procedure',
    version: 'Version',
    place: 'Where',
    doneBy: 'Done by',
    begun: 'Started',
    done: 'Done',
    received: 'Received',
    zone: 'Time zone',
    score: 'Score',
    notScored: 'not scored',
    questions: 'Questions and answers',
    notAnswered: 'not answered',
    used: 'Used',
    discarded: 'discarded',
    photos: 'Photos and documents',
    photoElsewhere: 'Not drawn here; known by its SHA-256:',
    signature: 'Signature',
    addenda: 'Addenda',
    seal: 'Seal',
    number: 'No.',
    key: 'Key',
    howToCheck:
      'The code opens the check page. The record itself is attached to this file: choose the file on that page, or use the command verify-log.',
    page: (page, of) => `Page ${page} of ${of}`,
  },
  he: {
    title: 'יומן חתום',
    unchanged: (when) => `ללא שינוי מאז ${when}`,
    notUnchanged: 'הרשומה אינה כפי שנחתמה. בדף שלה כתוב מה אינו תואם.',
    removed: (when) => `התוכן הוסר ב־${when}, בתום תקופת השמירה.`,
    procedure: 'נוהל',
    version: 'גרסה',
    place: 'היכן',
    doneBy: 'בוצע על ידי',
    begun: 'התחלה',
    done: 'סיום',
    received: 'התקבל',
    zone: 'אזור זמן',
    score: 'ציון',
    notScored: 'ללא ציון',
    questions: 'שאלות ותשובות',
    notAnswered: 'לא נענתה',
    used: 'נעשה שימוש ב',
    discarded: 'הושלכו',
    photos: 'תמונות ומסמכים',
    photoElsewhere: 'לא מוצג כאן; מזוהה לפי SHA-256:',
    signature: 'חתימה',
    addenda: 'תוספות',
    seal: 'חותם',
    number: 'מס׳',
    key: 'מפתח',
    howToCheck:
      'הקוד מוביל לבדיקה. הרשומה עצמה מצורפת לקובץ זה: אפשר למסור את הקובץ לדף הבדיקה או לפקודה verify-log.',
    page: (page, of) => `עמוד ${page} מתוך ${of}`,
  },
  ar: {
    title: 'سجل موقّع',
    unchanged: (when) => `لم يتغيّر منذ ${when}`,
    notUnchanged: 'هذا السجل ليس كما خُتم. صفحته تبيّن ما لا يتطابق.',
    removed: (when) => `أُزيل المحتوى في ${when} بانتهاء مدة الحفظ.`,
    procedure: 'الإجراء',
    version: 'الإصدار',
    place: 'المكان',
    doneBy: 'نفّذه',
    begun: 'البداية',
    done: 'النهاية',
    received: 'الاستلام',
    zone: 'المنطقة الزمنية',
    score: 'النتيجة',
    notScored: 'بلا نتيجة',
    questions: 'الأسئلة والأجوبة',
    notAnswered: 'بلا جواب',
    used: 'ما استُخدم',
    discarded: 'أُتلف',
    photos: 'الصور والمستندات',
    photoElsewhere: 'غير معروض هنا؛ يُعرف بـ SHA-256:',
    signature: 'التوقيع',
    addenda: 'الملحقات',
    seal: 'الختم',
    number: 'رقم',
    key: 'المفتاح',
    howToCheck:
      'يقود الرمز إلى صفحة التحقق. السجل نفسه مرفق بهذا الملف: قدّم الملف إلى تلك الصفحة أو إلى الأمر verify-log.',
    page: (page, of) => `صفحة ${page} من ${of}`,
  },
  ru: {
    title: 'Подписанный журнал',
    unchanged: (when) => `Не изменялся с ${when}`,
    notUnchanged: 'Запись не такова, какой была заверена. На её странице сказано, что не сходится.',
    removed: (when) => `Содержание удалено ${when} по истечении срока хранения.`,
    procedure: 'Процедура',
    version: 'Версия',
    place: 'Где',
    doneBy: 'Выполнил(а)',
    begun: 'Начато',
    done: 'Выполнено',
    received: 'Получено',
    zone: 'Часовой пояс',
    score: 'Оценка',
    notScored: 'без оценки',
    questions: 'Вопросы и ответы',
    notAnswered: 'нет ответа',
    used: 'Использовано',
    discarded: 'списано',
    photos: 'Фотографии и документы',
    photoElsewhere: 'Здесь не показано; известно по SHA-256:',
    signature: 'Подпись',
    addenda: 'Дополнения',
    seal: 'Печать',
    number: '№',
    key: 'Ключ',
    howToCheck:
      'Код ведёт к проверке. Сама запись вложена в этот файл: передайте файл той странице или команде verify-log.',
    page: (page, of) => `Страница ${page} из ${of}`,
  },
  cs: {
    title: 'Podepsaný záznam',
    unchanged: (when) => `Beze změny od ${when}`,
    notUnchanged: 'Záznam není takový, jak byl zapečetěn. Co nesouhlasí, říká jeho stránka.',
    removed: (when) => `Obsah byl odstraněn ${when} po uplynutí doby uchování.`,
    procedure: 'Postup',
    version: 'Verze',
    place: 'Kde',
    doneBy: 'Provedl(a)',
    begun: 'Začátek',
    done: 'Konec',
    received: 'Přijato',
    zone: 'Časové pásmo',
    score: 'Skóre',
    notScored: 'bez skóre',
    questions: 'Otázky a odpovědi',
    notAnswered: 'bez odpovědi',
    used: 'Spotřebováno',
    discarded: 'vyřazeno',
    photos: 'Fotografie a dokumenty',
    photoElsewhere: 'Zde není vykresleno; pozná se podle SHA-256:',
    signature: 'Podpis',
    addenda: 'Dodatky',
    seal: 'Pečeť',
    number: 'Č.',
    key: 'Klíč',
    howToCheck:
      'Kód vede ke kontrole. Sám záznam je k tomuto souboru připojen: předejte soubor té stránce nebo příkazu verify-log.',
    page: (page, of) => `Strana ${page} z ${of}`,
  },
  sk: {
    title: 'Podpísaný záznam',
    unchanged: (when) => `Bez zmeny od ${when}`,
    notUnchanged: 'Záznam nie je taký, ako bol zapečatený. Čo nesúhlasí, hovorí jeho stránka.',
    removed: (when) => `Obsah bol odstránený ${when} po uplynutí času uchovania.`,
    procedure: 'Postup',
    version: 'Verzia',
    place: 'Kde',
    doneBy: 'Vykonal(a)',
    begun: 'Začiatok',
    done: 'Koniec',
    received: 'Prijaté',
    zone: 'Časové pásmo',
    score: 'Skóre',
    notScored: 'bez skóre',
    questions: 'Otázky a odpovede',
    notAnswered: 'bez odpovede',
    used: 'Spotrebované',
    discarded: 'vyradené',
    photos: 'Fotografie a dokumenty',
    photoElsewhere: 'Tu nie je vykreslené; pozná sa podľa SHA-256:',
    signature: 'Podpis',
    addenda: 'Dodatky',
    seal: 'Pečať',
    number: 'Č.',
    key: 'Kľúč',
    howToCheck:
      'Kód vedie ku kontrole. Sám záznam je k tomuto súboru pripojený: dajte súbor tej stránke alebo príkazu verify-log.',
    page: (page, of) => `Strana ${page} z ${of}`,
  },
}

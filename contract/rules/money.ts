/**
 * Currencies by ISO 4217 that are money in use, without funds and units of account, and the
 * decimals that their amounts have.
 */

const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const threeDecimals = 'BHD IQD JOD KWD LYD OMR TND'
const twoDecimals = `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD
  BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD
  FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
  LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR
  NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC
  SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW ZWG`

const decimals = new Map(
  [withoutDecimals, undefined, twoDecimals, threeDecimals].flatMap((codes, digits) =>
    (codes ?? '')
      .split(/\s+/)
      .filter((code) => code !== '')
      .map((code) => [code, digits] as const),
  ),
)

export const currencies: readonly string[] = [...decimals.keys()].toSorted()
export const isCurrency = (code: string): boolean => decimals.has(code)
/** Decimals of an amount. An unknown code has two, as most have. */
export const decimalsOf = (currency: string): number => decimals.get(currency) ?? 2

/** Largest amount of one cost, so that it and sums of millions stay exact as numbers. */
export const MAX_AMOUNT = 1e9

/** The amount has no more decimals than its currency. */
export const fitsCurrency = (amount: number, currency: string): boolean =>
  Number(amount.toFixed(decimalsOf(currency))) === amount

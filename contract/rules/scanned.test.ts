import { describe, expect, it } from 'vitest'
import { readScanned, spellingsOf } from './scanned.ts'

const origins = ['https://plantroom.example', 'http://localhost:4000']
const read = (text: string) => readScanned(text, origins)

describe('what was scanned', () => {
  it('is the thing or place whose address it is', () => {
    const pump = { is: 'thing', kind: 'equipment', id: 12 }
    expect(read('https://plantroom.example/equipment/12')).toEqual(pump)
    expect(read('HTTP://LOCALHOST:4000/equipment?id=12&tab=logs')).toEqual(pump)
    expect(read('https://plantroom.example/locations?id=7\r\n')).toEqual({
      is: 'thing',
      kind: 'location',
      id: 7,
    })
  })

  it('is refused where another installation, or anybody else, gave the address', () => {
    const elsewhere = (host: string) => ({ is: 'elsewhere', host })
    expect(read('https://evil.example/equipment/12')).toEqual(elsewhere('evil.example'))
    expect(read('http://plantroom.example/equipment/12')).toEqual(elsewhere('plantroom.example'))
    expect(read('https://plantroom.example:8443/equipment/12')).toEqual(
      elsewhere('plantroom.example:8443'),
    )
    expect(read('https://plantroom.example@evil.example/equipment/12')).toEqual(
      elsewhere('evil.example'),
    )
    expect(read('https://plantroom.example\\@evil.example/equipment/12')).toEqual({ is: 'other' })
  })

  it('is nothing to open where our own address is of no thing', () => {
    for (const path of [
      '/',
      '/logout',
      '/equipment',
      '/equipment/0',
      '/equipment?id=x',
      '/equipment/9999999999',
    ])
      expect(read(`https://plantroom.example${path}`)).toEqual({ is: 'other' })
  })

  it('is a number where it is no address of the web', () => {
    for (const code of ['IP-112', '4006381333931', 'SN:77/a', 'javascript:alert(1)', 'מכשיר 7'])
      expect(read(` ${code}\n`)).toEqual({ is: 'code', code })
    expect(read('I\u202eP-112')).toEqual({ is: 'code', code: 'IP-112' })
  })

  it('is nothing where nothing stands, or more than any number has letters', () => {
    for (const text of ['', ' \n', 'x'.repeat(201), 'https://'])
      expect(read(text)).toEqual({ is: 'nothing' })
  })

  it('takes a UPC and the EAN with a nought before it for one', () => {
    expect(spellingsOf('036000291452')).toEqual(['036000291452', '0036000291452'])
    expect(spellingsOf('0036000291452')).toEqual(['0036000291452', '036000291452'])
    expect(spellingsOf(' IP-112')).toEqual(['ip-112'])
  })
})

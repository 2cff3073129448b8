/** Price of one unit, for readers with the right to see costs. */
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalsOf, MAX_AMOUNT } from '#contract/rules/money.ts'
import { costCalls } from '#entities/inventory/costCalls.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useFormatMoney } from '#lib/useFormatMoney.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Facts } from '#ui/panel/DetailPanel.tsx'

export function ItemPrice({ itemId }: { itemId: number }) {
  const { t } = useTranslation(['ticketWork', 'common'])
  const money = useFormatMoney()
  const maySee = useMay('viewer|costs')
  const maySet = useMay('editor|equipment')
  const [isSetting, setIsSetting] = useState(false)
  const params = { id: itemId }
  const { data } = costCalls.useGetItemPriceQuery({ params }, { skip: !maySee })
  const [set] = costCalls.useSetItemPriceMutation()
  if (data === undefined || data.currency === null) return null
  const { price, currency } = data
  return (
    <>
      <Facts
        rows={[
          {
            label: t('unitPrice'),
            value: (
              <>
                {price === null ? (
                  <span className="quiet">{t('noPrice')}</span>
                ) : (
                  <bdi className="numbers">{money(price, currency)}</bdi>
                )}{' '}
                {maySet && (
                  <Button size="small" type="link" onClick={() => setIsSetting(true)}>
                    {t('setPrice')}
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {isSetting && (
        <Dialog
          open
          title={t('setPrice')}
          footer={null}
          onCancel={() => setIsSetting(false)}
          destroyOnHidden
        >
          <EntityForm<{ price: number | null }>
            initial={{ price }}
            submitLabel={t('common:save')}
            onCancel={() => setIsSetting(false)}
            onSaved={() => setIsSetting(false)}
            onSave={(body) => set({ params, body }).unwrap()}
          >
            <Form.Item name="price" label={t('unitPrice')} extra={t('priceHint')}>
              <NumberInput
                min={0}
                max={MAX_AMOUNT}
                precision={decimalsOf(currency)}
                inputMode="decimal"
                style={{ inlineSize: 200 }}
                suffix={currency}
              />
            </Form.Item>
          </EntityForm>
        </Dialog>
      )}
    </>
  )
}

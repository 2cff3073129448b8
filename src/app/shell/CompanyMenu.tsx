import { DownOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useStoredFile } from '#entities/files/useStoredFile.ts'
import { useCompanies, type OwnCompany } from '#entities/companies/useCompanies.ts'
import { useClaims } from '#entities/session/useSession.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { menuLink, useMenuLinks } from '#ui/page/menuLinks.tsx'
import { pathTo } from '#lib/paths.ts'
import styles from './shell.module.css'

interface Company {
  id: number
  name: string
  logoFileId: number | null
}

export function CompanyMenu({ company }: { company: Company | undefined }) {
  const { t } = useTranslation('shell')
  const isPhone = useIsPhone()
  const companies = useCompanies() ?? []
  const items = useCompanyItems(companies)
  const handleKey = useMenuLinks()
  const shown = <CompanyName company={company} />
  // on a phone, the user's menu lists the other companies
  if (company === undefined || companies.length < 2 || isPhone)
    return <span className={styles.topCompany}>{shown}</span>
  return (
    <DropMenu
      menu={{ items, selectable: true, selectedKeys: [COMPANY_HERE], onClick: handleKey }}
      placement="bottomLeft"
    >
      <button
        type="button"
        className={`${styles.topCompany} ${styles.topSwitch}`}
        aria-label={t('switchFrom', { name: company.name })}
      >
        {shown}
        <DownOutlined aria-hidden="true" />
      </button>
    </DropMenu>
  )
}

function CompanyName({ company }: { company: Company | undefined }) {
  return (
    <>
      {company !== undefined && company.logoFileId !== null && (
        <CompanyLogo fileId={company.logoFileId} />
      )}
      <bdi>{company?.name ?? ''}</bdi>
    </>
  )
}

/** Decorative beside the name, so screen readers skip it. */
function CompanyLogo({ fileId }: { fileId: number }) {
  const file = useStoredFile(fileId)
  return file.state === 'ready' ? (
    <img className={styles.topLogo} src={file.address} alt="" />
  ) : null
}

export const COMPANY_HERE = 'here'

export function useCompanyItems(companies: readonly OwnCompany[]) {
  const here = useClaims()?.companyId
  return companies.map(({ id, name }) =>
    id === here
      ? { key: COMPANY_HERE, label: <bdi>{name}</bdi> }
      : menuLink(pathTo('switchCompany', { companyId: id }), <bdi>{name}</bdi>),
  )
}

import { Tabs } from '@mantine/core'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PageTabs } from '../../ui/page/page-tabs.tsx'

const TABS = [
  { name: 'account', label: 'Account' },
  { name: 'people', label: 'People' },
  { name: 'tokens', label: 'Tokens' },
  { name: 'sources', label: 'Sources' },
  { name: 'audit', label: 'Audit log' },
  { name: 'about', label: 'About' },
] as const

/** Shows the settings; each part is a page. */
export function SettingsPage() {
  const here = useRouterState({ select: ({ location }) => location.pathname.split('/').at(-1) })
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs
        value={here ?? null}
        onChange={(name) => void navigate({ to: `/settings/${name as 'account'}` })}
        keepMounted={false}
      >
        <PageTabs tabs={TABS} here={here} />
        <Tabs.Panel value={here ?? ''}>
          <Outlet />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

import {
  Avatar,
  Group,
  Menu,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import {
  IconBaselineDensityMedium,
  IconBook2,
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { BASE_URL } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { useSignOut } from '../api/sign-in.ts'
import { DENSITIES, setDensity, useDensity } from '../ui/list/density.ts'

const SCHEMES = [
  { scheme: 'light', label: 'Light', icon: IconSun },
  { scheme: 'dark', label: 'Dark', icon: IconMoon },
  { scheme: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const

export function UserMenu() {
  const { name, role, kind } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const density = useDensity()
  const signOut = useSignOut()
  return (
    <Menu position="top-start" width={220} shadow="md">
      <Menu.Target>
        <UnstyledButton w="100%" p={6}>
          <Group gap="sm" wrap="nowrap">
            <Avatar
              name={name.replaceAll(/[^\p{L}\p{N} ]/gu, '')}
              color="petrol"
              variant="filled"
              size={34}
              radius="xl"
              aria-hidden
            />
            <Stack gap={0} miw={0}>
              <VisuallyHidden>Menu of</VisuallyHidden>
              <Text size="sm" fw={600} truncate>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {kind === 'token' ? 'by token' : role}
              </Text>
            </Stack>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/settings/account" leftSection={<IconUser size={16} />}>
          Account
        </Menu.Item>
        <Menu.Item component="a" href={`${BASE_URL}/docs`} leftSection={<IconBook2 size={16} />}>
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        {SCHEMES.map(({ scheme, label, icon: SchemeIcon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<SchemeIcon size={16} />}
            onClick={() => setColorScheme(scheme)}
            aria-current={colorScheme === scheme}
            rightSection={colorScheme === scheme && <IconCheck size={16} aria-hidden />}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>Rows of lists</Menu.Label>
        {DENSITIES.map((each) => (
          <Menu.Item
            key={each}
            leftSection={<IconBaselineDensityMedium size={16} />}
            onClick={() => setDensity(each)}
            aria-current={density === each}
            rightSection={density === each && <IconCheck size={16} aria-hidden />}
          >
            {each === 'compact' ? 'Compact' : 'Comfortable'}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut('here')}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

import { Button, Checkbox, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, take } from '../../../api/client.ts'
import { useRefresh } from '../../../api/refetch.ts'
import { issueAt, sentenceOf } from '../../../api/problem.ts'
import { SCOPES, type Scope } from '../../../api/scopes.ts'
import { ShownOnce } from '../shown-once.tsx'
import { EXPIRIES, PURPOSES, purposeOf } from './token-words.ts'
import { ActionForm, type DialogProps } from '../../../ui/page/confirm.tsx'

export function NewTokenDialog({ isOpen, onClose }: DialogProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => {
    setSecret(null)
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      size="lg"
      title={secret === null ? 'New token' : 'Token created'}
      closeOnClickOutside={secret === null}
    >
      {secret === null ? (
        <NewTokenForm onMade={setSecret} />
      ) : (
        <Stack gap="md">
          <ShownOnce secret={secret} what="token" />
          <Group justify="flex-end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function NewTokenForm({ onMade }: { readonly onMade: (secret: string) => void }) {
  const refresh = useRefresh()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['events:write'])
  const [expiry, setExpiry] = useState<string>('never')
  const submit = async () => {
    const body = {
      name: name.trim(),
      scopes: [...scopes],
      ...(expiry !== 'never' && { expires_in: expiry }),
    }
    const { token } = await take(api.POST('/v1/tokens', { body }))
    await refresh('tokens')
    onMade(token)
  }
  return (
    <ActionForm
      action="Create token"
      isDisabled={scopes.length === 0}
      shownAtFields={['name']}
      onSubmit={submit}
    >
      {(error) => (
        <>
          <TextInput
            label="Name"
            description="The list and the audit log show this name."
            placeholder="prometheus on mon-1"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={issueAt(error, 'name') && sentenceOf(error)}
            required
            withAsterisk={false}
            maxLength={100}
            autoComplete="off"
            data-autofocus
          />
          <Purpose scopes={scopes} onChange={setScopes} />
          <Select
            label="Valid for"
            data={[...EXPIRIES]}
            value={expiry}
            onChange={(value) => setExpiry(value ?? 'never')}
            allowDeselect={false}
            maw={260}
          />
        </>
      )}
    </ActionForm>
  )
}

interface PurposeProps {
  readonly scopes: readonly Scope[]
  readonly onChange: (scopes: readonly Scope[]) => void
}

/** Offers common purposes; each scope can also be chosen by itself. */
function Purpose({ scopes, onChange }: PurposeProps) {
  return (
    <>
      <Select
        label="For"
        data={[
          ...PURPOSES.map(({ name, label }) => ({ value: name, label })),
          { value: 'other', label: 'Other' },
        ]}
        value={purposeOf(scopes)}
        onChange={(name) => {
          const purpose = PURPOSES.find((known) => known.name === name)
          if (purpose) onChange(purpose.scopes)
        }}
        allowDeselect={false}
      />
      <Checkbox.Group
        label="Scopes"
        value={[...scopes]}
        onChange={(chosen) =>
          onChange(SCOPES.map(({ scope }) => scope).filter((scope) => chosen.includes(scope)))
        }
        error={scopes.length === 0 && 'Choose at least one right.'}
      >
        <Stack gap={8} mt={6}>
          {SCOPES.map(({ scope, label, hint }) => (
            <Checkbox
              key={scope}
              value={scope}
              label={label}
              description={
                <Text span inherit>
                  <span className="mono">{scope}</span> · {hint}
                </Text>
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}

import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { SignInForm } from './sign-in-form.tsx'
import { Welcome } from './welcome.tsx'

export function SignInPage() {
  const { to } = useSearch({ from: '/sign-in' })
  const navigate = useNavigate()
  const router = useRouter()
  const goOn = () => {
    // Only a place of the console itself.
    if (to?.startsWith('/') && !to.startsWith('//')) router.history.push(to)
    else void navigate({ to: '/' })
  }
  return (
    <Welcome title="Sign in">
      <SignInForm onDone={goOn} />
    </Welcome>
  )
}

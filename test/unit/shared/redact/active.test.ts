import { afterEach, expect, it, vi } from 'vitest'
import { createActiveRedactor } from '../../../../src/shared/redact/active.ts'

afterEach(() => void vi.unstubAllEnvs())

const masked = (name: string, value: string): string => {
  vi.stubEnv(name, value)
  return createActiveRedactor().text(`it is ${value}.`)
}

it.each([
  ['AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
  ['SERVICE_TOKEN', 'Ab3/9Kq2mVt7Lw4Zp8Rd3Yb6='],
  ['DB_PASSWORD', '/q8/rT2mVx7Lw4Kp9'],
  ['OPENAI_APIKEY', 'eightchr'],
  ['TOKEN', 'correct-horse-battery'],
  ['GITHUB_PAT', 'plainwords'],
  ['PGPASSWORD', 'plainwords'],
  ['SMTP_PASS', 'plainwords'],
  ['MYSQL_PWD', 'plainwords'],
  ['APP_CREDENTIALS', 'plainwords'],
  ['NPM_AUTH', 'plainwords'],
  ['SIGNING_PRIVATE_HALF', 'plainwords'],
  ['KEY_OF_SERVICE', 'plainwords'],
  ['API_KEY_2', 'plainwords'],
  ['webhookSecret', 'plainwords'],
  ['SENTRY_DSN', 'https://abcdef0123@o1.ingest.example/7'],
  ['STORE_CONNECTION_STRING', 'AccountName=a;AccountKey=plainwords'],
  ['DATABASE_AUTH', 'postgres://ann:pw@db.example/x'],
])('a variable of the environment is a secret %s', (name, value) => {
  expect(masked(name, value)).not.toContain(value)
})

it.each([
  ['STRIPE_PUBLISHABLE_KEY', 'plainwords'],
  ['VAPID_PUBLIC_KEY', 'plainwords'],
  ['KEYBOARD_KEY', 'plainwords'],
  ['SIGNING_KEY_ID', 'plainwords'],
  ['PATH_OF_IT', 'plainwords'],
  ['PATTERN', 'plainwords'],
  ['AUTHOR', 'plainwords'],
  ['KEYCLOAK_REALM', 'plainwords'],
  ['MY_TOKEN', 'seven77'],
  ['OLDPWD', 'plainwords'],
  ['SIGNING_SECRET', `${process.cwd()}/package-1.json`],
  ['CLIENT_SECRET', './keys/prod-000001.pem'],
  ['AUTH', 'https://auth-1.example.com/realm'],
])('a variable of the environment is not a secret %s=%s', (name, value) => {
  expect(masked(name, value)).toBe(`it is ${value}.`)
})

it('the environment is read again each time', () => {
  expect(createActiveRedactor().text('late-loaded')).toBe('late-loaded')
  expect(masked('LATE_TOKEN', 'late-loaded')).toBe('it is <redacted>.')
})

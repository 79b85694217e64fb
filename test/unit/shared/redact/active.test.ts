import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// What the environment holds is read once.
beforeEach(() => void vi.resetModules())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

it.each([
  ['AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
  ['SERVICE_TOKEN', 'Ab3/9Kq2mVt7Lw4Zp8Rd3Yb6='],
  ['DB_PASSWORD', '/q8/rT2mVx7Lw4Kp9'],
])('a secret of the environment with slashes is one, %s', async (name, value) => {
  vi.stubEnv(name, value)
  const { activeRedactor } = await import('../../../../src/shared/redact/active.ts')
  expect(activeRedactor().text(`it is ${value}.`)).toBe('it is <redacted>.')
})

it.each([
  ['SIGNING_SECRET', `${process.cwd()}/keys/prod-1.pem`],
  ['CLIENT_SECRET', './keys/prod-000001.pem'],
  ['AUTH', 'https://auth-1.example.com/realm'],
])('a place is none, %s', async (name, value) => {
  vi.stubEnv(name, name === 'SIGNING_SECRET' ? `${process.cwd()}/package-1.json` : value)
  const { activeRedactor } = await import('../../../../src/shared/redact/active.ts')
  expect(activeRedactor().text(`it is ${process.env[name]}.`)).toBe(`it is ${process.env[name]}.`)
})

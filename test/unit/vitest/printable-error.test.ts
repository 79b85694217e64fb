import { expect, it } from 'vitest'
import { exceptionsOf } from '../../../src/trace/exceptions.ts'
import { printableError } from '../../../src/vitest/run-case.ts'

it('keeps name, message, stack and causes, and lets none of them act on a terminal', () => {
  const thrown = new TypeError('fetch failed\n\u001b[2J', { cause: new Error('\u001b]0;reset') })
  const error = printableError(exceptionsOf(thrown), thrown)
  expect(error).toMatchObject({ name: 'TypeError', message: 'fetch failed\n\\x1b[2J' })
  expect(error?.cause).toMatchObject({ message: '\\x1b]0;reset' })
  expect(error?.stack).toContain(import.meta.filename)
  expect(JSON.stringify([error?.stack, String(error?.cause)])).not.toMatch(/\\u001b/)
})

it('takes its texts from the trace, where the address of the tools is masked', () => {
  const thrown = new Error('http://tools.test/secret/x answered 500')
  const chain = exceptionsOf(thrown).map((one) => ({ ...one, message: one.message.replace('secret', '…') }))
  const error = printableError(chain, thrown)
  expect(`${error?.message}${error?.stack}`).not.toContain('secret')
})

it('is nothing where nothing was thrown', () => {
  expect(printableError([], undefined)).toBeUndefined()
})

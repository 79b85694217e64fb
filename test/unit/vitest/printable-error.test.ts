import { expect, it } from 'vitest'
import { Redactor } from '../../../src/shared/redact/redactor.ts'
import { listExceptions } from '../../../src/trace/exceptions.ts'
import { createPrintableError } from '../../../src/vitest/case-errors.ts'

const none = new Redactor()

it('keeps name, message, stack and causes, and lets none of them act on a terminal', () => {
  const thrown = new TypeError('fetch failed\n\u001b[2J', { cause: new Error('\u001b]0;reset') })
  const error = createPrintableError(listExceptions(thrown), thrown, none)
  expect(error).toMatchObject({ name: 'TypeError', message: 'fetch failed\n\\x1b[2J' })
  expect(error?.cause).toMatchObject({ message: '\\x1b]0;reset' })
  expect(error?.stack).toContain(import.meta.filename)
  expect(JSON.stringify([error?.stack, String(error?.cause)])).not.toMatch(/\\u001b/)
})

it('takes its texts from the trace, where the address of the tools is masked', () => {
  const thrown = new Error('http://tools.test/secret/x answered 500')
  const chain = listExceptions(thrown).map((one) => ({ ...one, message: one.message.replace('secret', '…') }))
  const error = createPrintableError(chain, thrown, none)
  expect(`${error?.message}${error?.stack}`).not.toContain('secret')
})

it('masks frames as the trace was masked', () => {
  const thrown = new Error('failed')
  const frames = [
    'named-0001 (/x/a.ts:1:2)',
    'sk-proj-Shaped0001Shaped0001 (/x/a.ts:3:4)',
    'plain (/x/a.ts:5:6)',
  ]
  thrown.stack = `Error: failed\n${frames.map((frame) => `    at ${frame}`).join('\n')}`
  const { stack = '' } =
    createPrintableError(listExceptions(thrown), thrown, new Redactor([], ['named-0001'])) ?? {}
  expect(stack.match(/<redacted>/g)).toHaveLength(2)
  expect(stack).not.toMatch(/named-0001|Shaped0001/)
  expect(stack).toContain('    at plain (/x/a.ts:5:6)')
})

it('is nothing where nothing was thrown', () => {
  expect(createPrintableError([], undefined, none)).toBeUndefined()
})

import { expect, it } from 'vitest'
import { answersOf, describeNetwork, everyClient } from '../support/network-project.ts'

describeNetwork('threads')

it('lets allowed hosts through', async () => {
  const { answers } = await answersOf({ OPTIONS: '{"allow":["outside.example"]}' })
  expect(answers.outside?.fetch).not.toContain('tracewright')
  everyClient(answers.outside_ip, 'tracewright lets no request leave')
})

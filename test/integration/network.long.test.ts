import { expect, it } from 'vitest'
import { collectAnswers, describeNetwork, expectEveryClient } from '../support/network-project.ts'

describeNetwork('threads')

it('lets allowed hosts through', async () => {
  const { answers } = await collectAnswers({ OPTIONS: '{"allow":["outside.example"]}' })
  expect(answers.outside?.fetch).not.toContain('tracewright')
  expectEveryClient(answers.outside_ip, 'the network is closed')
})

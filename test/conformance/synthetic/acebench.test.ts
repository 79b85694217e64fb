import { expect, it } from 'vitest'
import { describeWithShared } from '../../support/shared-data.ts'
import written from './acebench-handlers.json' with { type: 'json' }
import { compareWithSandbox } from './acebench-sandbox.ts'

describeWithShared('handlers of ten ACEBench tools', 'synthtools', () => {
  const calls = compareWithSandbox()

  it('are compared over every call that the sandbox answers', () => {
    expect(Object.keys(written)).toHaveLength(10)
    expect(calls.length).toBeGreaterThan(90)
    expect(calls.filter(({ sandbox }) => sandbox === 'refused').length).toBeGreaterThan(25)
  })

  it.for(Object.keys(written))('%s gives what the sandbox gives', (tool) => {
    const ofTool = calls.filter((one) => one.tool === tool)
    expect(ofTool.map(({ args, ours }) => [args, ours])).toEqual(
      ofTool.map(({ args, sandbox }) => [args, sandbox]),
    )
  })
})

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadAgent } from '../../../../src/cli/load-default.ts'
import { writeToolkit } from '../../../../src/synthetic/toolkit/toolkit.ts'
import { formatJsonLines } from '../../../support/json-lines.ts'
import { runCommand, runForJson } from '../../../support/run-command.ts'
import { DESK, RESERVE } from '../../synthetic/environment/glaze-desk.ts'

const folder = mkdtempSync(join(tmpdir(), 'environment-'))
const at = (name: string): string => join(folder, name)
writeToolkit(at('desk.toolkit.json'), DESK)
writeFileSync(at('desk.tasks.jsonl'), formatJsonLines([RESERVE]))
writeFileSync(
  at('agent.mjs'),
  `export default { name: 'busy', async run({ tools }) {
    const tool = tools.find(({ name }) => name === 'Reserve_Glaze')
    for (let i = 0; i < 4; i++) await tool.invoke({ glaze_id: 'GLZ-001', kg: 1 })
    return { answer: '' }
  } }`,
)
const RUN = ['synth', 'environment', '--tasks', at('desk.tasks.jsonl'), '--agent', at('agent.mjs')]

describe('synth environment', () => {
  it('ends an agent that makes more calls than --turns', async () => {
    const free = await runForJson(...RUN)
    expect(free.results[0]).toMatchObject({ turns: 4, ideal_turns: 3 })
    expect(free.results[0].failure).toBeUndefined()
    const bound = await runForJson(...RUN, '--turns', '2')
    expect(bound.results[0].failure).toContain('more than 2 calls')
  })

  it('has a row for each difficulty that has tasks, with the ideal', async () => {
    const table = await runCommand(...RUN)
    expect(table).toMatch(/ideal/)
    expect(table).toMatch(/simple\W+1\W+0\W+0\W.*4\.0\W+3\.0/)
    expect(table).not.toMatch(/medium|complex/)
  })
})

describe('an agent by the name of a model', () => {
  it('has that name, and is the model', async () => {
    expect(await loadAgent('ollama:llama3.2')).toMatchObject({ name: 'ollama:llama3.2' })
  })

  it('says what is missing when it is run', async () => {
    await expect(runCommand(...RUN.slice(0, -1), 'nobody:some-model', '--turns', '3')).resolves.toContain(
      'the agent failed at 1 tasks',
    )
  })

  it('is a file where one has that name', async () => {
    await expect(loadAgent(at('none.mjs'))).rejects.toThrow('the file is missing')
  })
})

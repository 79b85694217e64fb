import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Command } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { addSynth } from '../../../../src/cli/commands/synth/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'conversations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FILES = ['loans.suite.jsonl', 'loans.toolkit.json', 'agent.mjs'] as const
const pathOf = (name: string): string => join(folder, name)

describe('synth conversations', () => {
  it.each(
    FILES.flatMap((name) => [
      [name, '--traces'],
      [name, '--cache'],
    ]),
  )('does not write over its input %s by %s', async (name, flag) => {
    for (const file of FILES) writeFileSync(pathOf(file), file)
    const [suite, toolkit, agent] = FILES.map(pathOf) as [string, string, string]
    const args = ['conversations', '--suite', suite, '--toolkit', toolkit, '--agent', agent]
    const synth = await addSynth(new Command().exitOverride(), args)
    const other = relative(process.cwd(), pathOf(name))
    await expect(
      synth.parseAsync([...args, '--model', 'openai:none', flag, other], { from: 'user' }),
    ).rejects.toThrow(`Invalid ${flag} ${other}: the file is an input. Name another file.`)
    for (const file of FILES) expect(readFileSync(pathOf(file), 'utf8')).toBe(file)
  })
})
